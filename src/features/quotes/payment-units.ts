import type { AppContext } from '#features/app-context.ts';
import { releaseUnits, sellHeldUnits } from '#features/catalogue/stock-store.ts';
import type { PaymentLine } from '#features/orders/payment-store.ts';
import {
  keepingQuoteOf,
  openLineOf,
  type QuoteWithLines,
  updateQuoteLine,
} from '#features/orders/quote-store.ts';
import { type OrderRow, unitsOfOrder } from '#features/orders/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

/** Releases the units held by a payment that ended unpaid: back to the order's quote that they came from
 * while it is open, else to stock. */
export async function releaseFromPayment(
  context: AppContext,
  tx: DatabaseTransaction,
  quotes: QuoteWithLines[],
  lines: { line: PaymentLine; order: OrderRow }[],
): Promise<void> {
  const toShelf: ReturnType<typeof unitsOfOrder>[] = [];
  for (const { line, order } of lines) {
    const quote = order.paid_at ? undefined : keepingQuoteOf(quotes, order.id, context.clock.now());
    if (quote) await updateQuoteLine(tx, quote.id, order.id, { held_quantity: line.held_quantity });
    else toShelf.push(unitsOfOrder(order, line.held_quantity));
  }
  await releaseUnits(context, tx, ...toShelf);
}

/** Sells the units held by a successful payment. */
export async function sellFromPayment(
  context: AppContext,
  tx: DatabaseTransaction,
  lines: { line: PaymentLine; order: OrderRow }[],
): Promise<void> {
  const held = lines.map(({ line, order }) => unitsOfOrder(order, line.held_quantity));
  await sellHeldUnits(context, tx, ...held);
}

/** Returns whether an open quote holds an order's units. */
export const isHeldByQuote =
  (quotes: QuoteWithLines[]) =>
  ({ id }: OrderRow): boolean =>
    (openLineOf(quotes, id)?.line.held_quantity ?? 0) > 0;

/** Takes the units that open quotes hold for orders, which stay reserved: the caller's payment holds or sells
 * them. */
export async function takeFromQuotes(
  tx: DatabaseTransaction,
  quotes: QuoteWithLines[],
  orders: OrderRow[],
): Promise<void> {
  for (const { id } of orders.filter(isHeldByQuote(quotes))) {
    const quoteId = openLineOf(quotes, id)?.quote.id;
    if (quoteId) await updateQuoteLine(tx, quoteId, id, { held_quantity: 0 });
  }
}
