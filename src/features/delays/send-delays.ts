import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { hasNoEmail } from '#contracts/email.ts';
import { addDays } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { forEachItem } from '#features/fulfilment/for-each-item.ts';
import { MAX_DELAY_DAYS, silenceAbout } from '#features/orders/delay-rules.ts';
import { findDelays, insertDelay } from '#features/orders/delay-store.ts';
import { needsShipping } from '#features/orders/order-states.ts';
import { hasShipBy } from '#features/orders/ship-by.ts';
import { lockOrder, type OrderRow } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { DelayResults, NewDelay } from './contract.ts';
import { dayText, delayEmails } from './emails.ts';
import { delayErrorTexts as texts } from './texts.ts';

type Delay = Pick<NewDelay, 'newDate' | 'reason'>;

/** Sends a notice of a delay for each order that can have one, each in its own transaction: a refusal of one
 * doesn't stop the others. @throws AppError conflict where the law has no such rule */
export async function sendDelays(
  context: AppContext,
  { userId }: CurrentUser,
  { orderIds, ...delay }: NewDelay,
): Promise<DelayResults> {
  if (!(await hasShipBy(context))) throw new AppError('conflict', texts.notUs);
  const ids = [...new Set(orderIds)];
  const answers = await forEachItem<string, { insertedId: string | null }>(
    context,
    ids,
    async (orderId) => ({ insertedId: await sendDelay(context, userId, orderId, delay) }),
    { insertedId: null },
  );
  return answers.map((answer, nth) => ({ orderId: ids[nth] ?? '', ...answer }));
}

async function sendDelay(
  context: AppContext,
  userId: string,
  orderId: string,
  { newDate, reason }: Delay,
): Promise<string> {
  return context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.deleted_at) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    const today = await todayOf(context, tx);
    const shipBy = shipByOf(order);
    const isFirst = await assertNoneOpen(tx, order);
    checkNewDate(newDate, shipBy > today ? shipBy : today, today);
    const { silence, answerBy } = silenceAbout({ shipBy, newDate, isFirst, today });
    const id = uuid();
    await insertDelay(tx, {
      ...{ id, order_id: orderId, was_due_on: shipBy, new_date: newDate, reason },
      ...{ silence, answer_by: answerBy, sent_by: userId, sent_at: context.clock.now() },
    });
    await recordAudit(context, tx, {
      action: 'delay_notice_sent',
      orderId,
      toolId: order.tool_id,
      details: { shipBy, newDate, silence, answerBy },
    });
    await enqueueEmail(context, tx, delayEmails.notice, { noticeId: id, orderId });
    return id;
  });
}

/** @throws AppError conflict for an order that can't be delayed */
function shipByOf({ state, ship_by, email }: OrderRow): string {
  if (!needsShipping(state)) throw new AppError('conflict', texts.notPaid);
  if (ship_by === null) throw new AppError('conflict', texts.noShipBy);
  if (hasNoEmail(email)) throw new AppError('conflict', texts.noEmail);
  return ship_by;
}

/** Returns whether the order had no notice yet. @throws AppError conflict while one is open */
async function assertNoneOpen(tx: DatabaseTransaction, order: OrderRow): Promise<boolean> {
  const latest = (await findDelays(tx, [order]))(order.id);
  if (latest?.state === 'open') throw new AppError('conflict', texts.isOpen);
  return latest === undefined;
}

/** @throws AppError invalid_input */
function checkNewDate(newDate: string | null, after: string, today: string): void {
  if (newDate === null) return;
  const refused = (message: string) => new AppError('invalid_input', message, { field: 'newDate' });
  if (newDate <= after) throw refused(texts.notLater(dayText(after)));
  if (newDate > addDays(today, MAX_DELAY_DAYS)) throw refused(texts.tooLate(MAX_DELAY_DAYS));
}
