import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, formatPrice, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { holdUnits } from '#features/catalogue/stock-store.ts';
import { findTool, findToolDetails, lockTool, unitPriceCents } from '#features/catalogue/store.ts';
import { answerOnce, forgetKey, type RepeatableRequest } from '#features/idempotency/idempotent.ts';
import { lockOrderWithPayments } from '#features/orders/payments/store.ts';
import { centsOfPrice, checkSeenPrice } from '#features/orders/rules.ts';
import { findUnpaidOrderIds, type OrderRow, unitsOfOrder } from '#features/orders/store.ts';
import { orderErrorTexts, paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { refuseBlocked } from '#features/users/refuse-blocked.ts';
import { type CurrentUser, lockUser } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { ChargeRefusedError, type PaymentIntent } from '#platform/payments/card-payments.ts';
import type { PaymentIntentReply } from './contract.ts';
import { ensureIntent } from './ensure-intent.ts';
import { releaseHold } from './release-hold.ts';
import { settlePayment } from './settle-payment.ts';
import {
  countLivePaymentsOfUser,
  enqueueRelease,
  findPayment,
  insertPayment,
  type PaymentRow,
} from './store.ts';

/** Who pays for which order; `price` is what they saw. */
type PaymentRequest = {
  currentUser: CurrentUser;
  price: number;
  orderId: string | undefined;
  idempotencyKey: string | undefined;
};

/** What a key stands for once its request has been taken: the payment, from which the reply is made again. */
const reservedSchema = z.object({ paymentId: z.string() });

type Reserved = z.infer<typeof reservedSchema>;

/** The order's payment has run out: what was done under this transaction is undone, and the payment released first. */
class RunOut extends Error {
  readonly paymentId: string;

  constructor(paymentId: string) {
    super('the payment has run out');
    this.paymentId = paymentId;
  }
}

/** How often a payment that has ended meanwhile is replaced before the buyer is asked to try again. */
const MAX_TRIES = 3;

/** Holds the order's units and makes its payment intent, or answers the one under way (decisions 12 and 13).
 * @throws AppError not_found, conflict, price_changed, price_not_accepted, out_of_stock, account_blocked, invalid_input,
 * too_many_requests, key_reused;
 * ChargeRefusedError when no card can pay such an amount; CardPaymentsError. */
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
    await forgetKey(context, request);
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
      await forgetKey(context, request);
    }
    throw error;
  }
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

/** The order's live payment; a new one with its units held when there is none. @throws RunOut; AppError. */
async function reservePayment(
  context: AppContext,
  tx: DatabaseTransaction,
  input: PaymentRequest,
): Promise<Reserved> {
  const { currentUser, price } = input;
  const orderId = input.orderId ?? (await findOrderOfPrice(context, tx, input));
  const locked = await lockOrderWithPayments(tx, orderId);
  if (!locked || locked.order.user_id !== currentUser.userId || locked.order.deleted_at) {
    throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  }
  const { order, payments } = locked;
  if (order.paid_at) throw new AppError('conflict', paymentErrorTexts.alreadyPaid);
  checkSeenPrice(price, order.total_cents, context.config.currency);
  if (!(await findTool(tx, order.tool_id))) throw new AppError('conflict', paymentErrorTexts.toolGone);
  const live = payments.find((payment) => payment.state === 'live');
  if (live && live.hold_expires_at <= context.clock.now()) throw new RunOut(live.id);
  const payment = live ?? (await holdForPayment(context, tx, order));
  return { paymentId: payment.id };
}

/** The order that a call with a price alone means: the caller's one unpaid order of that price. */
async function findOrderOfPrice(
  context: AppContext,
  db: Database,
  { currentUser, price }: PaymentRequest,
): Promise<string> {
  const cents = centsOfPrice(price, context.config.currency);
  const ids = cents === undefined ? [] : await findUnpaidOrderIds(db, currentUser.userId, cents);
  const [orderId, another] = ids;
  if (orderId !== undefined && another === undefined) return orderId;
  const problem = orderId ? paymentErrorTexts.severalOfPrice : paymentErrorTexts.noneOfPrice;
  throw new AppError('invalid_input', problem, { field: 'price' });
}

/** Starts no payment of a blocked buyer, and limits how many of one hold units at once, so that nobody empties the shelves
 * without paying. The buyer's row is locked between the order's and the tool's. */
async function checkHolds(context: AppContext, tx: DatabaseTransaction, userId: string): Promise<void> {
  await lockUser(tx, userId);
  await refuseBlocked(context, tx, userId);
  if ((await countLivePaymentsOfUser(tx, userId)) < context.config.maxHolds) return;
  throw new AppError('too_many_requests', paymentErrorTexts.tooManyUnderWay(context.config.maxHolds), {
    retryAfterSeconds: 60,
  });
}

async function holdForPayment(
  context: AppContext,
  tx: DatabaseTransaction,
  order: OrderRow,
): Promise<PaymentRow> {
  await checkHolds(context, tx, order.user_id);
  // Locked, so that no price changes between its check and the hold.
  await lockTool(tx, order.tool_id);
  const tool = await findToolDetails(tx, order.tool_id);
  const unitCents = tool && unitPriceCents(tool, order.quantity);
  if (unitCents !== undefined && unitCents !== order.unit_price_cents) {
    const { currency } = context.config;
    const shown = (cents: Cents) => formatPrice(toPrice(cents, currency), currency);
    const words = paymentErrorTexts.acceptFirst(shown(order.unit_price_cents), shown(unitCents));
    throw new AppError('price_not_accepted', words);
  }
  if (!(await holdUnits(context, tx, unitsOfOrder(order, order.quantity)))) {
    throw new AppError('out_of_stock', paymentErrorTexts.soldOut(order.tool_name, order.quantity));
  }
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + context.config.holdMinutes * 60_000);
  const payment = await insertPayment(tx, {
    id: uuid(),
    order_id: order.id,
    intent_id: null,
    amount_cents: order.total_cents,
    currency: context.config.currency,
    held_quantity: order.quantity,
    hold_expires_at: expiresAt,
    created_at: now,
  });
  await recordAudit(context, tx, {
    action: 'payment_started',
    orderId: order.id,
    toolId: order.tool_id,
    details: { paymentId: payment.id, amountCents: order.total_cents, unitsHeld: order.quantity },
  });
  await enqueueRelease(context, tx, payment.id, expiresAt);
  return payment;
}
