import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { UNION } from '#contracts/member-states.ts';
import { nameOfCountry } from '#features/addresses/country-rules.ts';
import type { Specification } from '#features/catalogue/contract.ts';
import { isForSale, isLow } from '#features/catalogue/for-sale.ts';
import type { ManagedToolList, ManagedToolSort } from '#features/catalogue/managed-contract.ts';
import { findManagedToolsById, type ManagedToolRow, type ToolRow } from '#features/catalogue/store.ts';
import type { Database } from '#platform/database/database.ts';
import { listPage, type RowOrder, type RowsPage } from '#platform/database/keyset-pagination.ts';
import { formsOf, searchWords } from './search-words.ts';

/** Quantities have no index: it would cost more on every reservation of units than it saves on rare sorts. */
const orders: Record<Exclude<ManagedToolSort, 'match'>, RowOrder> = {
  newest: { direction: 'desc' },
  name: { key: sql`lower(name)`, direction: 'asc' },
  price: { key: sql`price_cents`, direction: 'asc' },
  '-price': { key: sql`price_cents`, direction: 'desc' },
  minimum: { key: sql`min_order_quantity`, direction: 'asc' },
  '-minimum': { key: sql`min_order_quantity`, direction: 'desc' },
  available: { key: sql`available_quantity`, direction: 'asc' },
  '-available': { key: sql`available_quantity`, direction: 'desc' },
};

/** Sorts a tool with this part number first; names are never empty. */
function byMatch(q = ''): RowOrder {
  const key = sql`case when lower(part_number) = ${q.toLowerCase()} then '' else lower(name) end`;
  return { key, direction: 'asc' };
}

/** Returns one page of the matching tools in the shop, in the requested order. */
export async function listManagedTools(
  db: Database,
  { sort, limit, cursor, ...meant }: ManagedToolList,
): Promise<RowsPage<ManagedToolRow>> {
  return listPage(
    db,
    {
      table: 'tools',
      where: filterConditions(meant),
      search: searchConditions(meant),
      order: sort === 'match' ? byMatch(meant.q) : orders[sort],
      limit,
      cursor,
    },
    (ids) => findManagedToolsById(db, ids),
  );
}

/** Filters of the shop's tools: by words, category, brand or family, or only those that are low in stock. */
export type ManagedToolChoice = Omit<ManagedToolList, 'sort' | 'limit' | 'cursor'>;

const filterConditions = ({ stock, lacks }: ManagedToolChoice) => [
  sql<SqlBool>`deleted_at is null`,
  ...(stock === 'low' ? [sql<SqlBool>`img is not null`, isLow] : []),
  ...(stock === 'draft' ? [sql<SqlBool>`img is null`] : []),
  ...(lacks ? [lacksSafety] : []),
];

/** How a postal address in the Union ends, in English or in the country's own words. */
const IN_UNION = `\\m(${UNION.map(nameOfCountry).join('|')}|Czech Republic|Deutschland|Österreich|España|Italia|Nederland|België|Belgique|Polska|Sverige|Danmark|Suomi)\\W*$`;

/** Whether a row says whose product it is, and who answers for that in the Union, where it's made elsewhere. */
const isNamed = sql<SqlBool>`manufacturer_name is not null and manufacturer_address is not null
  and manufacturer_email is not null`;
const isAnswered = sql<SqlBool>`(responsible_person is not null or manufacturer_address ~* ${IN_UNION})`;

/** Whether what `safetyOf` says of a tool is incomplete. */
export const lacksSafety = sql<SqlBool>`not case
  when coalesce(manufacturer_name, manufacturer_address, manufacturer_email) is not null
    then ${isNamed} and ${isAnswered}
  when brand is null then false
  else brand in (select name from brands where ${isNamed} and ${isAnswered})
    or (responsible_person is not null and brand in (select name from brands where ${isNamed})) end`;

