import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LOW_STOCK_ORDERS } from './rules.ts';

/** Whether buyers see and order a tool: it is in the shop and not a draft, which lacks a picture. */
export const isForSale = sql<SqlBool>`deleted_at is null and img is not null`;

/** SQL equivalent of `isLow` in the rules: for the lists of tools, the overview and staff notifications. */
export const isLow: RawBuilder<SqlBool> = sql`available_quantity < ${sql.lit(LOW_STOCK_ORDERS)}::bigint * min_order_quantity`;
