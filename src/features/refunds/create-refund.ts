import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { returnUnits } from '#features/catalogue/stock-store.ts';
import type { LockedOrders, Payment, PaymentLine } from '#features/orders/payment-store.ts';
import { countUnits, type GivenRefund, insertRefund, type RefundRow } from '#features/orders/refund-store.ts';
import { type OrderRow, unitsLeft, unitsOfOrder } from '#features/orders/store.ts';
import { orderErrorTexts, refundErrorTexts } from '#features/orders/texts/errors.ts';
import type { PriceTerms } from '#features/shop-details/read-details.ts';
import { assertFreshSignIn } from '#features/users/authorise.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { currentActor } from '#platform/actor.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

/** A paid order that the transaction has locked, with its payment. */
export type PaidOrder = { order: OrderRow; payment: Payment; line: PaymentLine };

/** Returns the single locked order, with the payment that paid for it. @throws AppError not_found; conflict
 * if it is unpaid */
export function paidOrder({ orders: [order], payments }: LockedOrders): PaidOrder {
  if (!order || order.deleted_at) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  const payment = payments.find(({ state }) => state === 'succeeded');
  const line = payment?.lines.find(({ order_id }) => order_id === order.id);
  if (payment && line) return { order, payment, line };
  throw new AppError('conflict', refundErrorTexts.notPaid);
}

/** What was charged for an order including tax, without delivery. */
export const lineCents = ({ net_cents, tax_cents }: PaymentLine): Cents => net_cents + tax_cents;

/** What was paid for a locked order, and what of it is refunded. */
export const paidLine = ({ order, line }: Pick<PaidOrder, 'order' | 'line'>) => ({
  paidCents: lineCents(line),
  refundedCents: line.refunded_cents,
  deductedCents: order.deducted_cents,
  quantity: order.quantity,
  refundedQuantity: order.refunded_quantity,
  returningQuantity: order.returning_quantity,
});

/** The terms of a payment's refunds: those given by hand can use the currency's smallest unit. */
export const refundTerms = ({ method }: Payment, terms: PriceTerms): PriceTerms =>
  method === 'card' ? terms : { ...terms, stepCents: 1 };

/** The value of a number of an order's units, at its price as entered. */
export const enteredCents = ({ unit_price_cents }: OrderRow, units: number): Cents =>
  unit_price_cents * units;

/** What was charged or retained for the delivery of a payment's orders, including tax, and has not been
 * refunded. */
export const deliveryLeftCents = ({
  delivery_cents,
  delivery_tax_cents,
  kept_delivery_cents,
  refunded_delivery_cents,
}: Payment): Cents => delivery_cents + delivery_tax_cents + kept_delivery_cents - refunded_delivery_cents;

/** Has staff prove who they are before more than the shop's setting is refunded of one payment, in one refund
 * or several (decision 108). An API key cannot. @throws AppError fresh_sign_in_needed */
export async function assertMayRefund(
  context: AppContext,
  tx: DatabaseTransaction,
  currentUser: CurrentUser,
  { payment, amountCents }: { payment: Payment; amountCents: Cents },
): Promise<void> {
  const { refundsAbove } = (await context.details.read(tx)).security;
  if (refundsAbove === null || amountCents === 0) return;
  const refunded = payment.lines.reduce(
    (sum, line) => sum + line.refunded_cents,
    payment.refunded_delivery_cents,
  );
  if (toPrice(refunded + amountCents, context.config.currency) > refundsAbove)
    assertFreshSignIn(context, currentUser);
}

/** Records a refund of an order and queues it in the outbox: from then on it is due, whatever happens. If all
 * of it is retained for delivery, it is done at once. */
export async function createRefund(
  context: AppContext,
  tx: DatabaseTransaction,
  { order, payment }: PaidOrder,
  facts: Pick<
    RefundRow,
    'amount_cents' | 'delivery_cents' | 'kept_delivery_cents' | 'quantity' | 'restocked' | 'reason'
  > & { return_id?: string },
): Promise<GivenRefund> {
  const now = context.clock.now();
  const isNothing = facts.amount_cents === 0;
  const refund = await insertRefund(tx, {
    id: uuid(),
    payment_id: payment.id,
    order_id: order.id,
    ...facts,
    actor_id: currentActor().userId ?? null,
    created_at: now,
    ...(isNothing && { state: 'done' as const, settled_at: now }),
  });
  if (isNothing) return refund;
  await context.jobs.enqueue(tx, 'give-refund', { refundId: refund.id });
  return refund;
}

/** Counts units of an order as refunded, and returns `returned` units to stock. Unless they came back in a
 * return, unsent units are counted first, and are not sent any more. */
export async function withdrawUnits(
  context: AppContext,
  tx: DatabaseTransaction,
  order: OrderRow,
  units: { refunded: number; returned: number; cameBack?: boolean },
): Promise<void> {
  const { refunded, returned, cameBack = false } = units;
  const withdrawn = cameBack ? 0 : Math.min(refunded, unitsLeft(order));
  if (refunded > 0) await countUnits(tx, order.id, { refunded, returned, withdrawn });
  if (returned === 0) return;
  if (!(await returnUnits(context, tx, unitsOfOrder(order, returned))))
    throw new AppError('conflict', refundErrorTexts.shelfFull);
}
