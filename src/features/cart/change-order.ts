import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { destinationColumns, readDestination } from '#features/addresses/destination.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { priceFor } from '#features/catalogue/prices.ts';
import { findToolDetails } from '#features/catalogue/store.ts';
import { Blocked } from '#features/idempotency/idempotent.ts';
import { assertNotInvoiced } from '#features/invoices/open-invoice.ts';
import type { buyersWordsSchema, Order, OrderChange } from '#features/orders/contract.ts';
import { checkOrderMove, type OrderMove } from '#features/orders/order-states.ts';
import { lockOrdersWithPayments, type Payment } from '#features/orders/payment-store.ts';
import { isExpired } from '#features/orders/quote-rules.ts';
import type { QuoteWithLines } from '#features/orders/quote-store.ts';
import { checkSeenPrice, orderQuantity, orderTotalCents } from '#features/orders/rules.ts';
import {
  findOrder,
  moveOrders,
  type OrderRow,
  serializeOrder,
  updateOrder,
  updateUnpaidOrders,
} from '#features/orders/store.ts';
import { orderErrorTexts, paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import { retryUnblocked } from '#features/payments/release-hold.ts';
import { readPriceTerms } from '#features/shop-details/read-details.ts';
import { assertNotBlocked } from '#features/users/account-checks.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { asBrokenPackError } from './place-order.ts';

type ChangeOrderInput = { currentUser: CurrentUser; orderId: string; change: OrderChange };

/** Changes an unpaid order for its owner or staff, at the tool's current unit price. Fields that a payment in
 * progress covers cannot change until the payment is ended (decision 73). @throws AppError not_found,
 * conflict, payment_in_progress, invoice_open, account_blocked, invalid_input, out_of_stock, price_changed;
 * CardPaymentsError. */
export async function changeOrder(context: AppContext, input: ChangeOrderInput): Promise<Order> {
  const { currentUser, orderId, change } = input;
  const { userId } = currentUser;
  const changing = changeUnpaid(context, { currentUser, orderId, move: 'changed' }, async (tx, locked) => {
    if (locked.order.user_id === userId) await assertNotBlocked(context, tx, userId);
    await writeChange(context, tx, locked, change);
  });
  await changing.catch(asBrokenPackError);
  return readUnpaid(context, orderId);
}

async function writeChange(
  context: AppContext,
  tx: DatabaseTransaction,
  { order, payments }: LockedOrder,
  change: OrderChange,
): Promise<void> {
  const orderId = order.id;
  const { phone, address, destination, purchaseOrderNumber, buyerNote } = change;
  const live = payments.find((payment) => payment.state === 'live');
  const line = live?.lines.find((each) => each.order_id === orderId);
  const sums = await sumsOf(context, tx, { order, change, heldUnits: line?.held_quantity ?? 0 });
  const facts = {
    ...sums,
    phone,
    address,
    purchase_order_number: purchaseOrderNumber ?? order.purchase_order_number,
    buyer_note: buyerNote ?? order.buyer_note,
    ...(destination || address !== order.address
      ? await readDestination(tx, { user_id: order.user_id, address }, destination)
      : {}),
  };
  const changed = Object.entries(facts).filter(([name, value]) => order[name as keyof OrderRow] !== value);
  if (changed.length === 0) return;
  if (live && changed.some(([name]) => frozenWhilePaid.has(name))) {
    await assertNotInvoiced(tx, [live]);
    throw paymentInProgress();
  }
  await updateOrder(tx, orderId, facts);
  await recordAudit(context, tx, {
    action: 'order_changed',
    orderId,
    toolId: order.tool_id,
    details: {
      fields: changed.map(([name]) => name).join(', '),
      quantity: sums.quantity,
      totalCents: sums.total_cents,
    },
  });
}

/** Writes the buyer's purchase order number and note on all orders of their cart, except those on an open
 * invoice, which has them already. Returns how many have changed. */
export async function changeCart(
  context: AppContext,
  { currentUser: { userId }, words }: { currentUser: CurrentUser; words: z.infer<typeof buyersWordsSchema> },
): Promise<{ modifiedCount: number }> {
  const { purchaseOrderNumber: purchase_order_number, buyerNote: buyer_note } = words;
  return context.db.transaction().execute(async (tx) => {
    const changed = await updateUnpaidOrders(tx, userId, { purchase_order_number, buyer_note });
    const [first] = changed;
    // One event for all: the trail only grows.
    if (first)
      await recordAudit(context, tx, {
        action: 'order_changed',
        orderId: first.id,
        toolId: first.tool_id,
        details: { fields: 'purchase_order_number, buyer_note', orders: changed.length },
      });
    return { modifiedCount: changed.length };
  });
}

/** Columns that a payment in progress fixes; the database enforces this too. */
const frozenWhilePaid = new Set(['quantity', 'unit_price_cents', 'address', ...destinationColumns]);

/** Computes the order's amounts for the requested quantity. `heldUnits` are reserved for this order, and so
 * available to it. */
async function sumsOf(
  context: AppContext,
  tx: DatabaseTransaction,
  { order, change, heldUnits }: { order: OrderRow; change: OrderChange; heldUnits: number },
): Promise<Pick<OrderRow, 'quantity' | 'unit_price_cents' | 'total_cents'>> {
  const { minQuantity, price } = change;
  const buyer = { userId: order.user_id };
  const tool = await findToolDetails(tx, order.tool_id, buyer);
  if (!tool) throw new AppError('conflict', paymentErrorTexts.toolGone);
  const terms = {
    minOrderQuantity: tool.min_order_quantity,
    availableQuantity: tool.available_quantity + heldUnits,
    packStep: tool.pack_step,
  };
  // An unchanged quantity is not checked again, so that stock sold meanwhile does not block a corrected
  // address.
  const quantity = minQuantity === order.quantity ? minQuantity : orderQuantity(minQuantity, terms);
  const { cents: unitCents } = priceFor({ tool, quantity, buyer });
  const priceTerms = await readPriceTerms(context, tx);
  const totalCents = orderTotalCents(unitCents, quantity, priceTerms);
  if (price !== undefined) checkSeenPrice(price, totalCents, priceTerms);
  return { quantity, unit_price_cents: unitCents, total_cents: totalCents };
}

/** Reads the order after a change. @throws AppError not_found if it has been deleted since. */
async function readUnpaid({ db, config }: AppContext, orderId: string): Promise<Order> {
  const order = await findOrder(db, orderId);
  if (!order) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return serializeOrder(order, config.currency);
}

type AcceptPriceInput = { currentUser: CurrentUser; buyerId?: string; orderId: string; price: number };

/** Sets an unpaid order to the tool's current unit price, which its buyer has seen (decision 49); `buyerId`
 * if staff accept for the buyer. @throws AppError not_found, conflict, payment_in_progress, price_changed,
 * account_blocked, invalid_input; CardPaymentsError. */
export async function acceptPrice(context: AppContext, input: AcceptPriceInput): Promise<Order> {
  const { currentUser, orderId, buyerId = currentUser.userId } = input;
  await changeUnpaid(context, { currentUser, orderId, move: 'changed' }, async (tx, locked) => {
    // Staff may change another user's order, but accept a price only through the call that names the buyer.
    if (locked.order.user_id !== buyerId) {
      throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    }
    await assertNotBlocked(context, tx, buyerId);
    await writePrice(context, tx, locked, input.price);
  });
  return readUnpaid(context, orderId);
}

async function writePrice(
  context: AppContext,
  tx: DatabaseTransaction,
  { order, payments }: LockedOrder,
  price: number,
): Promise<void> {
  const terms = await readPriceTerms(context, tx);
  const buyer = { userId: order.user_id };
  const tool = await findToolDetails(tx, order.tool_id, buyer);
  if (!tool) throw new AppError('conflict', paymentErrorTexts.toolGone);
  const { cents: unitCents } = priceFor({ tool, quantity: order.quantity, buyer });
  checkSeenPrice(price, unitCents, terms);
  if (unitCents === order.unit_price_cents) return;
  await assertNotInvoiced(tx, payments);
  if (payments.some(({ state }) => state === 'live')) throw paymentInProgress();
  const totalCents = orderTotalCents(unitCents, order.quantity, terms);
  await updateOrder(tx, order.id, { unit_price_cents: unitCents, total_cents: totalCents });
  await recordAudit(context, tx, {
    action: 'order_repriced',
    orderId: order.id,
    toolId: order.tool_id,
    details: {
      unitPriceCentsBefore: order.unit_price_cents,
      unitPriceCents: unitCents,
      totalCents,
    },
  });
}

/** Deletes an unpaid order for its owner or staff. Ends a payment in progress first; if that
 * has succeeded, the order becomes paid and is not deleted. @throws AppError not_found, conflict if it is
 * paid; CardPaymentsError. */
export async function deleteOrder(
  context: AppContext,
  { currentUser, orderId }: { currentUser: CurrentUser; orderId: string },
): Promise<{ deletedCount: number }> {
  await changeUnpaid(context, { currentUser, orderId, move: 'deleted' }, async (tx, { order, payments }) => {
    const live = payments.find((payment) => payment.state === 'live');
    if (live) return new Blocked([live]);
    await moveOrders(tx, [order], { kind: 'deleted', at: context.clock.now() });
    await recordAudit(context, tx, { action: 'order_deleted', orderId, toolId: order.tool_id });
  });
  return { deletedCount: 1 };
}

/** An order with its payments, each of which may cover further orders. */
type LockedOrder = { order: OrderRow; payments: Payment[] };

/** Changes or deletes an unpaid order for its owner or staff. A payment under way that has run out, or that
 * `write` says blocks it, is ended (what else it was to pay for stays in the cart), and all is tried again;
 * if it has succeeded, the order becomes paid and stays as it is.
 * @throws AppError not_found, conflict, and what `write` throws; CardPaymentsError. */
async function changeUnpaid(
  context: AppContext,
  { currentUser, orderId, move }: { currentUser: CurrentUser; orderId: string; move: OrderMove },
  write: (tx: DatabaseTransaction, locked: LockedOrder) => Promise<Blocked | undefined>,
): Promise<void> {
  await retryUnblocked(context, () =>
    context.db.transaction().execute(async (tx) => {
      const { orders, payments, quotes } = await lockOrdersWithPayments(tx, [orderId]);
      const [order] = orders;
      if (!order || order.deleted_at || !(currentUser.isStaff || order.user_id === currentUser.userId)) {
        throw new AppError('not_found', orderErrorTexts.noSuchOrder);
      }
      checkOrderMove(order.state, move);
      if (move === 'deleted') await assertNotInvoiced(tx, payments);
      const expired = findExpiredQuote(context, payments, quotes);
      if (expired) return expired;
      const runOut = payments.filter((payment) => isRunOut(payment, context.clock.now()));
      if (runOut.length > 0) return new Blocked(runOut);
      return write(tx, { order, payments });
    }),
  );
}

/** The error for changing an order that is being paid for. */
const paymentInProgress = () => new AppError('payment_in_progress', orderErrorTexts.paymentInProgress);

const isRunOut = ({ state, hold_expires_at }: Payment, now: Date) =>
  state === 'live' && hold_expires_at !== null && hold_expires_at <= now;

/** Orders in an open quote cannot change; one that has expired ends first. @throws AppError conflict. */
function findExpiredQuote(
  context: AppContext,
  payments: Payment[],
  quotes: QuoteWithLines[],
): Blocked | undefined {
  const [quote] = quotes;
  if (!quote) return undefined;
  if (!isExpired(quote, context.clock.now()))
    throw new AppError('conflict', quoteErrorTexts.declineFirst(quote.number));
  const live = payments.filter(({ state }) => state === 'live');
  return new Blocked(live, quotes);
}
