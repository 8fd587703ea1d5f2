import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './database.ts';

/** Rows are counted up to here; beyond it a list only says that there are more. */
export const MAX_COUNTED_ROWS = 10_000;

/** One page of a list, and how long that is: `isMoreThanTotal` where its rows were counted so far only. */
export type RowsPage<Row> = {
  rows: Row[];
  nextCursor: string | undefined;
  total: number;
  isMoreThanTotal?: boolean;
};

/** Cuts a page out of `rows`, which were read with one more than `limit` to see
 * whether there are; cursors are ids. */
export function cutPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  total: number,
): RowsPage<Row> {
  const page = rows.slice(0, limit);
  return { rows: page, nextCursor: rows.length > limit ? page.at(-1)?.id : undefined, total };
}

/** Whether `words`, made by `list_words`, has a word that begins like each
 * word of `q`, which must have one. */
export function beginsWords(q: string, words: RawBuilder<unknown> = sql`words`): RawBuilder<SqlBool> {
  const begins = q.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  if (!begins) return sql<SqlBool>`false`;
  return sql<SqlBool>`${words} @@ ${begins.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
}

/** An order that rows may stand in: by `key`, where there is one, then by id. */
export type RowOrder = { key?: RawBuilder<unknown>; direction: 'asc' | 'desc' };

type RowsQuery = {
  table: string;
  where: RawBuilder<SqlBool>[];
  /** The kinds of rows, where there is an index for each of them in every order; and the one that is listed,
   * if not all are. One index without kinds reads 98,000 pages, not 27, for the first unpaid ones of
   * 100,000 orders where they stand last. */
  kinds?: RawBuilder<SqlBool>[];
  kind?: RawBuilder<SqlBool> | undefined;
  /** What few of the rows are, if anything is looked for. */
  search: RawBuilder<SqlBool>[];
  order: RowOrder;
  limit: number;
  cursor: string | undefined;
};

type Place = { key: unknown; id: string } | undefined;

/** One page of a list, whose rows `find` reads by their ids, in whatever order. Any row may be the cursor;
 * after a lost one there is nothing. */
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

/** The ids of one page and one row more, and how many there are in all,
 * counted up to one more than is told. */
async function listIds(db: Database, query: RowsQuery): Promise<Ids> {
  const place = query.cursor === undefined ? undefined : await findPlace(db, query, query.cursor);
  if (query.search.length === 0) {
    const [ids, counted] = await Promise.all([walk(db, query, place), count(db, query)]);
    return { ids, counted };
  }
  // Few hits are gathered and sorted: no index has them in this order.
  const few = await gather(db, query, place, sql`limit ${MAX_COUNTED_ROWS + 1}`);
  if (few.counted <= MAX_COUNTED_ROWS) return few;
  // Of so many the next by age are never far. By a name that was looked for they
  // may all stand at the other end.
  const ids = query.order.key ? (await gather(db, query, place, sql``)).ids : await walk(db, query, place);
  return { ids, counted: few.counted };
}

async function findPlace(db: Database, query: RowsQuery, id: string): Promise<Place> {
  const { rows } = await sql<{ key: unknown }>`
    select ${keyOf(query)} as key from ${sql.table(query.table)} where id = ${id}`.execute(db);
  return { key: rows[0]?.key ?? null, id };
}

/** Reads each kind of rows in order, off its index, and the page off their tops. */
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

/** By age, the id stands for the key as well: rows come as their ids do. */
const keyOf = ({ order }: RowsQuery) => order.key ?? sql`id`;

/** The same of rows that have their key in a column of that name. */
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

/** All kinds together are every row: to name them would only keep the planner from what is quick. */
const ofKind = ({ kind }: RowsQuery) => (kind ? [kind] : []);

const all = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;

/** A phone number as people type it, with an extension or without; it has seven digits at least. */
const PHONE_NUMBER = /^[\s+(]*(?:\d[\s()./+\p{Pd}]*){7,20}(?:(?:;\s*ext\s*=|ext\b\.?|x|#)\s*\d{1,9}\s*)?$/iu;

/** Whether `column`, a phone number as somebody wrote it, is the one that `q` has: in whatever notation, and
 * from its last seven digits on. `undefined` where `q` is no phone number. `phone_key` has an index of its
 * last seven digits on each such column. */
export function matchesPhone(q: string, column: RawBuilder<unknown>): RawBuilder<SqlBool> | undefined {
  if (!PHONE_NUMBER.test(q.normalize('NFKC'))) return undefined;
  const [stored, asked] = [sql`phone_key(${column})`, sql`phone_key(${q})`];
  return sql<SqlBool>`(right(${stored}, 7) = right(${asked}, 7) and length(${asked}) >= 7
    and (right(${stored}, length(${asked})) = ${asked} or right(${asked}, length(${stored})) = ${stored}))`;
}
