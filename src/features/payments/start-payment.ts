import { z } from 'zod';
import { toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { answerOnce, Blocked, forgetKey, type RepeatableRequest } from '#features/idempotency/idempotent.ts';
import { findPayment, type Payment } from '#features/orders/payment-store.ts';
import { ChargeRefusedError, type PaymentIntent } from '#platform/payments/card-payments.ts';
import type { PaymentIntentReply } from './contract.ts';
import type { PaymentRequest } from './prepare-payment.ts';
import { ensureIntent, releaseHold, retryUnblocked } from './release-hold.ts';
import { reservePayment } from './reserve-payment.ts';

/** What is stored for a used idempotency key: the payment, from which the reply is rebuilt. */
const reservedSchema = z.object({ paymentId: z.string() });

/** Holds the units of one or several orders and creates their payment intent, or returns the payment in
 * progress for exactly these (decision 59). A payment in progress for other combinations of them
 * ends first (decision 96). @throws AppError not_found, conflict, price_changed, price_not_accepted,
 * out_of_stock, account_blocked, invalid_input, too_many_requests, key_reused; ChargeRefusedError if no card
 * can pay such an amount; CardPaymentsError */
export async function startPayment(
  context: AppContext,
  { idempotencyKey, ...request }: PaymentRequest & { idempotencyKey: string | undefined },
): Promise<PaymentIntentReply> {
  const repeatable = toRepeatable(request, idempotencyKey);
  return retryUnblocked(context, async () => {
    const reserved = await context.db
      .transaction()
      .execute((tx) =>
        answerOnce(context, tx, repeatable, reservedSchema, () => reservePayment(context, tx, request)),
      );
    if (reserved instanceof Blocked) return reserved;
    const { reply, isRepeat } = reserved;
    const payment = await findPayment(context.db, reply.paymentId);
    if (!payment) throw new Error(`payment ${reply.paymentId} has vanished`);
    const intent = await ensureIntent(context, payment);
    const isRefused = intent instanceof ChargeRefusedError;
    if (!isRefused && (isRepeat || intent.status === 'open')) return toReply(context, payment, intent);
    await forgetKey(context, repeatable);
    // The provider has ended it: it ends here too, and another is started.
    if (!isRefused) return new Blocked([payment]);
    await releaseHold(context, payment.id);
    throw intent;
  });
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
