/**
 * The wordmark as paths, for the pages and for the icons that `npm run icons` draws. The mark fills a square of 32 units:
 * a tile, and out of it a T-square whose blade, a rule with its divisions, runs off below. All its edges are even, so that
 * they fall on whole pixels at 16 px too.
 */
export const TILE = 'M6 0H26a6 6 0 0 1 6 6V26a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z';
export const T_SQUARE = 'M4 6H28v6H22v2H18v2h4v2H16v2h6v2H18v2h4v2H16v2h6v4H10V12H4z';

/** The name beside it, in lettering of one pen, 16 units high from the baseline at 24: a line to be stroked. */
export const NAME =
  'M0 9.75H15M7.5 9.75V24M21.9 13.25h2.1a4.25 4.25 0 0 1 4.25 4.25v.5a4.25 4.25 0 0 1-4.25 4.25h-2.1a4.25 4.25 0 0 1-4.25-4.25v-.5a4.25 4.25 0 0 1 4.25-4.25zM38.5 13.25h2.1a4.25 4.25 0 0 1 4.25 4.25v.5a4.25 4.25 0 0 1-4.25 4.25h-2.1a4.25 4.25 0 0 1-4.25-4.25v-.5a4.25 4.25 0 0 1 4.25-4.25zM50.85 7V24M56.85 11.5v6.5a4.25 4.25 0 0 0 4.25 4.25h6.35M67.45 11.5v12.1a4.25 4.25 0 0 1-4.25 4.25h-5.35M74.05 13.25h5.75a4.25 4.25 0 0 1 4.25 4.25V24M84.05 22.25h-7.9a2.7 2.7 0 0 1 0-5.4h7.9M90.05 11.5V24M90.05 17.5a4.25 4.25 0 0 1 4.25-4.25h3.4M113.3 7V24M113.3 13.25h-6.35a4.25 4.25 0 0 0-4.25 4.25v.5a4.25 4.25 0 0 0 4.25 4.25h6.35';
export const NAME_PEN = 3.5;
/** How far right of the mark the name begins, and the width of both together. */
export const NAME_LEFT = 42;
export const WORDMARK_WIDTH = 157;
