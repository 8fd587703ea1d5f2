import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LOW_STOCK_ORDERS } from './rules.ts';

/** Whether a tool is one that buyers see and order: it is in the shop, and
 * no draft, which lacks a picture. */
export const isForSale = sql<SqlBool>`deleted_at is null and img is not null`;

/** What `isLow` of the rules says, in SQL: for the lists of tools, the
 * overview, and what staff are told of. */
export const isLow: RawBuilder<SqlBool> = sql`available_quantity < ${sql.lit(LOW_STOCK_ORDERS)}::bigint * min_order_quantity`;