const searchConditions = ({ q, category, brand, family }: ManagedToolChoice) => [
  ...(q ? [beginsHeadWords(q)] : []),
  ...(category ? [isUnder(category)] : []),
  ...(brand ? [sql<SqlBool>`brand = ${brand}`] : []),
  ...(family ? [sql<SqlBool>`family_id = ${family}`] : []),
];

/** Whether a tool is in a category or one of its subcategories. */
const isUnder = (category: string) => sql<SqlBool>`category in (
  select ${category} union all select child.name from categories child
    join categories parent on parent.id = child.parent_id where parent.name = ${category})`;

/** The filters as a condition on `tools`. */
export const toolFilter = (choice: ManagedToolChoice): RawBuilder<SqlBool> =>
  sql`${sql.join([...filterConditions(choice), ...searchConditions(choice)], sql` and `)}`;

/** Lists the names and units of numeric specifications, by a loose scan of their index. */
export async function listSpecificationNames(db: Database): Promise<Pick<Specification, 'name' | 'unit'>[]> {
  const inIndex = sql`tool_specifications where number is not null`;
  const { rows } = await sql<Pick<Specification, 'name' | 'unit'>>`
    with recursive each as (
      (select label from ${inIndex} order by label limit 1)
      union all
      select (select label from ${inIndex} and label > each.label order by label limit 1)
      from each where each.label is not null)
    select name, unit from each cross join lateral (
      select name, unit from ${inIndex} and label = each.label limit 1) found
    limit 1000`.execute(db);
  return rows;
}

export type LowToolRow = Pick<
  ToolRow,
  'id' | 'name' | 'img' | 'min_order_quantity' | 'available_quantity' | 'version' | 'family'
>;

/** Counts the tools that are low in stock, and finds the first of them: those that can't be ordered, then by
 * the number of minimum orders left. */
export async function findLowTools(
  db: Database,
  limit: number,
): Promise<{ count: number; tools: LowToolRow[] }> {
  const { rows } = await sql<LowToolRow & { count: number }>`
    with first as (
      select id, available_quantity / min_order_quantity as orders_left, available_quantity, count(*) over () as count
      from tools where ${isForSale} and ${isLow}
      order by orders_left, available_quantity, id limit ${limit}
    )
    select first.count, tools.id, tools.name, tools.img, tools.min_order_quantity, tools.available_quantity, tools.version,
      (select json_build_object('_id', id, 'name', name) from families where id = tools.family_id) as family
    from first join tools on tools.id = first.id
    order by first.orders_left, first.available_quantity, first.id`.execute(db);
  return { count: rows[0]?.count ?? 0, tools: rows.map(({ count: _, ...tool }) => tool) };
}

/** The ids of the shop's tools that match `q`, as a subquery. */
export const toolsNamed = (q: string): RawBuilder<unknown> =>
  sql`select id from tools where deleted_at is null and ${beginsHeadWords(q)}`;

/** Like `toolsNamed`, for tools that were removed from the shop. */
export const goneToolsNamed = (q: string): RawBuilder<unknown> =>
  sql`select id from tools where deleted_at is not null and ${beginsHeadWords(q)}`;

/** Whether each word of `q` is a prefix of a word in name, part number, brand or category (`@` in the index),
 * or another form of one; false if `q` has no words. */
function beginsHeadWords(q: string): RawBuilder<SqlBool> {
  const begins = searchWords(q).flatMap(({ text, parts }) => (parts.length > 0 ? parts : [text]));
  if (begins.length === 0) return sql`false`;
  const inAnyForm = (word: string) => {
    const forms = formsOf(word).filter(([form]) => !form?.startsWith(word));
    const each = forms.map((form) => `(${form.map((part) => `'@${part}'`).join(' & ')})`);
    return `(${[`'@${word}':*`, ...each].join(' | ')})`;
  };
  return sql`words @@ ${begins.map(inAnyForm).join(' & ')}::tsquery`;
}
