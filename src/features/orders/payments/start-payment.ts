import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { answerOnce, type RepeatableRequest } from '#features/idempotency/idempotent.ts';
import { forgetKey } from '#features/idempotency/store.ts';
import { paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { ChargeRefusedError, type PaymentIntent } from '#platform/payments/card-payments.ts';
import type { PaymentIntentReply } from './contract.ts';
import { ensureIntent } from './ensure-intent.ts';
import { releaseHold } from './release-hold.ts';
import {
  type PaymentRequest,
  type Reserved,
  RunOut,
  reservedSchema,
  reservePayment,
} from './reserve-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { findPayment, type PaymentRow } from './store.ts';

/** How often a payment that has ended meanwhile is replaced before the buyer is asked to try again. */
const MAX_TRIES = 3;

/**
 * Holds the order's units and makes its payment intent, or answers the one under way (decisions 12 and 13).
 * @throws AppError not_found, conflict, price_changed, out_of_stock, invalid_input, too_many_requests, key_reused;
 * ChargeRefusedError when no card can pay such an amount; CardPaymentsError.
 */
export async function startPayment(context: AppContext, input: PaymentRequest): Promise<PaymentIntentReply> {
  const request: RepeatableRequest = {
    userId: input.currentUser.userId,
    route: 'POST /create-payment-intent',
    key: input.idempotencyKey,
    body: { price: input.price, orderId: input.orderId },
  };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const reserved = await reserveOnce(context, input, request);
    if (!reserved) continue;
    const payment = await readPayment(context, reserved.reply);
    const intent = await makeIntent(context, payment, request);
    if (reserved.isRepeat || intent.status === 'open') return toReply(payment, intent);
    if (intent.status === 'succeeded') await settlePayment(context, intent.id);
    else await releaseHold(context, payment.id);
    await dropKey(context, request);
  }
  throw new AppError('conflict', paymentErrorTexts.notStarted);
}

/** Reserves the units, once per key; `undefined` when a payment that had run out was in the way, and is not any more. */
async function reserveOnce(
  context: AppContext,
  input: PaymentRequest,
  request: RepeatableRequest,
): Promise<{ reply: Reserved; isRepeat: boolean } | undefined> {
  try {
    return await context.db
      .transaction()
      .execute((tx) =>
        answerOnce(context, tx, request, reservedSchema, () => reservePayment(context, tx, input)),
      );
  } catch (error) {
    if (!(error instanceof RunOut)) throw error;
    await releaseHold(context, error.paymentId);
    return undefined;
  }
}

/** The payment's intent. One that the provider refuses for good leaves no units held, and can be tried anew. */
async function makeIntent(
  context: AppContext,
  payment: PaymentRow,
  request: RepeatableRequest,
): Promise<PaymentIntent> {
  try {
    return await ensureIntent(context, payment);
  } catch (error) {
    if (error instanceof ChargeRefusedError) {
      await releaseHold(context, payment.id);
      await dropKey(context, request);
    }
    throw error;
  }
}

/** Forgets a key whose payment turned out to have ended before it could be answered. */
async function dropKey({ db }: AppContext, { userId, route, key }: RepeatableRequest): Promise<void> {
  if (key !== undefined) await forgetKey(db, { userId, route, key });
}

async function readPayment({ db }: AppContext, { paymentId }: Reserved): Promise<PaymentRow> {
  const payment = await findPayment(db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} has vanished`);
  return payment;
}

function toReply(payment: PaymentRow, intent: PaymentIntent): PaymentIntentReply {
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    holdExpiresAt: payment.hold_expires_at.toISOString(),
  };
}
