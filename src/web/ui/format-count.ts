// One for all: making a format takes longer than a hundred figures, and `toLocaleString` makes one each time.
const format = new Intl.NumberFormat('en-US');

/** A count as people read it: '1,284'. */
export function formatCount(count: number): string {
  return format.format(count);
}
