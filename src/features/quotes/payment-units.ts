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

/** Releases what a payment that ends unpaid held of its orders: to an order's quote, from which it had them,
 * while that is good, else to the shelf. */
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

/** Sells what a payment that has succeeded held of its orders. */
export async function sellFromPayment(
  context: AppContext,
  tx: DatabaseTransaction,
  lines: { line: PaymentLine; order: OrderRow }[],
): Promise<void> {
  const held = lines.map(({ line, order }) => unitsOfOrder(order, line.held_quantity));
  await sellHeldUnits(context, tx, ...held);
}

/** Sells what a quote holds of an order whose payment had ended, and has succeeded after all;
 * `false` when it holds nothing. */
export async function sellFromQuote(
  context: AppContext,
  tx: DatabaseTransaction,
  quotes: QuoteWithLines[],
  order: OrderRow,
): Promise<boolean> {
  const open = openLineOf(quotes, order.id);
  if (!open || open.line.held_quantity === 0) return false;
  await updateQuoteLine(tx, open.quote.id, order.id, { held_quantity: 0 });
  await sellHeldUnits(context, tx, unitsOfOrder(order, order.quantity));
  return true;
}
