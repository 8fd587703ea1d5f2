/**
 * One page of a list: its rows, the cursor of the next page when there is one, and the number of all rows. Where
 * `isMoreThanTotal`, they were counted so far only.
 */
export type RowsPage<Row> = {
  rows: Row[];
  nextCursor: string | undefined;
  total: number;
  isMoreThanTotal?: boolean;
};

/**
 * Cuts a page out of `rows`, which were read with a limit of one more than `limit`, so that the extra row tells
 * whether there are more. The cursor is the id of the page's last row: lists are ordered by id, newest first.
 */
export function cutPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  total: number,
): RowsPage<Row> {
  const page = rows.slice(0, limit);
  return { rows: page, nextCursor: rows.length > limit ? page.at(-1)?.id : undefined, total };
}
