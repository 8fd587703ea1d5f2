// The mark, also for `npm run icons`: a tile of 32 units with a T-square cut out. All its edges are at even
// coordinates, so that they align with pixels at 16 px too.
export const TILE = 'M6 0H26a6 6 0 0 1 6 6V26a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z';
export const T_SQUARE = 'M4 6H28v6H22v2H18v2h4v2H16v2h6v2H18v2h4v2H16v2h6v4H10V12H4z';

/** The name beside it, in monoline lettering on its own grid: paths to be stroked, `NAME_PEN` wide. */
export const NAME =
  'M0 2H17M8.5 2V18M24 6h3a4 4 0 0 1 4 4v2a4 4 0 0 1-4 4h-3a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4zM42 6h3a4 4 0 0 1 4 4v2a4 4 0 0 1-4 4h-3a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4zM56 0V18M63 4v8a4 4 0 0 0 4 4h7M74 4V18a4 4 0 0 1-4 4H64M93 4V18M93 6h-7a4 4 0 0 0-4 4v2a4 4 0 0 0 4 4h7M100 4V18M100 11a5 5 0 0 1 5-5h1M120 0V18M120 6h-7a4 4 0 0 0-4 4v2a4 4 0 0 0 4 4h7';
export const NAME_PEN = 4;
/** The position of the name beside the mark, and the width of both together. */
export const NAME_PLACE = 'translate(42 8)scale(.88)';
export const WORDMARK_WIDTH = 150;
