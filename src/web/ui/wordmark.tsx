import { shopTexts } from '#texts/shop.ts';
import { NAME, NAME_PEN, NAME_PLACE, T_SQUARE, TILE, WORDMARK_WIDTH } from './wordmark-paths.ts';

/** The shop's name with its mark. The T-square is a hole in its tile, so it has the colour of any ground. */
export function Wordmark() {
  return (
    <svg
      viewBox={`0 0 ${WORDMARK_WIDTH} 32`}
      role="img"
      aria-label={shopTexts.name}
      className="h-8 shrink-0 fill-none text-ink"
    >
      <path d={TILE + T_SQUARE} fillRule="evenodd" className="fill-accent forced-colors:fill-current" />
      <path d={NAME} transform={NAME_PLACE} strokeWidth={NAME_PEN} className="stroke-current" />
    </svg>
  );
}
