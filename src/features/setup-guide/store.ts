import { sql } from 'kysely';
import { isForSale } from '#features/catalogue/for-sale.ts';
import type { TaxonKind } from '#features/categories/contract.ts';
import { orderAwaitsPayment } from '#features/orders/state-conditions.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { DemoData, SetupGuide, SetupStep } from './contract.ts';

type GuideRow = {
  shown: 'until_done' | 'always' | 'never';
  skipped: SetupStep[];
  hasDemo: boolean;
  tools: SetupGuide['tools'];
  /** The steps that the database shows to be done. */
  done: Partial<Record<SetupStep, boolean>>;
};

/** Returns the guide's row and what is done, in one statement. A free method for everywhere is what a new
 * shop has. Until something was sold, first tools that are mostly drafts are not done. */
export async function readGuideRow(db: Database): Promise<GuideRow> {
  const { rows } = await sql<GuideRow>`
    with own_tools as (
      select count(*) filter (where ${isForSale}) as "forSale", count(*) filter (where img is null) as drafts
      from tools where deleted_at is null
        and not exists (select from demo_rows where kind = 'tool' and demo_rows.id = tools.id)
    )
    select shown, skipped, exists (select from demo_rows) as "hasDemo", row_to_json(own_tools) as tools, json_build_object(
      'region', (select coalesce(own -> 'region' ? 'country', false) from shop_details),
      'tools', "forSale" > 0 and ("forSale" >= drafts or exists (select from orders where paid_at is not null)),
      'texts', (
        select own ? 'statistics' or (sample_cleared and own ?| array['support', 'about', 'policy']) from shop_details),
      'delivery', exists (select from delivery_method_regions) or (
        select count(*) <> 1 or bool_or(kind <> 'flat' or price_cents > 0) from delivery_methods),
      'tax', exists (select from tax_rates),
      'test_order', exists (select from orders where paid_at is not null)
    ) as done
    from setup_guide, own_tools`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the set-up guide has vanished');
  return row;
}

/** Stores that an admin has hidden the guide, or brought it back. */
export async function writeShown(db: Database, shown: GuideRow['shown']): Promise<void> {
  await db.updateTable('setup_guide').set({ shown }).execute();
}

/** Skips a step, or takes that back: in one statement, so that no other step skipped meanwhile is lost. */
export async function writeSkipped(db: Database, step: SetupStep, skipped: boolean): Promise<void> {
  const others = sql`array_remove(skipped, ${step})`;
  await sql`update setup_guide set skipped = ${skipped ? sql`array_append(${others}, ${step})` : others}`.execute(
    db,
  );
}

/** The advisory lock of loading and clearing the demo catalogue. */
export const DEMO_LOCK = 'toolyard demo catalogue';

/** What a row of the demo catalogue is. */
export type DemoKind = 'tool' | 'family' | 'review' | TaxonKind;

/** Marks rows as the demo catalogue's. */
export async function markDemoRows(tx: DatabaseTransaction, ids: Record<DemoKind, string[]>): Promise<void> {
  const rows = Object.entries(ids).flatMap(([kind, ofKind]) => ofKind.map((id) => ({ kind, id })));
  await tx.insertInto('demo_rows').values(rows).execute();
}

/** Whether a tool of the demo is as it was loaded: neither edited, nor counted or received by hand, nor given
 * other documents. Sales and reviews are no changes. */
const isAsLoaded = sql`version = 1
  and not exists (
    select from stock_movements where tool_id = tools.id and actor <> 'start' and kind in ('received', 'adjusted', 'imported'))
  and not exists (
    select from audit_events where tool_id = tools.id and action in ('document_added', 'document_edited', 'document_removed'))`;

/** Counts what clearing the demo would delete, and the orders that it would leave without their tool. */
export async function countDemoData(db: Database): Promise<DemoData> {
  const { rows } = await sql<DemoData>`
    with demo as (
      select tools.id, ${isAsLoaded} as goes from tools join demo_rows on kind = 'tool' and demo_rows.id = tools.id
      where deleted_at is null
    )
    select count(*) filter (where goes) as tools, count(*) filter (where not goes) as "changedTools",
      (select count(*) from demo_rows join reviews using (id) where kind = 'review') as reviews,
      (select count(*) from orders join demo on demo.id = tool_id where goes and deleted_at is null) as orders,
      (select count(*) from orders join demo on demo.id = tool_id where goes and ${orderAwaitsPayment}) as "unpaidOrders"
    from demo`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a count without a group has one row');
  return counts;
}

/** Takes the marks off the next rows of a kind and returns their ids. */
export async function takeDemoRows(
  tx: DatabaseTransaction,
  kind: DemoKind,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from demo_rows where kind = ${kind}
      and id in (select id from demo_rows where kind = ${kind} order by id limit ${limit}) returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Returns those of some locked tools that are in the shop and as they were loaded. */
export async function findUnchangedTools(tx: DatabaseTransaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tools where id = any(${ids}::uuid[]) and deleted_at is null and ${isAsLoaded} order by id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Returns the demo's families that nobody has edited. */
export async function findUnchangedFamilies(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from demo_rows join families using (id) where kind = 'family' and version = 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the demo's categories or brands that nobody has edited or given a tax rate. */
export async function findUnchangedTaxons(db: Database, kind: TaxonKind): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from demo_rows where kind = ${kind}
      and not exists (select from audit_events where action = ${`${kind}_edited`} and details ->> 'id' = demo_rows.id::text)
      and not exists (select from tax_rates where category_id = demo_rows.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes the marks off all rows of a kind. */
export async function unmarkDemoRows(db: Database, kind: DemoKind): Promise<void> {
  await db.deleteFrom('demo_rows').where('kind', '=', kind).execute();
}
