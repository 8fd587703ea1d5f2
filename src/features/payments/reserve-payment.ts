import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { formatCents, type PriceStyle } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import { priceFor } from '#features/catalogue/prices.ts';
import { findToolDetailsById, lockTools, type ToolDetailsRow } from '#features/catalogue/store.ts';
import { Blocked } from '#features/idempotency/idempotent.ts';
import { chargeColumns, lineColumns } from '#features/orders/bill.ts';
import {
  countLivePaymentsOfUser,
  enqueueRelease,
  insertPayment,
  type Payment,
  sumUnpaidHoldMs,
} from '#features/orders/payment-store.ts';
import { openLineOf, type QuoteWithLines } from '#features/orders/quote-store.ts';
import { allUnitsOfOrder, type OrderRow } from '#features/orders/store.ts';
import { paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import { holdUnitsOfOrders, refusalOf } from '#features/orders/unpaid-orders.ts';
import { isHeldByQuote, takeFromQuotes } from '#features/quotes/payment-units.ts';
import { assertNotBlocked } from '#features/users/account-checks.ts';
import { lockUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { freezeAddresses, sendTo } from './freeze-addresses.ts';
import { type ByHand, type PaymentRequest, type PreparedPayment, preparePayment } from './prepare-payment.ts';

/** Returns the live payment of exactly these orders, or creates one that holds the units of all of them; if
 * something blocks it, returns that and writes nothing. @throws AppError not_found, conflict, invoice_open,
 * price_changed, price_not_accepted, out_of_stock, account_blocked, invalid_input, too_many_requests */
export async function reservePayment(
  context: AppContext,
  tx: DatabaseTransaction,
  request: PaymentRequest,
): Promise<{ paymentId: string } | Blocked> {
  const prepared = await preparePayment(context, tx, request);
  if (prepared instanceof Blocked) return prepared;
  const { orders, addresses, same } = prepared;
  const payment = same ?? (await createPayment(context, tx, prepared, request));
  await freezeAddresses(tx, payment, orders, addresses);
  return { paymentId: payment.id };
}

async function createPayment(
  context: AppContext,
  tx: DatabaseTransaction,
  { orders: found, quotes, priceTerms, charges, addresses }: PreparedPayment,
  { currentUser: { userId }, byHand }: PaymentRequest,
): Promise<Payment> {
  const orders = await sendTo(context, tx, found, addresses);
  assertQuotesAccepted(orders, quotes);
  await assertMayHold(context, tx, userId, byHand);
  const tools = await lockToolsOf(tx, orders, userId);
  for (const order of orders)
    if (!openLineOf(quotes, order.id))
      assertPriceAccepted(priceTerms, order, orders, tools.get(order.tool_id));
  const isHeld = isHeldByQuote(quotes);
  const wanted = orders
    .filter((order) => !isHeld(order))
    .map((order) => ({ order, units: allUnitsOfOrder(order) }));
  await takeFromQuotes(tx, quotes, orders);
  await holdUnitsOfOrders(
    context,
    tx,
    { wanted, tools: [...tools.values()] },
    {
      words: paymentErrorTexts.soldOut,
      ...(wanted.length > 1 && { field: 'orderIds' }),
    },
  );
  const now = context.clock.now();
  const isInvoiced = byHand?.due_on !== undefined;
  const minutes = await holdMinutesOf(context, tx, userId);
  const expiresAt = isInvoiced ? null : new Date(now.getTime() + minutes * 60_000);
  const payment = await insertPayment(
    tx,
    {
      id: uuid(),
      user_id: userId,
      intent_id: null,
      ...chargeColumns(charges),
      ...byHand,
      currency: context.config.currency,
      hold_expires_at: expiresAt,
      created_at: now,
    },
    orders.map((order) => ({
      order_id: order.id,
      goods_cents: order.total_cents,
      held_quantity: order.quantity,
      ordered_tool_id: order.tool_id,
      ordered_quantity: order.quantity,
      ordered_unit_price_cents: order.unit_price_cents,
      ordered_address: order.address,
      ...lineColumns(charges, order.id),
    })),
  );
  await recordAudits(
    context,
    tx,
    orders.map((order) => ({
      action: 'payment_started',
      orderId: order.id,
      toolId: order.tool_id,
      details: { paymentId: payment.id, amountCents: order.total_cents, unitsHeld: order.quantity },
    })),
  );
  if (expiresAt) await enqueueRelease(context, tx, payment.id, expiresAt);
  return payment;
}

/** @throws AppError conflict if an order is in a quote that has not been accepted */
function assertQuotesAccepted(orders: OrderRow[], quotes: QuoteWithLines[]): void {
  for (const order of orders) {
    const quote = openLineOf(quotes, order.id)?.quote;
    if (quote && quote.state !== 'accepted')
      throw refusalOf(order, orders, 'conflict', quoteErrorTexts.acceptFirst(quote.number));
  }
}

/** Refuses a blocked buyer, and one with the maximum number of payments that hold units, so that no one can
 * reserve all stock without paying; manual payments are exempt from the limit. The buyer's row is locked
 * between the orders' and the tools'. @throws AppError account_blocked, too_many_requests */
async function assertMayHold(
  context: AppContext,
  tx: DatabaseTransaction,
  userId: string,
  byHand: ByHand | undefined,
): Promise<void> {
  await lockUser(tx, userId);
  await assertNotBlocked(context, tx, userId);
  if (byHand) return;
  if ((await countLivePaymentsOfUser(tx, userId)) < context.config.maxHolds) return;
  throw new AppError('too_many_requests', paymentErrorTexts.tooManyUnderWay(context.config.maxHolds), {
    retryAfterSeconds: 60,
  });
}

const DAY_MS = 86_400_000;
/** The holds after a whole one that was not paid. */
const SHORTER_HOLD_MINUTES = [5, 2];

/** Returns for how many minutes a buyer's next payment holds units: fewer once payments that ended unpaid
 * within a day have held units for a full hold, and fewer still after each of the shorter holds, until one is
 * paid (decision 73). The buyer's row is locked. */
async function holdMinutesOf(
  { clock, config: { holdMinutes } }: AppContext,
  tx: DatabaseTransaction,
  userId: string,
): Promise<number> {
  const heldMs = await sumUnpaidHoldMs(tx, userId, new Date(clock.now().getTime() - DAY_MS));
  const steps = [holdMinutes, ...SHORTER_HOLD_MINUTES.map((minutes) => Math.min(minutes, holdMinutes))];
  let leftMs = heldMs;
  for (const minutes of steps) {
    if (leftMs < minutes * 60_000) return minutes;
    leftMs -= minutes * 60_000;
  }
  return steps.at(-1) ?? holdMinutes;
}

/** Locks the tools of some orders and returns them by id, so that no price changes between its check and the
 * hold. */
async function lockToolsOf(
  tx: DatabaseTransaction,
  orders: OrderRow[],
  userId: string,
): Promise<Map<string, ToolDetailsRow>> {
  const ids = [...new Set(orders.map((order) => order.tool_id))];
  await lockTools(tx, ids);
  return findToolDetailsById(tx, ids, { userId });
}

/** @throws AppError price_not_accepted if the tool's price has changed (decision 49) */
function assertPriceAccepted(
  priceStyle: PriceStyle,
  order: OrderRow,
  orders: OrderRow[],
  tool: ToolDetailsRow | undefined,
): void {
  if (!tool) return;
  const buyer = { userId: order.user_id };
  const { cents: unitCents } = priceFor({ tool, quantity: order.quantity, buyer });
  if (unitCents === order.unit_price_cents) return;
  const words = paymentErrorTexts.acceptFirst(
    formatCents(order.unit_price_cents, priceStyle),
    formatCents(unitCents, priceStyle),
  );
  throw refusalOf(order, orders, 'price_not_accepted', words);
}
