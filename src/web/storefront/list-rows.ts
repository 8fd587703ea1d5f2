/** What the reader sees of a list that is fetched piece by piece. */
export interface ShownList<Row> {
  rows: Row[];
  nextCursor: string | undefined;
  total: number | undefined;
}

type WithId = { _id: string };

/** The list with its next stretch added. A row that moved down meanwhile is not shown twice. */
export function addRows<Row extends WithId>(shown: ShownList<Row>, next: ShownList<Row>): ShownList<Row> {
  const known = new Set(shown.rows.map((row) => row._id));
  return { ...next, rows: [...shown.rows, ...next.rows.filter((row) => !known.has(row._id))] };
}

/**
 * The list after its first stretch was fetched again. Rows further down, once loaded, stay where they are as long as
 * the first stretch still holds the same rows; else the list starts over from it.
 */
export function refreshRows<Row extends WithId>(
  shown: ShownList<Row>,
  first: ShownList<Row>,
): ShownList<Row> {
  const sameRows = first.rows.every((row, index) => row._id === shown.rows[index]?._id);
  if (!sameRows || !first.nextCursor || shown.rows.length <= first.rows.length) return first;
  return { ...shown, total: first.total, rows: [...first.rows, ...shown.rows.slice(first.rows.length)] };
}

/** 'All 42 tools', 'Showing 24 of 42 tools', '1 tool': the visible count under a list. */
export function countText(
  { rows, nextCursor, total }: ShownList<unknown>,
  one: string,
  many: string,
): string {
  const noun = rows.length === 1 ? one : many;
  if (!nextCursor) return rows.length > 1 ? `All ${rows.length} ${noun}` : `${rows.length} ${noun}`;
  return total === undefined
    ? `Showing ${rows.length} ${noun} so far`
    : `Showing ${rows.length} of ${total} ${many}`;
}
