import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, formatCents, type PriceStyle, toCents } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { findToolsById, lockTools } from '#features/catalogue/store.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { Blocked, idempotent } from '#features/idempotency/idempotent.ts';
import { checkQuoteMove, MAX_QUOTE_DAYS } from '#features/orders/quote-rules.ts';
import {
  findQuoteRow,
  insertQuote,
  type QuoteWithLines,
  updateQuote,
  updateQuoteLine,
} from '#features/orders/quote-store.ts';
import { orderTotalCents } from '#features/orders/rules.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { byStaffErrorTexts } from '#features/orders/texts/by-staff.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import { assertStillSold, holdUnitsOfOrders } from '#features/orders/unpaid-orders.ts';
import { retryUnblocked } from '#features/payments/release-hold.ts';
import { type NewOffer, type Offer, type Quote, quoteSchema } from '#features/quotes/contract.ts';
import { quoteEmails } from '#features/quotes/emails.ts';
import { enqueueExpiry, linesWithOrders, lockQuote, releaseHeld } from '#features/quotes/end-quote.ts';
import { assertSeen, assertUnpaid, recordOfQuote, unitsOfQuote } from '#features/quotes/quote-actions.ts';
import { answerQuote } from '#features/quotes/quote-list.ts';
import { readPriceTerms } from '#features/shop-details/read-details.ts';
import { assertNotBlocked, assertNotOwn, assertVerified } from '#features/users/account-checks.ts';
import { type CurrentUser, findUser, lockUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { lockForQuote } from './ask-for-quote.ts';

type OfferQuoteInput = { currentUser: CurrentUser; quoteId: string; offer: Offer };

/** Offers prices for the orders of a quote, replacing an earlier offer, and notifies the buyer. With `holds`
 * the units of all orders are held in the same transaction, or nothing is offered. @throws AppError
 * not_found, conflict, version_conflict, out_of_stock, invalid_input, account_blocked, email_not_verified,
 * own_account */
export async function offerQuote(
  context: AppContext,
  { currentUser, quoteId, offer }: OfferQuoteInput,
): Promise<Quote> {
  return context.db.transaction().execute(async (tx) => {
    const { quote, orders } = await lockQuote(tx, quoteId);
    const now = context.clock.now();
    checkQuoteMove(quote, 'offered', now);
    await assertSeen(context, tx, quote, offer.version);
    assertUnpaid(orders);
    const expiresAt = checkExpiry(offer.expiresAt, now);
    const prices = pricesOf(await readPriceTerms(context, tx), orders, offer);
    await lockUser(tx, quote.user_id);
    await assertNotBlocked(context, tx, quote.user_id);
    await assertVerified(tx, quote.user_id, byStaffErrorTexts.notVerified);
    await assertNotOwn(context, tx, { currentUser, ownerId: quote.user_id, what: 'quote_offered' });
    await assertStillSold(tx, orders);
    for (const [orderId, unitCents] of prices)
      await updateQuoteLine(tx, quoteId, orderId, { unit_price_cents: unitCents });
    if (quote.holds && !offer.holds) await releaseHeld(context, tx, quote, orders);
    await updateQuote(tx, quoteId, {
      state: 'offered',
      version: quote.version + 1,
      message: offer.message,
      holds: offer.holds,
      expires_at: expiresAt,
      offered_at: now,
      offered_by: currentUser.userId,
    });
    if (offer.holds && !quote.holds) await holdForQuote(context, tx, quote, orders);
    return notifyOfOffer(context, tx, quoteId, orders);
  });
}

type OfferToCustomerInput = {
  currentUser: CurrentUser;
  email: string;
  offer: NewOffer;
  idempotencyKey: string | undefined;
};

/** Like `offerQuote`, for unpaid orders of a customer who has not requested a quote. @throws AppError as
 * `offerQuote` does, and key_reused; CardPaymentsError for a payment in progress */
export async function offerToCustomer(
  context: AppContext,
  { currentUser, email, offer, idempotencyKey }: OfferToCustomerInput,
): Promise<Quote> {
  const request = {
    userId: currentUser.userId,
    route: 'POST /customers/{email}/quotes',
    key: idempotencyKey,
    body: { email, offer },
  };
  return retryUnblocked(context, () =>
    context.db.transaction().execute((tx) =>
      idempotent(context, tx, request, quoteSchema, async () => {
        const buyer = await findUser(tx, email);
        if (!buyer) throw new AppError('not_found', byStaffErrorTexts.noAccount, { field: 'email' });
        await assertVerified(tx, buyer.id, byStaffErrorTexts.notVerified);
        await assertNotOwn(context, tx, { currentUser, ownerId: buyer.id, what: 'quote_offered' });
        const orderIds = offer.lines.map(({ orderId }) => orderId);
        const orders = await lockForQuote(context, tx, buyer.id, orderIds);
        if (orders instanceof Blocked) return orders;
        const now = context.clock.now();
        const expiresAt = checkExpiry(offer.expiresAt, now);
        const prices = pricesOf(await readPriceTerms(context, tx), orders, offer);
        const quote = await insertQuote(
          tx,
          {
            id: uuid(),
            user_id: buyer.id,
            state: 'offered',
            message: offer.message,
            holds: offer.holds,
            expires_at: expiresAt,
            offered_at: now,
            offered_by: currentUser.userId,
          },
          orders.map(({ id, quantity }) => ({
            order_id: id,
            quantity,
            unit_price_cents: prices.get(id) ?? null,
          })),
        );
        if (offer.holds) await holdForQuote(context, tx, quote, orders);
        return notifyOfOffer(context, tx, quote.id, orders);
      }),
    ),
  );
}

/** @throws AppError invalid_input unless the time is in the future and within the maximum */
function checkExpiry(expiresAt: string, now: Date): Date {
  const time = new Date(expiresAt);
  const field = 'expiresAt';
  if (time <= now) throw new AppError('invalid_input', quoteErrorTexts.inThePast, { field });
  if (time.getTime() <= now.getTime() + MAX_QUOTE_DAYS * 86_400_000) return time;
  throw new AppError('invalid_input', quoteErrorTexts.tooFar(MAX_QUOTE_DAYS), { field });
}

/** Returns the offered unit price of each order. @throws AppError invalid_input unless each order, and no
 * other, has a price that can be charged */
function pricesOf(
  priceStyle: PriceStyle,
  orders: OrderRow[],
  { lines }: Pick<NewOffer, 'lines'>,
): Map<string, Cents> {
  const prices = new Map<string, Cents>();
  for (const [index, { orderId, unitPrice }] of lines.entries()) {
    const field = `lines.${index}.unitPrice`;
    const unitCents = toCents(unitPrice, priceStyle.currency);
    if (unitCents === undefined || unitCents <= 0)
      throw new AppError('invalid_input', quoteErrorTexts.noAmount(formatCents(1, priceStyle)), { field });
    prices.set(orderId, unitCents);
  }
  if (prices.size !== orders.length || orders.some(({ id }) => !prices.has(id)))
    throw new AppError('invalid_input', quoteErrorTexts.otherOrders, { field: 'lines' });
  for (const { id, quantity } of orders) orderTotalCents(prices.get(id) ?? 0, quantity, priceStyle);
  return prices;
}

/** Holds the units of all orders of a quote. @throws AppError out_of_stock, which names every tool that is
 * short */
async function holdForQuote(
  context: AppContext,
  tx: DatabaseTransaction,
  quote: QuoteWithLines,
  orders: OrderRow[],
): Promise<void> {
  const toolIds = orders.map(({ tool_id }) => tool_id);
  await lockTools(tx, toolIds);
  const tools = await findToolsById(tx, toolIds);
  const lines = linesWithOrders(quote, orders);
  const wanted = lines.map(({ line, order }) => ({
    order,
    units: unitsOfQuote(quote, order, line.quantity),
  }));
  await holdUnitsOfOrders(context, tx, { wanted, tools }, { words: quoteErrorTexts.short, field: 'holds' });
  for (const { line, order } of lines)
    await updateQuoteLine(tx, quote.id, order.id, { held_quantity: line.quantity });
}

/** Records the offer, notifies the buyer, and schedules its expiry. */
async function notifyOfOffer(
  context: AppContext,
  tx: DatabaseTransaction,
  quoteId: string,
  orders: OrderRow[],
): Promise<Quote> {
  const quote = await findQuoteRow(tx, quoteId);
  if (!quote?.expires_at) throw new Error(`quote ${quoteId} has not been offered`);
  await recordOfQuote(context, tx, quote, orders, 'quote_offered');
  await enqueueEmail(context, tx, quoteEmails.offered, { quoteId, version: quote.version });
  await enqueueExpiry(context, tx, quoteId, quote.expires_at);
  return answerQuote(context, tx, quoteId);
}
