import type { LoadedListTexts } from '#texts/loaded-lists.ts';

/** What the reader sees of a list that is fetched piece by piece. */
export interface ShownList<Row> {
  rows: Row[];
  nextCursor: string | undefined;
  total: number | undefined;
  /** There are more than so many, where the shop has counted no further. */
  totalMoreThan?: number | undefined;
}

type WithId = { _id: string };

/** The list with its next stretch added. A row that moved down meanwhile is not shown twice. */
export function addRows<Row extends WithId>(shown: ShownList<Row>, next: ShownList<Row>): ShownList<Row> {
  const known = new Set(shown.rows.map((row) => row._id));
  const { total = shown.total, totalMoreThan = shown.totalMoreThan } = next;
  return {
    ...next,
    total,
    totalMoreThan,
    rows: [...shown.rows, ...next.rows.filter((row) => !known.has(row._id))],
  };
}

/**
 * The list after its first stretch was fetched again. Once rows further down have been loaded, all stay where they are
 * and only take over changed figures, so that nothing moves under the reader; else the list starts over from it.
 */
export function refreshRows<Row extends WithId>(
  shown: ShownList<Row>,
  first: ShownList<Row>,
): ShownList<Row> {
  if (!first.nextCursor || shown.rows.length <= first.rows.length) return first;
  const fresh = new Map(first.rows.map((row) => [row._id, row]));
  const { total, totalMoreThan } = first;
  return { ...shown, total, totalMoreThan, rows: shown.rows.map((row) => fresh.get(row._id) ?? row) };
}

/** 'All 42 tools', 'Showing 24 of 1,284 tools', '… of more than 10,000 tools', '1 tool': the visible count under a list. */
export function countText(
  { rows, nextCursor, total, totalMoreThan }: ShownList<unknown>,
  texts: LoadedListTexts,
): string {
  if (!nextCursor) return texts.all(rows.length);
  if (total !== undefined) return texts.some(rows.length, total);
  return totalMoreThan === undefined
    ? texts.soFar(rows.length)
    : texts.someOfMoreThan(rows.length, totalMoreThan);
}
