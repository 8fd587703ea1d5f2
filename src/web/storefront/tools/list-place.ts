/** Tools that come into the page and leave it together: full rows at one, two and three columns. */
export const STRETCH_TOOLS = 6;

/** Up to so many tools nothing leaves the page again, so that the browser's own search finds them all. */
const WHOLE_TOOLS = 96;

/** How far out of sight a stretch still stands in the page, in pixels. */
const MARGIN = 3_000;

/** A guess at a stretch's height as long as none has been measured. */
const FIRST_GUESS = 1_150;

/** Where a reader is in a long list: which stretches stand in the page, and how high all were that ever did. */
export interface ListPlace {
  /** The width of the list at which `heights` were measured. */
  width: number;
  /** Heights in pixels by number of stretch, the gap below included. */
  heights: Map<number, number>;
  /** What counts for those never measured. It stays, so that a list comes back as high as it was left. */
  usual: number;
  /** The first stretch in the page. */
  from: number;
  /** The first one no longer in it. */
  to: number;
  /** The tool whose card has, or had last, the focus. */
  focused: string | undefined;
}

/** The place at the beginning of a list, of which `tools` are to stand in the page at first. */
export function firstPlace(tools: number): ListPlace {
  return {
    width: 0,
    heights: new Map(),
    usual: FIRST_GUESS,
    from: 0,
    to: stretchCount(tools),
    focused: undefined,
  };
}

/** How many stretches so many tools are. */
export function stretchCount(tools: number): number {
  return Math.ceil(tools / STRETCH_TOOLS);
}

/** The height of the stretches from `from` up to `to`, in pixels; one that was never measured is taken for a usual one. */
export function heightBetween({ heights, usual }: ListPlace, from: number, to: number): number {
  let sum = 0;
  for (let stretch = from; stretch < to; stretch += 1) sum += heights.get(stretch) ?? usual;
  return sum;
}

/**
 * Which stretches are to stand in the page while `top` (pixels of the list above the screen, negative where it begins
 * below) and `screen` (its height) are seen.
 */
export function stretchesNear(
  place: ListPlace,
  tools: number,
  top: number,
  screen: number,
): { from: number; to: number } {
  const count = stretchCount(tools);
  let from = 0;
  let above = 0;
  const heightOf = (stretch: number) => place.heights.get(stretch) ?? place.usual;
  while (from < count - 1 && above + heightOf(from) <= top - MARGIN) {
    above += heightOf(from);
    from += 1;
  }
  let to = from;
  while (to < count && above < top + screen + MARGIN) {
    above += heightOf(to);
    to += 1;
  }
  if (tools <= WHOLE_TOOLS) return { from: 0, to: Math.max(to, Math.min(place.to, count)) };
  return { from, to: Math.max(to, from + 1) };
}

/** Notes heights as they were measured; the first ones at a width give the usual height. */
export function noteHeights(place: ListPlace, measured: readonly [stretch: number, height: number][]): void {
  if (place.heights.size === 0 && measured.length > 0) {
    place.usual = measured.reduce((sum, [, height]) => sum + height, 0) / measured.length;
  }
  for (const [stretch, height] of measured) place.heights.set(stretch, height);
}
