import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import { toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import {
  answerOnce,
  findEarlierReply,
  forgetKey,
  type RepeatableRequest,
} from '#features/idempotency/idempotent.ts';
import { findPayment, type Payment } from '#features/orders/payment-store.ts';
import { paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { ChargeRefusedError, type PaymentIntent } from '#platform/payments/card-payments.ts';
import type { PaymentIntentReply } from './contract.ts';
import { BlockingPayments, endBlockingPayments } from './end-blocking-payments.ts';
import type { PaymentRequest } from './prepare-payment.ts';
import { ensureIntent, releaseHold } from './release-hold.ts';
import { reservePayment } from './reserve-payment.ts';

/** What is stored for a used idempotency key: the payment, from which the reply is rebuilt. */
const reservedSchema = z.object({ paymentId: z.string() });

type Reserved = z.infer<typeof reservedSchema>;

/** How often a payment is started again after another payment or the provider ends it, before the buyer is
 * asked to retry. */
const MAX_TRIES = 3;

/** Holds the units of one or several orders and creates their payment intent, or returns the payment in
 * progress for exactly these (decision 59). A payment in progress for other combinations of them
 * ends first. @throws AppError not_found, conflict, price_changed, price_not_accepted, out_of_stock,
 * account_blocked, invalid_input, too_many_requests, key_reused; ChargeRefusedError if no card can pay such
 * an amount; CardPaymentsError */
export async function startPayment(
  context: AppContext,
  { idempotencyKey, ...request }: PaymentRequest & { idempotencyKey: string | undefined },
): Promise<PaymentIntentReply> {
  const repeatable = toRepeatable(request, idempotencyKey);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const earlier = await findEarlierReply(context.db, repeatable, reservedSchema);
    if (!earlier) await endBlockingPayments(context, request);
    const reserved = await reserve(context, request, repeatable);
    if (!reserved) continue;
    const payment = await readPayment(context, reserved.reply);
    const intent = await makeIntent(context, payment, repeatable);
    if (reserved.isRepeat || intent.status === 'open') return toReply(context, payment, intent);
    // It ended at the provider: end it here too, and start another.
    await releaseHold(context, payment.id);
    await forgetKey(context, repeatable);
  }
  throw new AppError('conflict', paymentErrorTexts.notStarted);
}

function toRepeatable(
  { currentUser, price, orderId, orderIds, deliveryMethodId, addressId, billingAddressId }: PaymentRequest,
  key: string | undefined,
): RepeatableRequest {
  return {
    userId: currentUser.userId,
    route: 'POST /create-payment-intent',
    key,
    // Omitted fields are not part of the stored request, so that the key of a call for one order matches as
    // before.
    body: { price, orderId, orderIds, deliveryMethodId, addressId, billingAddressId },
  };
}

/** Reserves the units once per key; returns `undefined` if another request has started a payment of them
 * meanwhile. */
async function reserve(
  context: AppContext,
  request: PaymentRequest,
  repeatable: RepeatableRequest,
): Promise<{ reply: Reserved; isRepeat: boolean } | undefined> {
  try {
    return await context.db
      .transaction()
      .execute((tx) =>
        answerOnce(context, tx, repeatable, reservedSchema, () => reservePayment(context, tx, request)),
      );
  } catch (error) {
    if (error instanceof BlockingPayments) return undefined;
    throw error;
  }
}

/** Creates the payment's intent. If the provider refuses it for good, the units are released, and the payment
 * can be tried again. */
async function makeIntent(
  context: AppContext,
  payment: Payment,
  repeatable: RepeatableRequest,
): Promise<PaymentIntent> {
  try {
    return await ensureIntent(context, payment);
  } catch (error) {
    if (error instanceof ChargeRefusedError) {
      await releaseHold(context, payment.id);
      await forgetKey(context, repeatable);
    }
    throw error;
  }
}

async function readPayment({ db }: AppContext, { paymentId }: Reserved): Promise<Payment> {
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} has vanished`);
  return payment;
}

function toReply(
  { config }: AppContext,
  { id, lines, amount_cents, hold_expires_at }: Payment,
  intent: PaymentIntent,
): PaymentIntentReply {
  if (!hold_expires_at) throw new Error(`payment ${id} by card has no end`);
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    holdExpiresAt: hold_expires_at.toISOString(),
    orderIds: lines.map(({ order_id }) => order_id),
    amount: toPrice(amount_cents, config.currency),
  };
}
