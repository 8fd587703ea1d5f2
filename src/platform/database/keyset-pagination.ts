import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './database.ts';

/** Rows are counted up to this number; beyond it a list only reports that there are more. */
export const MAX_COUNTED_ROWS = 10_000;

/** One page of a list, and the total; `isMoreThanTotal` if counting stopped there. */
export type RowsPage<Row> = {
  rows: Row[];
  nextCursor: string | undefined;
  total: number;
  isMoreThanTotal?: boolean;
};

/** Cuts a page from `rows`, which were read with one more than `limit` to detect a next page; cursors are
 * ids. */
export function cutPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  total: number,
): RowsPage<Row> {
  const page = rows.slice(0, limit);
  return { rows: page, nextCursor: rows.length > limit ? page.at(-1)?.id : undefined, total };
}

/** Whether each word of `q` is a prefix of a word in `words`, made by `list_words`; false if `q` has no
 * word. */
export function beginsWords(q: string, words: RawBuilder<unknown> = sql`words`): RawBuilder<SqlBool> {
  const begins = q.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  if (!begins) return sql<SqlBool>`false`;
  return sql<SqlBool>`${words} @@ ${begins.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
}

/** An order of rows: by `key`, if any, then by id. */
export type RowOrder = { key?: RawBuilder<unknown>; direction: 'asc' | 'desc' };

type RowsQuery = {
  table: string;
  where: RawBuilder<SqlBool>[];
  /** The kinds of rows, if each has an index in every order; and the listed kind, if not all are listed. A
   * single index without kinds reads 98,000 pages instead of 27 for the first unpaid ones of 100,000 orders
   * if they come last. */
  kinds?: RawBuilder<SqlBool>[];
  kind?: RawBuilder<SqlBool> | undefined;
  /** Selective conditions, if the list is searched. */
  search: RawBuilder<SqlBool>[];
  order: RowOrder;
  limit: number;
  cursor: string | undefined;
};

type Place = { key: unknown; id: string } | undefined;

/** Returns one page of a list; `find` reads its rows by id, in any order. Any row may be the cursor; after
 * one that no longer exists the page is empty. */
export async function listPage<Row extends { id: string }>(
  db: Database,
  query: RowsQuery,
  find: (ids: string[]) => Promise<Row[]>,
): Promise<RowsPage<Row>> {
  const { ids, counted } = await listIds(db, query);
  const found = new Map((await find(ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const page = cutPage(rows, query.limit, Math.min(counted, MAX_COUNTED_ROWS));
  return { ...page, isMoreThanTotal: counted > MAX_COUNTED_ROWS };
}

type Ids = { ids: string[]; counted: number };

/** Returns the ids of one page and one row more, and the total, counted up to one more than is reported. */
async function listIds(db: Database, query: RowsQuery): Promise<Ids> {
  const place = query.cursor === undefined ? undefined : await findPlace(db, query, query.cursor);
  if (query.search.length === 0) {
    const [ids, counted] = await Promise.all([walk(db, query, place), count(db, query)]);
    return { ids, counted };
  }
  // Few matches are collected and sorted: no index has them in this order.
  const few = await gather(db, query, place, sql`limit ${MAX_COUNTED_ROWS + 1}`);
  if (few.counted <= MAX_COUNTED_ROWS) return few;
  // With more matches, the next by age are never far. Matches of a name may all be at the other end of the
  // order.
  const ids = query.order.key ? (await gather(db, query, place, sql``)).ids : await walk(db, query, place);
  return { ids, counted: few.counted };
}

async function findPlace(db: Database, query: RowsQuery, id: string): Promise<Place> {
  const { rows } = await sql<{ key: unknown }>`
    select ${keyOf(query)} as key from ${sql.table(query.table)} where id = ${id}`.execute(db);
  return { key: rows[0]?.key ?? null, id };
}

/** Reads the top rows of each kind from its index, in order, and takes the page from them. */
async function walk(db: Database, query: RowsQuery, place: Place): Promise<string[]> {
  const { table, where, kind, kinds = [all([])], search, order } = query;
  const tops = (kind ? [kind] : kinds).map(
    (each) => sql`(select id, ${keyOf(query)} as key from ${sql.table(table)}
      where ${all([...where, each, ...search, ...isAfter(order, place)])} ${sorted(query)})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(tops, sql` union all `)}) as tops ${sorted(byKey(query))}`.execute(db);
  return rows.map(({ id }) => id);
}

async function count(db: Database, query: RowsQuery): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select from ${sql.table(query.table)} where ${all([...query.where, ...ofKind(query)])}
      limit ${MAX_COUNTED_ROWS + 1}
    ) as meant`.execute(db);
  return rows[0]?.counted ?? 0;
}

