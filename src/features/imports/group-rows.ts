import { UnreadableFile } from './file-rules.ts';
import type { Row } from './read-row.ts';
import { importErrorTexts as texts } from './texts.ts';

/** More rows than a Shopify product can have for its variants and pictures. */
const MOST_ROWS_OF_ONE = 5_000;
/** Characters kept while rows of their products are still to come: a file that is sorted otherwise, or of 64
 * MB of products whose rows are beside each other. */
const MOST_HELD = 24_000_000;
/** What an empty cell takes, counted in characters. */
const CELL = 8;

const sizeOf = ({ cells }: Row) => cells.reduce((sum, { length }) => sum + length + CELL, 0);

/** Counts the rows of each product, by its key. */
export function countRow(counts: Map<string, number>, product: string | undefined): void {
  if (product !== undefined) counts.set(product, (counts.get(product) ?? 0) + 1);
}

/** Returns the rows of each product together, wherever in the file they are, once its last one has been read.
 * `productOf` returns the key of a row's product, asked row by row, or `undefined` for a row that is one by
 * itself; `counts` are the rows of each. @throws UnreadableFile if too much would have to be kept */
export async function* groupRows(
  rows: AsyncIterable<Row>,
  productOf: (row: Row) => string | undefined,
  counts: ReadonlyMap<string, number>,
): AsyncGenerator<Row[]> {
  const groups = new Map<string, Row[]>();
  let held = 0;
  for await (const row of rows) {
    const product = productOf(row);
    if (product === undefined) {
      yield [row];
      continue;
    }
    const group = groups.get(product) ?? [];
    group.push(row);
    if (group.length > MOST_ROWS_OF_ONE)
      throw new UnreadableFile(texts.manyRowsOfOne(MOST_ROWS_OF_ONE), row.row);
    if (group.length < (counts.get(product) ?? 0)) {
      groups.set(product, group);
      held += sizeOf(row);
      if (held > MOST_HELD) throw new UnreadableFile(texts.scattered, row.row);
      continue;
    }
    groups.delete(product);
    for (const each of group.slice(0, -1)) held -= sizeOf(each);
    yield group;
  }
}
