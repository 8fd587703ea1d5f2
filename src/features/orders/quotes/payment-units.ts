import type { AppContext } from '#features/app-context.ts';
import { giveBackUnits, takeHeldUnits } from '#features/catalogue/stock-store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { PaymentLine } from '../payments/store.ts';
import { type OrderRow, unitsOfOrder } from '../store.ts';
import { keepingQuoteOf, openLineOf, type QuoteWithLines, updateHeld } from './store.ts';

/** Gives back what a payment that ends unpaid held of an order: to the order's quote, from which it had them, while that is
 * good, else to the shelf. */
export async function giveBackFromPayment(
  context: AppContext,
  tx: DatabaseTransaction,
  quotes: QuoteWithLines[],
  { line, order }: { line: PaymentLine; order: OrderRow },
): Promise<void> {
  const quote = order.paid_at ? undefined : keepingQuoteOf(quotes, order.id, context.clock.now());
  if (quote) await updateHeld(tx, quote.id, order.id, line.held_quantity);
  else await giveBackUnits(context, tx, unitsOfOrder(order, line.held_quantity));
}

/** Takes what a quote holds of an order whose payment had ended, and has succeeded after all; `false` when it holds nothing. */
export async function takeFromQuote(
  context: AppContext,
  tx: DatabaseTransaction,
  quotes: QuoteWithLines[],
  order: OrderRow,
): Promise<boolean> {
  const open = openLineOf(quotes, order.id);
  if (!open || open.line.held_quantity === 0) return false;
  await updateHeld(tx, open.quote.id, order.id, 0);
  await takeHeldUnits(context, tx, unitsOfOrder(order, order.quantity));
  return true;
}
