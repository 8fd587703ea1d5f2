import { v7 as uuid } from 'uuid';
import { Refusal } from '#contracts/api-error.ts';
import type { PaymentIntentReply } from '#contracts/payment.ts';
import { holdUnits, isToolInShop } from '#modules/catalogue/tool-stock.ts';
import { centsOfPrice, checkSeenPrice } from '#modules/orders/order-rules.ts';
import { findUnpaidOrderIds, type OrderRow } from '#modules/orders/order-store.ts';
import { TOOL_GONE } from '#modules/orders/wire-order.ts';
import { insertPayment, type PaymentRow } from '#modules/payments/payment-store.ts';
import type { Asker } from '#modules/users/user-store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { enqueueRelease } from './enqueue-release.ts';
import { ensureIntent } from './ensure-intent.ts';
import { lockOrderWithPayments } from './lock-order.ts';
import { recordAudit } from './record-audit.ts';
import { releaseHold } from './release-hold.ts';
import { settlePayment } from './settle-payment.ts';
import type { Shop } from './shop.ts';

/** Who pays for which order; `price` is what they saw. */
type StartPaymentInput = { asker: Asker; price: number; orderId: string | undefined };

/** How often a payment that has ended meanwhile is replaced before the buyer is asked to try again. */
const MAX_TRIES = 3;

/**
 * Holds the order's units and makes its payment intent, or answers the one under way (decisions 12 and 13).
 * @throws Refusal not_found, conflict, price_changed, out_of_stock, invalid_input; CardPaymentsError.
 */
export async function startPayment(shop: Shop, input: StartPaymentInput): Promise<PaymentIntentReply> {
  const orderId = input.orderId ?? (await findOrderOfPrice(shop, input));
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const payment = await shop.db.transaction().execute((tx) => reserve(shop, tx, { ...input, orderId }));
    if (payment.hold_expires_at <= shop.clock.now()) {
      await releaseHold(shop, payment.id);
      continue;
    }
    const intent = await ensureIntent(shop, payment);
    if (intent.status === 'open') {
      return {
        clientSecret: intent.clientSecret,
        paymentIntentId: intent.id,
        holdExpiresAt: payment.hold_expires_at.toISOString(),
      };
    }
    if (intent.status === 'succeeded') await settlePayment(shop, intent.id);
    else await releaseHold(shop, payment.id);
  }
  throw new Refusal('conflict', 'The payment could not be started. Please try again');
}

/** The order that a call with a price alone means: the caller's one unpaid order of that price. */
async function findOrderOfPrice(shop: Shop, { asker, price }: StartPaymentInput): Promise<string> {
  const cents = centsOfPrice(price, shop.config.currency);
  const ids = cents === undefined ? [] : await findUnpaidOrderIds(shop.db, asker.userId, cents);
  const [orderId, another] = ids;
  if (orderId !== undefined && another === undefined) return orderId;
  const problem = orderId
    ? 'Several of your unpaid orders have this price: send orderId'
    : 'None of your unpaid orders has this price';
  throw new Refusal('invalid_input', problem, { field: 'price' });
}

/** The order's live payment, perhaps run out; a new one with its units held when there is none. */
async function reserve(
  shop: Shop,
  tx: DatabaseTransaction,
  { asker, price, orderId }: StartPaymentInput & { orderId: string },
): Promise<PaymentRow> {
  const locked = await lockOrderWithPayments(tx, orderId);
  if (!locked || locked.order.user_id !== asker.userId || locked.order.deleted_at) {
    throw new Refusal('not_found', 'There is no such order');
  }
  const { order, payments } = locked;
  if (order.paid_at) throw new Refusal('conflict', 'This order has been paid already');
  checkSeenPrice(price, order.total_cents, shop.config.currency);
  if (!(await isToolInShop(tx, order.tool_id))) throw new Refusal('conflict', TOOL_GONE);
  return payments.find((payment) => payment.state === 'live') ?? holdForPayment(shop, tx, order);
}

async function holdForPayment(shop: Shop, tx: DatabaseTransaction, order: OrderRow): Promise<PaymentRow> {
  if (!(await holdUnits(tx, order.tool_id, order.quantity))) {
    throw new Refusal(
      'out_of_stock',
      `${order.tool_name} is out of stock: fewer than the ${order.quantity} you ordered are left`,
    );
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
  await enqueueRelease(tx, payment.id, expiresAt);
  return payment;
}
