import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './database.ts';

/** Rows are counted up to here; beyond it a list only says that there are more. */
export const MAX_COUNTED_ROWS = 10_000;

/** An order that rows may stand in: by `key`, where there is one, then by id. */
export type RowOrder = { key?: RawBuilder<unknown>; falls: boolean };

/** The rows of a table that are listed, and how. */
export type SortedList = {
  table: string;
  /** What every listed row is. */
  where: RawBuilder<SqlBool>[];
  /** The kinds of rows that there are: for each there is an index in every order. */
  kinds: RawBuilder<SqlBool>[];
  /** The one kind that is listed, if not all are. */
  kind: RawBuilder<SqlBool> | undefined;
  /** What few of the rows are, if anything is looked for. */
  search: RawBuilder<SqlBool>[];
  order: RowOrder;
  limit: number;
  /** The id of the row to go on after. */
  cursor: string | undefined;
};

/** Some ids, and how long their list is: `isMoreThanTotal` where it was counted so far only. */
type IdsPage = { rows: string[]; total: number; isMoreThanTotal: boolean };

/**
 * The ids of one page and one row more, and how many rows the whole list has. The place of the cursor's row is looked up:
 * any row may be gone on from in any order, and after one that is not there, nothing comes.
 */
export async function listIds(db: Database, list: SortedList): Promise<IdsPage> {
  const place = list.cursor === undefined ? undefined : await findPlace(db, list, list.cursor);
  if (list.search.length === 0) {
    const [rows, counted] = await Promise.all([walk(db, list, place), count(db, list)]);
    return toPage(rows, counted);
  }
  // Few hits are gathered and sorted: no index has them in this order.
  const few = await gather(db, list, place, sql`limit ${MAX_COUNTED_ROWS + 1}`);
  if (few.counted <= MAX_COUNTED_ROWS) return toPage(few.rows, few.counted);
  // Of so many the next by age are never far. By a name that was looked for they may all stand at the other end.
  const rows = list.order.key ? (await gather(db, list, place, sql``)).rows : await walk(db, list, place);
  return toPage(rows, few.counted);
}

function toPage(rows: string[], counted: number): IdsPage {
  return { rows, total: Math.min(counted, MAX_COUNTED_ROWS), isMoreThanTotal: counted > MAX_COUNTED_ROWS };
}

/** Reads each kind of rows in order, off its index, and the page off their tops. */
async function walk(db: Database, list: SortedList, place: Place): Promise<string[]> {
  const tops = (list.kind ? [list.kind] : list.kinds).map(
    (kind) => sql`(select id, ${keyOf(list)} as key from ${sql.table(list.table)}
      where ${all([...list.where, kind, ...list.search, ...isAfter(list.order, place)])} ${sorted(list)})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(tops, sql` union all `)}) as tops
    ${sorted({ ...list, order: { key: sql`key`, falls: list.order.falls } })}`.execute(db);
  return rows.map(({ id }) => id);
}

async function count(db: Database, list: SortedList): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select from ${sql.table(list.table)} where ${all([...list.where, ...ofKind(list)])}
      limit ${MAX_COUNTED_ROWS + 1}
    ) as meant`.execute(db);
  return rows[0]?.counted ?? 0;
}

/** Finds the hits first, and sorts them then. */
async function gather(
  db: Database,
  list: SortedList,
  place: Place,
  most: RawBuilder<unknown>,
): Promise<{ rows: string[]; counted: number }> {
  const onKey = { key: sql`key`, falls: list.order.falls };
  const { rows } = await sql<{ ids: string[]; counted: number }>`
    with hits as materialized (
      select id, ${keyOf(list)} as key from ${sql.table(list.table)}
      where ${all([...list.where, ...ofKind(list), ...list.search])} ${most}
    )
    select (select count(*) from hits) as counted, array(
      select id from hits where ${all([sql`true`, ...isAfter(onKey, place)])} ${sorted({ ...list, order: onKey })}
    ) as ids`.execute(db);
  return { rows: rows[0]?.ids ?? [], counted: rows[0]?.counted ?? 0 };
}

/** Where a row stands in the order. */
type Place = { key: unknown; id: string } | undefined;

async function findPlace(db: Database, list: SortedList, id: string): Promise<Place> {
  const { rows } = await sql<{ key: unknown }>`
    select ${keyOf(list)} as key from ${sql.table(list.table)} where id = ${id}`.execute(db);
  return { key: rows[0]?.key ?? null, id };
}

/** By age, the id stands for the key as well: rows come as their ids do. */
const keyOf = ({ order }: SortedList) => order.key ?? sql`id`;

function isAfter(order: RowOrder, place: Place): RawBuilder<SqlBool>[] {
  if (!place) return [];
  const side = order.falls ? sql`<` : sql`>`;
  if (!order.key) return [sql`id ${side} ${place.key}::uuid`];
  return [sql`(${order.key}, id) ${side} (${place.key}, ${place.id}::uuid)`];
}

function sorted({ order, limit }: SortedList, most = limit + 1): RawBuilder<unknown> {
  const way = order.falls ? sql`desc` : sql`asc`;
  const key = order.key ? sql`${order.key} ${way}, ` : sql``;
  return sql`order by ${key}id ${way} limit ${most}`;
}

/** All kinds together are every row: to name them would only keep the planner from what is quick. */
const ofKind = ({ kind }: SortedList) => (kind ? [kind] : []);

const all = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