async function gather(db: Database, query: RowsQuery, place: Place, most: RawBuilder<unknown>): Promise<Ids> {
  const ordered = byKey(query);
  const { rows } = await sql<{ ids: string[]; counted: number }>`
    with hits as materialized (
      select id, ${keyOf(query)} as key from ${sql.table(query.table)}
      where ${all([...query.where, ...ofKind(query), ...query.search])} ${most}
    )
    select (select count(*) from hits) as counted, array(
      select id from hits where ${all(isAfter(ordered.order, place))} ${sorted(ordered)}
    ) as ids`.execute(db);
  return { ids: rows[0]?.ids ?? [], counted: rows[0]?.counted ?? 0 };
}

/** When sorting by age, the id is the key: rows are created in the order of their ids. */
const keyOf = ({ order }: RowsQuery) => order.key ?? sql`id`;

/** The same order for rows whose key is in the column `key`. */
const byKey = ({ order, limit }: RowsQuery) => ({ order: { ...order, key: sql`key` }, limit });

function isAfter({ key, direction }: RowOrder, place: Place): RawBuilder<SqlBool>[] {
  if (!place) return [];
  const side = direction === 'desc' ? sql`<` : sql`>`;
  if (!key) return [sql`id ${side} ${place.key}::uuid`];
  return [sql`(${key}, id) ${side} (${place.key}, ${place.id}::uuid)`];
}

function sorted({ order, limit }: Pick<RowsQuery, 'order' | 'limit'>): RawBuilder<unknown> {
  const direction = sql.raw(order.direction);
  const key = order.key ? sql`${order.key} ${direction}, ` : sql``;
  return sql`order by ${key}id ${direction} limit ${limit + 1}`;
}

/** All kinds together are every row: naming them would only keep the planner from the fast plan. */
const ofKind = ({ kind }: RowsQuery) => (kind ? [kind] : []);

const all = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;

/** A phone number as typed, or its beginning of at least six digits, with or without an extension. */
const PHONE_NUMBER = /^[\s+(]*(?:\d[\s()./+\p{Pd}]*){6,20}(?:(?:;\s*ext\s*=|ext\b\.?|x|#)\s*\d{1,9}\s*)?$/iu;

/** Whether the phone number in `column` is the one in `q`, in any notation, compared from its last seven
 * digits; or begins with it, without its country's code. `undefined` if `q` is not a phone number. Each such
 * column has an index on the last seven digits of its `phone_key`, and on the last ten for beginnings. */
export function matchesPhone(q: string, column: RawBuilder<unknown>): RawBuilder<SqlBool> | undefined {
  if (!PHONE_NUMBER.test(q.normalize('NFKC'))) return undefined;
  const [stored, asked] = [sql`phone_key(${column})`, sql`phone_key(${q})`];
  return sql<SqlBool>`((right(${stored}, 7) = right(${asked}, 7) and length(${asked}) >= 7
    and (right(${stored}, length(${asked})) = ${asked} or right(${asked}, length(${stored})) = ${stored}))
    or (right(${stored}, 10) like ${asked} || '%' and length(${asked}) >= 6))`;
}
