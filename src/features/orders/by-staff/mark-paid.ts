import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { type CurrentUser, findCurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { readUnpaid } from '../change-order.ts';
import type { Order } from '../contract.ts';
import { releaseHold } from '../payments/release-hold.ts';
import { PaymentsInTheWay, reservePayment } from '../payments/reserve-payment.ts';
import { countPayment } from '../payments/settle-payment.ts';
import { findPayment, lockOrdersWithPayments, markByHand } from '../payments/store.ts';
import { orderErrorTexts } from '../texts/errors.ts';
import type { MarkPaid } from './contract.ts';

type MarkPaidInput = { currentUser: CurrentUser; orderId: string; paid: MarkPaid };

/** How often a card payment may be started anew meanwhile before the staff are asked to try again. */
const MAX_TRIES = 3;

/** Makes an order paid for which the staff have taken cash or seen a transfer, by the step in which a card's success is
 * counted. A card payment under way is ended first; if it has succeeded, the order is paid by that.
 * @throws AppError not_found, conflict, out_of_stock, price_changed, price_not_accepted, account_blocked; CardPaymentsError. */
export async function markPaid(context: AppContext, input: MarkPaidInput): Promise<Order> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      await context.db.transaction().execute((tx) => take(context, tx, input));
      return await readUnpaid(context, input.orderId);
    } catch (error) {
      if (!(error instanceof PaymentsInTheWay)) throw error;
      for (const paymentId of error.paymentIds) await releaseHold(context, paymentId);
    }
  }
  throw new AppError('conflict', orderErrorTexts.beingPaid);
}

async function take(
  context: AppContext,
  tx: DatabaseTransaction,
  { currentUser, orderId, paid: { method, reference = '', price } }: MarkPaidInput,
): Promise<void> {
  const { orders, payments } = await lockOrdersWithPayments(tx, [orderId]);
  const buyer = orders[0] && (await findCurrentUser(tx, orders[0].user_id));
  if (!buyer) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  const live = payments.filter(({ state }) => state === 'live');
  if (live.length > 0) throw new PaymentsInTheWay(live);
  const { paymentId } = await reservePayment(context, tx, { currentUser: buyer, orderId, price });
  await markByHand(tx, paymentId, { method, reference, marked_by: currentUser.userId });
  const payment = await findPayment(tx, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} has vanished`);
  const { amount_cents: amountCents, currency } = payment;
  const charge = { id: `${method}_${paymentId}`, amountCents, currency, orderIds: [orderId] };
  const { outcome } = await countPayment(context, tx, payment, charge);
  if (outcome !== 'paid') throw new Error(`payment ${paymentId} by hand is ${outcome}`);
  await recordAudit(context, tx, {
    action: 'order_marked_paid',
    orderId,
    userId: buyer.userId,
    details: { paymentId, method, amountCents },
  });
}
