/** What a column sorts by: text or a number. */
export type SortValue = string | number;

/** The sort that pressing a column's head asks for next: `price` → `-price` (falling) → `price`. */
export function nextSort(current: string | undefined, key: string): string {
  return current === key ? `-${key}` : key;
}

/** The rows in the order of `sort` (`price` rising, `-price` falling). Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  sortValueOf: (key: string) => ((row: Row) => SortValue) | undefined,
): Row[] {
  const falling = sort?.startsWith('-') ?? false;
  const value = sort && sortValueOf(falling ? sort.slice(1) : sort);
  if (!value) return [...rows];
  const sign = falling ? -1 : 1;
  return [...rows].sort((one, other) => sign * compare(value(one), value(other)));
}

function compare(one: SortValue, other: SortValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en', { numeric: true, sensitivity: 'base' });
}
