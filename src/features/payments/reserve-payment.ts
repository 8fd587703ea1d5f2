import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { formatCents, MAX_CHARGE_CENTS, type PriceStyle } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import { type PriceTerms, readPriceTerms } from '#features/catalogue/price-terms.ts';
import { holdAllUnits } from '#features/catalogue/stock-store.ts';
import {
  findToolDetailsById,
  lockTools,
  type ToolDetailsRow,
  unitPriceCents,
} from '#features/catalogue/store.ts';
import { chargesOfEach, chargesOfOrders, checkDelivery } from '#features/delivery-tax/charges-of-orders.ts';
import type { Charges } from '#features/delivery-tax/compute-charges.ts';
import { refuseInvoiced } from '#features/invoices/open-invoice.ts';
import { chargeColumns, hasCharges, lineColumns } from '#features/orders/bill.ts';
import {
  countLivePaymentsOfUser,
  enqueueRelease,
  insertPayment,
  lockOrdersWithPayments,
  type Payment,
  type PaymentRow,
  sumUnpaidHoldMs,
} from '#features/orders/payment-store.ts';
import { hasRunOut } from '#features/orders/quote-rules.ts';
import { openLineOf, type QuoteWithLines, updateHeld } from '#features/orders/quote-store.ts';
import { centsOfPrice, checkSeenPrice } from '#features/orders/rules.ts';
import { findUnpaidOrders, type OrderRow, unitsOfOrder } from '#features/orders/store.ts';
import { paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import { ownUnpaid, refusalOf, refuseGone } from '#features/orders/unpaid-orders.ts';
import { refuseBlocked } from '#features/users/refuse-blocked.ts';
import { type CurrentUser, lockUser } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { InTheWay } from './clear-the-way.ts';
import type { NewPaymentIntent } from './contract.ts';
import { addressesOfWish, isSentElsewhere, noteAddresses, sendTo } from './note-addresses.ts';

/** Who pays for which orders; `price` is what they saw. */
export type PaymentWish = NewPaymentIntent & { currentUser: CurrentUser };

/** How the staff were paid by hand, or are to be, and who of them says so. `due_on`: it is to come by that day, and holds the units
 * until then and longer; `received_on`: when it came. */
export type ByHand = Pick<PaymentRow, 'method' | 'reference' | 'marked_by'> &
  Partial<Pick<PaymentRow, 'due_on' | 'received_on'>>;

/** The live payment of just these orders; a new one with all of their units held, or none, when there is none. One by hand is
 * always new: what is under way by card ends first.
 * @throws InTheWay; AppError not_found, conflict, invoice_open, price_changed, price_not_accepted, out_of_stock, account_blocked,
 * invalid_input, too_many_requests. */
export async function reservePayment(
  context: AppContext,
  tx: DatabaseTransaction,
  { byHand, ...wish }: PaymentWish & { byHand?: ByHand },
): Promise<{ paymentId: string }> {
  const orderIds = wish.orderIds ?? [wish.orderId ?? (await findOrderOfPrice(context, tx, wish))];
  const locked = await lockOrdersWithPayments(tx, orderIds);
  const orders = ownUnpaid(wish.currentUser.userId, orderIds, locked.orders);
  const priceTerms = await readPriceTerms(context, tx);
  const charges = await chargesOfWish(priceTerms, tx, wish, orders);
  const addresses = await addressesOfWish(tx, wish, orders);
  await refuseGone(tx, orders);
  const live = locked.payments.filter((payment) => payment.state === 'live');
  await refuseInvoiced(tx, live);
  const same = live.find(
    (payment) =>
      !byHand &&
      payment.hold_expires_at !== null &&
      payment.hold_expires_at > context.clock.now() &&
      isFor(payment, orders) &&
      hasCharges(payment, charges) &&
      !orders.some((order) => isSentElsewhere(order, addresses)),
  );
  const others = live.filter((payment) => payment !== same);
  const runOut = same ? [] : locked.quotes.filter((quote) => hasRunOut(quote, context.clock.now()));
  if (others.length + runOut.length > 0) throw new InTheWay(others, runOut);
  const payment =
    same ??
    (await holdForPayment(context, tx, await sendTo(context, tx, orders, addresses), {
      charges,
      quotes: locked.quotes,
      byHand,
      priceTerms,
    }));
  await noteAddresses(tx, payment, orders, addresses);
  return { paymentId: payment.id };
}

/** What more unpaid orders than these come to with delivery and tax is not reckoned to find the one that is meant. */
const MOST_RECKONED = 50;

/** The order that a call with a price alone means: the caller's one unpaid order that paying for comes to that, with delivery
 * and tax, as long as they have few. Else the one that costs that without them: so the caller is told what it comes to. */
async function findOrderOfPrice(
  context: AppContext,
  db: Database,
  { currentUser, price }: PaymentWish,
): Promise<string> {
  const { currency } = context.config;
  const cents = price === undefined ? undefined : centsOfPrice(price, currency);
  const { userId } = currentUser;
  const orders = cents === undefined ? [] : await findUnpaidOrders(db, userId, { limit: MOST_RECKONED + 1 });
  const reckoned = orders.length > MOST_RECKONED ? [] : orders;
  const stepCents = context.cardPayments.chargeStepCents(currency);
  const charged = (await chargesOfEach(db, { orders: reckoned, userId, stepCents }))
    .filter(({ totalCents }) => totalCents === cents)
    .map((each) => each.orderId);
  const priced =
    charged.length > 0 || cents === undefined
      ? charged
      : (await findUnpaidOrders(db, userId, { totalCents: cents, limit: 2 })).map(({ id }) => id);
  const [orderId, another] = priced;
  if (orderId !== undefined && another === undefined) return orderId;
  const problem = another ? paymentErrorTexts.severalOfPrice : paymentErrorTexts.noneOfPrice;
  throw new AppError('invalid_input', problem, { field: 'price' });
}

/** What paying for the orders comes to. @throws AppError conflict where they can't be delivered so, price_changed unless the
 * buyer saw that sum, invalid_input where it is more than one card payment can be. */
async function chargesOfWish(
  terms: PriceTerms,
  tx: DatabaseTransaction,
  { currentUser: { userId }, price, deliveryMethodId, addressId }: PaymentWish,
  orders: OrderRow[],
): Promise<Charges> {
  const { stepCents } = terms;
  const charges = await chargesOfOrders(tx, { orders, userId, deliveryMethodId, addressId, stepCents });
  checkDelivery(charges, deliveryMethodId);
  const { totalCents } = charges;
  if (price !== undefined) checkSeenPrice(price, totalCents, terms);
  if (totalCents <= MAX_CHARGE_CENTS) return charges;
  const most = formatCents(MAX_CHARGE_CENTS, terms);
  throw new AppError('invalid_input', paymentErrorTexts.tooMuchAtOnce(most), { field: 'orderIds' });
}

function isFor({ lines }: Payment, orders: OrderRow[]): boolean {
  const ids = new Set(orders.map(({ id }) => id));
  return lines.length === orders.length && lines.every((line) => ids.has(line.order_id));
}

/** Starts no payment of a blocked buyer, and limits how many of one hold units at once, so that nobody empties the shelves
 * without paying; money in the hand holds nothing. The buyer's row is locked between the orders' and the tools'. */
async function checkHolds(
  context: AppContext,
  tx: DatabaseTransaction,
  userId: string,
  byHand: ByHand | undefined,
): Promise<void> {
  await lockUser(tx, userId);
  await refuseBlocked(context, tx, userId);
  if (byHand) return;
  if ((await countLivePaymentsOfUser(tx, userId)) < context.config.maxHolds) return;
  throw new AppError('too_many_requests', paymentErrorTexts.tooManyUnderWay(context.config.maxHolds), {
    retryAfterSeconds: 60,
  });
}

const DAY_MS = 86_400_000;

/** For how many minutes a buyer's next payment holds units: fewer once payments of a day that ended unpaid have held some for a whole
 * hold, and fewer still after each of the shorter ones, until one is paid (decision 42). The buyer's row is locked. */
async function holdMinutesOf(
  { clock, config: { holdMinutes, shorterHoldMinutes } }: AppContext,
  tx: DatabaseTransaction,
  userId: string,
): Promise<number> {
  const heldMs = await sumUnpaidHoldMs(tx, userId, new Date(clock.now().getTime() - DAY_MS));
  const steps = [holdMinutes, ...shorterHoldMinutes.map((minutes) => Math.min(minutes, holdMinutes))];
  let leftMs = heldMs;
  for (const minutes of steps) {
    if (leftMs < minutes * 60_000) return minutes;
    leftMs -= minutes * 60_000;
  }
  return steps.at(-1) ?? holdMinutes;
}

type Terms = {
  charges: Charges;
  quotes: QuoteWithLines[];
  byHand: ByHand | undefined;
  priceTerms: PriceTerms;
};

async function holdForPayment(
  context: AppContext,
  tx: DatabaseTransaction,
  orders: OrderRow[],
  { charges, quotes, byHand, priceTerms }: Terms,
): Promise<Payment> {
  const [{ user_id: userId } = { user_id: '' }] = orders;
  refuseUnanswered(orders, quotes);
  await checkHolds(context, tx, userId, byHand);
  const tools = await lockToolsOf(tx, orders);
  for (const order of orders)
    if (!openLineOf(quotes, order.id)) checkAccepted(priceTerms, order, orders, tools.get(order.tool_id));
  await holdAll(context, tx, await takeOver(tx, orders, quotes), tools);
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

/** @throws AppError conflict where a quote that an order is in has not been accepted. */
function refuseUnanswered(orders: OrderRow[], quotes: QuoteWithLines[]): void {
  for (const order of orders) {
    const quote = openLineOf(quotes, order.id)?.quote;
    if (quote && quote.state !== 'accepted')
      throw refusalOf(order, orders, 'conflict', quoteErrorTexts.acceptFirst(quote.number));
  }
}

/** Makes the payment's what the orders' quotes hold for them, and answers the orders whose units are still to be held. */
async function takeOver(
  tx: DatabaseTransaction,
  orders: OrderRow[],
  quotes: QuoteWithLines[],
): Promise<OrderRow[]> {
  const rest: OrderRow[] = [];
  for (const order of orders) {
    const open = openLineOf(quotes, order.id);
    if (open && open.line.held_quantity > 0) await updateHeld(tx, open.quote.id, order.id, 0);
    else rest.push(order);
  }
  return rest;
}

/** The tools of some orders by their ids, locked, so that no price changes between its check and the hold. */
async function lockToolsOf(
  tx: DatabaseTransaction,
  orders: OrderRow[],
): Promise<Map<string, ToolDetailsRow>> {
  const ids = [...new Set(orders.map((order) => order.tool_id))];
  await lockTools(tx, ids);
  return findToolDetailsById(tx, ids);
}

/** @throws AppError price_not_accepted where the tool costs something else by now (decision 27). */
function checkAccepted(
  priceStyle: PriceStyle,
  order: OrderRow,
  orders: OrderRow[],
  tool: ToolDetailsRow | undefined,
): void {
  const unitCents = tool && unitPriceCents(tool, order.quantity);
  if (unitCents === undefined || unitCents === order.unit_price_cents) return;
  const words = paymentErrorTexts.acceptFirst(
    formatCents(order.unit_price_cents, priceStyle),
    formatCents(unitCents, priceStyle),
  );
  throw refusalOf(order, orders, 'price_not_accepted', words);
}

/** Holds the units of all orders. @throws AppError out_of_stock, which names every tool that is short; none is held then. */
async function holdAll(
  context: AppContext,
  tx: DatabaseTransaction,
  orders: OrderRow[],
  tools: Map<string, ToolDetailsRow>,
): Promise<void> {
  const short: string[] = [];
  for (const [toolId, ofTool] of Map.groupBy(orders, (order) => order.tool_id)) {
    const units = ofTool.reduce((sum, order) => sum + order.quantity, 0);
    const isEnough = units <= (tools.get(toolId)?.available_quantity ?? 0);
    if (!isEnough) short.push(paymentErrorTexts.soldOut(ofTool[0]?.tool_name ?? '', units));
  }
  if (short.length > 0)
    throw new AppError('out_of_stock', short.join('; '), orders.length === 1 ? {} : { field: 'orderIds' });
  const units = orders.map((order) => unitsOfOrder(order, order.quantity));
  if (!(await holdAllUnits(context, tx, units))) throw new Error('units that were counted are not there');
}
