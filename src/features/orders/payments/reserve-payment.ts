import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { Refusal } from '#contracts/api-error.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { holdUnits, isToolInShop } from '#features/catalogue/stock-store.ts';
import { lockOrderWithPayments } from '#features/orders/lock-order.ts';
import { centsOfPrice, checkSeenPrice } from '#features/orders/order-rules.ts';
import { findUnpaidOrderIds, type OrderRow } from '#features/orders/store.ts';
import { orderRefusalTexts, paymentRefusalTexts } from '#features/orders/texts/refusals.ts';
import type { Shop } from '#features/shop.ts';
import { type Asker, lockUser } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { enqueueRelease } from './enqueue-release.ts';
import { countLivePaymentsOfUser, insertPayment, type PaymentRow } from './store.ts';

/** Who pays for which order; `price` is what they saw. */
export type PaymentRequest = {
  asker: Asker;
  price: number;
  orderId: string | undefined;
  idempotencyKey: string | undefined;
};

/** See `Reserved`. */
export const reservedSchema = z.object({ paymentId: z.string() });

/** What a key stands for once its request has been taken: the payment, from which the reply is made again. */
export type Reserved = z.infer<typeof reservedSchema>;

/** The order's payment has run out: what was done under this transaction is undone, and the payment released first. */
export class RunOut extends Error {
  readonly paymentId: string;

  constructor(paymentId: string) {
    super('the payment has run out');
    this.paymentId = paymentId;
  }
}

/**
 * The order's live payment; a new one with its units held when there is none.
 * @throws RunOut; Refusal not_found, conflict, price_changed, out_of_stock, invalid_input, too_many_requests.
 */
export async function reservePayment(
  shop: Shop,
  tx: DatabaseTransaction,
  input: PaymentRequest,
): Promise<Reserved> {
  const { asker, price } = input;
  const orderId = input.orderId ?? (await findOrderOfPrice(shop, tx, input));
  const locked = await lockOrderWithPayments(tx, orderId);
  if (!locked || locked.order.user_id !== asker.userId || locked.order.deleted_at) {
    throw new Refusal('not_found', orderRefusalTexts.noSuchOrder);
  }
  const { order, payments } = locked;
  if (order.paid_at) throw new Refusal('conflict', paymentRefusalTexts.alreadyPaid);
  checkSeenPrice(price, order.total_cents, shop.config.currency);
  if (!(await isToolInShop(tx, order.tool_id))) throw new Refusal('conflict', paymentRefusalTexts.toolGone);
  const live = payments.find((payment) => payment.state === 'live');
  if (live && live.hold_expires_at <= shop.clock.now()) throw new RunOut(live.id);
  const payment = live ?? (await holdForPayment(shop, tx, order));
  return { paymentId: payment.id };
}

/** The order that a call with a price alone means: the caller's one unpaid order of that price. */
async function findOrderOfPrice(shop: Shop, db: Database, { asker, price }: PaymentRequest): Promise<string> {
  const cents = centsOfPrice(price, shop.config.currency);
  const ids = cents === undefined ? [] : await findUnpaidOrderIds(db, asker.userId, cents);
  const [orderId, another] = ids;
  if (orderId !== undefined && another === undefined) return orderId;
  const problem = orderId ? paymentRefusalTexts.severalOfPrice : paymentRefusalTexts.noneOfPrice;
  throw new Refusal('invalid_input', problem, { field: 'price' });
}

/**
 * Lets one buyer hold units through so many payments at once and no more, so that nobody empties the shelves without
 * paying. The buyer's row is locked between the order's and the tool's.
 */
async function checkHolds(shop: Shop, tx: DatabaseTransaction, userId: string): Promise<void> {
  await lockUser(tx, userId);
  if ((await countLivePaymentsOfUser(tx, userId)) < shop.config.maxHolds) return;
  throw new Refusal('too_many_requests', paymentRefusalTexts.tooManyUnderWay(shop.config.maxHolds), {
    retryAfterSeconds: 60,
  });
}

async function holdForPayment(shop: Shop, tx: DatabaseTransaction, order: OrderRow): Promise<PaymentRow> {
  await checkHolds(shop, tx, order.user_id);
  if (!(await holdUnits(tx, order.tool_id, order.quantity))) {
    throw new Refusal('out_of_stock', paymentRefusalTexts.soldOut(order.tool_name, order.quantity));
  }
  const now = shop.clock.now();
  const expiresAt = new Date(now.getTime() + shop.config.holdMinutes * 60_000);
  const payment = await insertPayment(tx, {
    id: uuid(),
    order_id: order.id,
    intent_id: null,
    amount_cents: order.total_cents,
    currency: shop.config.currency,
    held_quantity: order.quantity,
    hold_expires_at: expiresAt,
    created_at: now,
  });
  await recordAudit(shop, tx, {
    action: 'payment started',
    orderId: order.id,
    toolId: order.tool_id,
    details: { paymentId: payment.id, amountCents: order.total_cents, unitsHeld: order.quantity },
  });
  await enqueueRelease(shop, tx, payment.id, expiresAt);
  return payment;
}
