import { AppError } from '#contracts/app-error.ts';
import { formatCents, MAX_CHARGE_CENTS } from '#contracts/money.ts';
import { withDestinations } from '#features/addresses/destination.ts';
import type { AppContext } from '#features/app-context.ts';
import { chargesOfEach, chargesOfOrders, checkDelivery } from '#features/charge-rules/charges-of-orders.ts';
import type { Charges } from '#features/charge-rules/compute-charges.ts';
import { Blocked } from '#features/idempotency/idempotent.ts';
import { assertNotInvoiced } from '#features/invoices/open-invoice.ts';
import { hasCharges } from '#features/orders/bill.ts';
import { lockOrdersWithPayments, type Payment, type PaymentRow } from '#features/orders/payment-store.ts';
import { isExpired } from '#features/orders/quote-rules.ts';
import type { QuoteWithLines } from '#features/orders/quote-store.ts';
import { centsOfPrice, checkSeenPrice } from '#features/orders/rules.ts';
import { findUnpaidOrders, type OrderRow } from '#features/orders/store.ts';
import { paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { assertStillSold, ownUnpaid } from '#features/orders/unpaid-orders.ts';
import { type PriceTerms, readPriceTerms } from '#features/shop-details/read-details.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { NewPaymentIntent } from './contract.ts';
import { findPaymentAddresses, isSentElsewhere, type PaymentAddresses } from './freeze-addresses.ts';

/** How staff received or will receive a manual payment, and who recorded it. `due_on`: the due date; units
 * stay held until then and beyond; `received_on`: when the money arrived. */
export type ByHand = Pick<PaymentRow, 'method' | 'reference' | 'marked_by'> &
  Partial<Pick<PaymentRow, 'due_on' | 'received_on'>>;

/** Who pays for which orders; `price` is the total that they saw. */
export type PaymentRequest = NewPaymentIntent & { currentUser: CurrentUser; byHand?: ByHand };

export type PreparedPayment = {
  orders: OrderRow[];
  quotes: QuoteWithLines[];
  priceTerms: PriceTerms;
  charges: Charges;
  addresses: PaymentAddresses;
  /** The payment in progress that matches the request exactly. Manual payments are always new. */
  same: Payment | undefined;
};

/** Locks the orders of a payment and collects its parts; if other payments in progress of its orders or their
 * expired quotes block it, returns those. It writes nothing. @throws AppError not_found,
 * conflict, invoice_open, price_changed, invalid_input */
export async function preparePayment(
  context: AppContext,
  tx: DatabaseTransaction,
  request: PaymentRequest,
): Promise<PreparedPayment | Blocked> {
  const { currentUser, byHand, orderId } = request;
  const orderIds = request.orderIds ?? [orderId ?? (await findOrderOfPrice(context, tx, request))];
  const locked = await lockOrdersWithPayments(tx, orderIds);
  const orders = await withDestinations(tx, ownUnpaid(currentUser.userId, orderIds, locked.orders));
  const priceTerms = await readPriceTerms(context, tx);
  const charges = await chargesOfRequest(context, tx, request, { orders, terms: priceTerms });
  const addresses = await findPaymentAddresses(tx, request, orders);
  await assertStillSold(tx, orders);
  const live = locked.payments.filter((payment) => payment.state === 'live');
  await assertNotInvoiced(tx, live);
  const now = context.clock.now();
  const same = live.find(
    (payment) =>
      !byHand &&
      payment.hold_expires_at !== null &&
      payment.hold_expires_at > now &&
      isFor(payment, orders) &&
      hasCharges(payment, charges) &&
      !orders.some((order) => isSentElsewhere(order, addresses)),
  );
  const payments = live.filter((payment) => payment !== same);
  const quotes = same ? [] : locked.quotes.filter((quote) => isExpired(quote, now));
  if (payments.length + quotes.length > 0) return new Blocked(payments, quotes);
  return { orders, quotes: locked.quotes, priceTerms, charges, addresses, same };
}

/** Maximum number of unpaid orders whose charges are computed to find the one that a price matches. */
const MOST_RECKONED = 50;

/** Finds the order for a call with only a price: the caller's single unpaid order whose total, including
 * delivery and tax, matches, if they have few orders. Otherwise the order whose price alone matches, so that
 * price_changed reports its total. */
async function findOrderOfPrice(
  context: AppContext,
  db: Database,
  { currentUser, price }: PaymentRequest,
): Promise<string> {
  const { currency } = context.config;
  const cents = price === undefined ? undefined : centsOfPrice(price, currency);
  const { userId } = currentUser;
  const orders = cents === undefined ? [] : await findUnpaidOrders(db, userId, { limit: MOST_RECKONED + 1 });
  const reckoned = orders.length > MOST_RECKONED ? [] : orders;
  const stepCents = context.cardPayments.chargeStepCents(currency);
  const charged = (await chargesOfEach(db, { orders: reckoned, userId, stepCents, now: context.clock.now() }))
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

/** Computes the charges of the orders. @throws AppError conflict if they can't be delivered this way;
 * price_changed unless the buyer saw this total; invalid_input if it exceeds the maximum of a card payment */
async function chargesOfRequest(
  { clock }: AppContext,
  tx: DatabaseTransaction,
  { currentUser: { userId }, price, deliveryMethodId, addressId }: PaymentRequest,
  { orders, terms }: { orders: OrderRow[]; terms: PriceTerms },
): Promise<Charges> {
  const { stepCents } = terms;
  const chosen = { deliveryMethodId, addressId, stepCents, now: clock.now() };
  const charges = await chargesOfOrders(tx, { orders, userId, ...chosen });
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
