import { type SqlBool, sql } from 'kysely';

/** Whether a tool is one that buyers see and order: it is in the shop, and no draft, which lacks a picture. */
export const isForSale = sql<SqlBool>`deleted_at is null and img is not null`;
