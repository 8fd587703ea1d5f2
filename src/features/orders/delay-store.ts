import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { DEFAULT_SHIP_DAYS } from '#contracts/ships-by.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Page } from '#platform/jobs/do-alone.ts';
import type { DelayNotice } from './contract.ts';
import type { DelayState } from './delay-rules.ts';

export type DelayRow = Selectable<Tables['delay_notices']>;

/** Stores a notice. The transaction has locked its order. @throws a broken constraint if another one is
 * open */
export async function insertDelay(
  tx: DatabaseTransaction,
  notice: Insertable<Tables['delay_notices']>,
): Promise<void> {
  await tx.insertInto('delay_notices').values(notice).execute();
}

/** Finds a notice. */
export function findDelay(db: Database, id: string): Promise<DelayRow | undefined> {
  return db.selectFrom('delay_notices').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the latest notice of each order; returns a lookup by order id. */
export async function findDelays(
  db: Database,
  orders: readonly { id: string }[],
): Promise<(orderId: string) => DelayRow | undefined> {
  if (orders.length === 0) return () => undefined;
  const ids = orders.map(({ id }) => id);
  const rows = await db
    .selectFrom('delay_notices')
    .selectAll()
    .distinctOn('order_id')
    .where('order_id', '=', anyOf<string>(ids, 'uuid'))
    .orderBy('order_id')
    .orderBy('id', 'desc')
    .execute();
  const latest = new Map(rows.map((row) => [row.order_id, row]));
  return (orderId) => latest.get(orderId);
}

/** Ends a notice whose order the transaction has locked. */
export async function endDelay(
  tx: DatabaseTransaction,
  id: string,
  answer: { state: DelayState; bySilence: boolean; at: Date },
): Promise<void> {
  await tx
    .updateTable('delay_notices')
    .set({ state: answer.state, by_silence: answer.bySilence, answered_at: answer.at })
    .where('id', '=', id)
    .execute();
}

/** Writes until when an order that the transaction has locked must ship; null for no day. */
export async function writeShipBy(
  tx: DatabaseTransaction,
  orderId: string,
  shipBy: string | null,
): Promise<void> {
  await tx.updateTable('orders').set({ ship_by: shipBy }).where('id', '=', orderId).execute();
}

/** Lists open notices whose buyers were silent until before `today`, by id. */
export function listSilent(db: Database, today: string, { afterId, limit }: Page): Promise<DelayRow[]> {
  return db
    .selectFrom('delay_notices')
    .selectAll()
    .where('state', '=', 'open')
    .where('answer_by', '<', today)
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Writes until when orders must ship that were paid before the rule applied, or under an earlier version:
 * nothing was promised then. */
export async function fillShipBy(db: Database, zone: string): Promise<void> {
  await sql`update orders
    set ship_by = to_char((paid_at at time zone ${zone})::date + ${DEFAULT_SHIP_DAYS}::int, 'YYYY-MM-DD')
    where state = 'paid' and ship_by is null
      and not exists (select from delay_notices where order_id = orders.id)`.execute(db);
}

/** Whether the buyer of an order has not answered a notice yet. */
export const hasOpenDelay = sql<SqlBool>`exists (select from delay_notices
  where order_id = orders.id and delay_notices.state = 'open')`;

/** Whether an order must ship until a day, and its buyer has not been asked whether they wait. */
export const mustShipUntil = (day: string) =>
  sql<SqlBool>`(orders.state = 'paid' and ship_by <= ${day} and not ${hasOpenDelay})`;

/** Serializes a notice for the wire. */
export const serializeDelay = (row: DelayRow | undefined): DelayNotice | null =>
  row
    ? {
        _id: row.id,
        orderId: row.order_id,
        wasDueOn: row.was_due_on,
        newDate: row.new_date,
        reason: row.reason,
        silence: row.silence,
        answerBy: row.answer_by,
        state: row.state,
        bySilence: row.by_silence,
        sentAt: row.sent_at.toISOString(),
        answeredAt: row.answered_at?.toISOString() ?? null,
      }
    : null;
