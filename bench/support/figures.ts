/** The results of several runs. */
export type Spread = { min: number; median: number; max: number };

/** One row of a table: what was measured, the baseline, the result, and the target. */
export type Row = { what: string; floor?: string; ours: string; ratio?: string; wanted: string };

/** The minimum, median and maximum of some runs; for an even number, the lower of the two middle values. */
export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { min: at(0), median: at(Math.floor((sorted.length - 1) / 2)), max: at(sorted.length - 1) };
}

/** A spread as text, `min – median – max`, or one number if all look the same. */
export function showSpread({ min, median, max }: Spread, digits = 0): string {
  const shown = [min, median, max].map((value) => showNumber(value, digits));
  return new Set(shown).size === 1 ? showNumber(median, digits) : shown.join(' – ');
}

/** A number with thousands separators. */
export function showNumber(value: number, digits = 0): string {
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A row that compares the shop with the baseline: the ratio is that of the medians. */
export function againstFloor(what: string, floor: number[], ours: number[], wanted: string): Row {
  const [lower, own] = [spreadOf(floor), spreadOf(ours)];
  return {
    what,
    floor: showSpread(lower),
    ours: showSpread(own),
    ratio: (own.median / lower.median).toFixed(2),
    wanted,
  };
}
