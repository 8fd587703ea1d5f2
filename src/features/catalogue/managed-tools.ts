import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LOW_STOCK_ORDERS } from '#features/catalogue/contract.ts';
import type { Database } from '#platform/database/database.ts';
import { cutPage, type RowsPage } from '#platform/database/keyset.ts';
import { listIds, type RowOrder } from '#platform/database/keyset-pagination.ts';
import type { ManagedToolList, ManagedToolSort } from './managed-contract.ts';
import { searchWords } from './search/search-words.ts';
import { findToolsById, type ToolRow } from './store.ts';

/**
 * By age, name and price there are indexes. Quantities are sorted as they are read: an index would make the holding of
 * units, which changes them, a good deal dearer than the sorting is for the few who ask for it.
 */
const orders: Record<ManagedToolSort, RowOrder> = {
  newest: { falls: true },
  name: { key: sql`lower(name)`, falls: false },
  price: { key: sql`price_cents`, falls: false },
  '-price': { key: sql`price_cents`, falls: true },
  minimum: { key: sql`min_order_quantity`, falls: false },
  '-minimum': { key: sql`min_order_quantity`, falls: true },
  available: { key: sql`available_quantity`, falls: false },
  '-available': { key: sql`available_quantity`, falls: true },
};

/** One page of the tools in the shop that are meant, in the order that is asked for. */
export async function listManagedTools(
  db: Database,
  { q, stock, sort, limit, cursor }: ManagedToolList,
): Promise<RowsPage<ToolRow>> {
  const { rows, total, isMoreThanTotal } = await listIds(db, {
    table: 'tools',
    where: [sql`deleted_at is null`, ...(stock === 'low' ? [isLow] : [])],
    kinds: [sql`true`],
    kind: undefined,
    search: q ? [beginsHeadWords(q)] : [],
    order: orders[sort],
    limit,
    cursor,
  });
  return { ...cutPage(await findToolsById(db, rows), limit, total), isMoreThanTotal };
}

const isLow: RawBuilder<SqlBool> = sql`available_quantity < ${sql.lit(LOW_STOCK_ORDERS)}::bigint * min_order_quantity`;

/** Whether a word of name, brand or category (`@` in the index) begins like each word of `q`; nothing has one that `q` has not. */
function beginsHeadWords(q: string): RawBuilder<SqlBool> {
  const begins = searchWords(q).flatMap(({ text, parts }) => (parts.length > 0 ? parts : [text]));
  if (begins.length === 0) return sql`false`;
  return sql`words @@ ${begins.map((word) => `'@${word}':*`).join(' & ')}::tsquery`;
}
