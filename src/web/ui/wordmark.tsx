import { DRAWN_NAME } from '#texts/shop.ts';
import { useShopName } from '#web/client/load-context.ts';
import { NAME, NAME_PEN, NAME_PLACE, T_SQUARE, TILE, WORDMARK_WIDTH } from './wordmark-paths.ts';

const mark = (
  <path d={TILE + T_SQUARE} fillRule="evenodd" className="fill-accent forced-colors:fill-current" />
);

/** The shop's name, or another to try, with its mark. The T-square is a hole in its tile, so it has the colour of any ground. */
export function Wordmark({ tried }: { tried?: string }) {
  const known = useShopName();
  const name = tried ?? known ?? DRAWN_NAME;
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
      <span className="headline max-w-72 truncate text-xl max-md:max-w-40">{name}</span>
    </span>
  );
}
