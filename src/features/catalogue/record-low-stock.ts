import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';

import { notifyStaff, staffEmail } from '#features/users/notices/notify-staff.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { anyOf, type DatabaseTransaction } from '#platform/database/database.ts';
import { isForSale, isLow } from './for-sale.ts';
import { findLineNames } from './line-names.ts';
import { LOW_STOCK_ORDERS } from './rules.ts';
import { findTool } from './store.ts';
import { lowStockEmailTexts as texts } from './texts/manage.ts';

/** The change of a tool's available quantity; 0 if only its minimum order has changed. */
type StockStep = { toolId: string; quantity: number };

/** Minimum time between reports of a tool: payments that reserve and release units would otherwise repeat
 * them. */
const PAUSE_MS = 24 * 3_600_000;

/** Maximum number of emails per change of stock: an import can make hundreds of tools low, and the overview
 * lists them all. */
const MOST_TOLD = 20;

/** Records which tools run low, in the transaction that changes their stock, and notifies staff when that
 * begins, never as units arrive: once until they are restocked. A tool that ran low and recovered through
 * payments alone is reported again only after a day. Also notifies the users who requested a notice for a
 * tool that can be ordered again. */
export async function recordLowStock(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: DatabaseTransaction,
  steps: StockStep[],
  { isRestock }: { isRestock: boolean },
): Promise<void> {
  const now = clock.now();
  const wasLow: RawBuilder<SqlBool> = sql`
    available_quantity - quantity::bigint < ${sql.lit(LOW_STOCK_ORDERS)}::bigint * min_order_quantity`;
  const { rows } = await sql<{ id: string; low_since: Date | null }>`
    with steps as (
      select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step ("toolId" uuid, quantity integer)
    )
    update tools set low_since = case when ${isLow} then ${now}::timestamptz end
    from steps
    where id = "toolId" and deleted_at is null and case when ${isLow}
      then quantity <= 0
        and (low_since is null or low_since <= ${new Date(now.getTime() - PAUSE_MS)} and not (${wasLow}))
      else low_since is not null and ${isRestock} end
    returning id, low_since`.execute(tx);
  const low = rows.flatMap(({ id, low_since: since }) => (since ? [{ id, since }] : []));
  for (const { id, since } of low.slice(0, MOST_TOLD))
    await notifyStaff({ jobs }, tx, stockEmails.low, { toolId: id, since: since.toISOString() });
  const running = low.map(({ id }) => ({ id }));
  await enqueueWebhooks({ clock, jobs }, tx, 'stock.low', running);
  const risen = steps.filter(({ quantity }) => quantity >= 0).map(({ toolId }) => toolId);
  if (risen.length > 0 && (await markDue(tx, risen, now))) await jobs.enqueue(tx, 'tell-restocked', {});
}

/** Marks requests for notices of tools that can be ordered again as due. Returns whether there were any. */
async function markDue(tx: DatabaseTransaction, toolIds: string[], now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('restock_notices')
    .from('tools')
    .set({ due_at: now })
    .whereRef('tools.id', '=', 'tool_id')
    .where('tool_id', '=', anyOf<string>(toolIds, 'uuid'))
    .where('due_at', 'is', null)
    .where(isForSale)
    .whereRef('available_quantity', '>=', 'min_order_quantity')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const stockEmails = {
  /** Reports that a tool runs low. `since` distinguishes such emails about the same tool. */
  low: staffEmail(
    'low_stock',
    z.object({ toolId: z.string(), since: z.iso.datetime() }),
    async ({ db }, { toolId }) => {
      const tool = await findTool(db, toolId);
      const name = (await findLineNames(db, [toolId])).get(toolId);
      return tool && { tool: { ...tool, name: name ?? tool.name } };
    },
    ({ tool, origin }) => ({
      subject: texts.subject(tool.name),
      heading: texts.subject(tool.name),
      paragraphs: [texts.text],
      facts: [
        ...(tool.family ? [[texts.family, tool.family.name] satisfies [string, string]] : []),
        [texts.available, String(tool.available_quantity)],
        [texts.minimum, String(tool.min_order_quantity)],
      ],
      link: { label: texts.link, url: `${origin}/dashboard/managetool/${tool.id}/stock` },
    }),
  ),
};
