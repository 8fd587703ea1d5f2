import type { ShopOfPages } from '#contracts/shop-details.ts';
import { DRAWN_NAME } from '#texts/shop.ts';
import { useKnownShop } from './client/load-context.ts';
import { NAME, NAME_PEN, NAME_PLACE, T_SQUARE, TILE, WORDMARK_WIDTH } from './wordmark-paths.ts';

const mark = (
  <path d={TILE + T_SQUARE} fillRule="evenodd" className="fill-accent forced-colors:fill-current" />
);

/** The shop's logo, or its name with the drawn mark; `tried` is previewed instead of the shop's own. The
 * T-square is a hole in its tile, so it takes the colour of any background. */
export function Wordmark({ tried }: { tried?: Pick<ShopOfPages, 'name' | 'logo'> }) {
  const known = useKnownShop();
  const { name, logo } = tried ?? known ?? { name: DRAWN_NAME };
  if (logo) {
    // A wide logo includes the name.
    const isWide = logo.width >= 2 * logo.height;
    return (
      <span className="flex min-w-0 items-center gap-2.5">
        <img
          src={`${logo.folder}logo.png`}
          alt={isWide ? name : ''}
          width={logo.width}
          height={logo.height}
          className="h-8 w-auto max-w-48 object-contain max-md:max-w-40"
        />
        {!isWide && <NameInType name={name} />}
      </span>
    );
  }
  if (name === DRAWN_NAME) {
    return (
      <svg
        viewBox={`0 0 ${WORDMARK_WIDTH} 32`}
        role="img"
        aria-label={name}
        className="h-8 shrink-0 fill-none text-ink"
      >
        {mark}
        <path d={NAME} transform={NAME_PLACE} strokeWidth={NAME_PEN} className="stroke-current" />
      </svg>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        {mark}
      </svg>
      <NameInType name={name} />
    </span>
  );
}

const NameInType = ({ name }: { name: string }) => (
  <span className="headline max-w-72 truncate text-xl max-md:max-w-40">{name}</span>
);
