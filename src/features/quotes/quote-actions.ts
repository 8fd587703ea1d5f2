import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { AuditAction } from '#features/audit/contract.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { awaitsPayment } from '#features/orders/order-states.ts';
import { hasUnpaidOrder, type QuoteWithLines, updateQuote } from '#features/orders/quote-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { quoteErrorTexts } from '#features/orders/texts/quotes.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { quoteEmails } from './emails.ts';
import { answerQuote } from './quote-list.ts';

/** Describes units of an order's tool to be moved for its quote. */
export function unitsOfQuote({ id, number }: QuoteWithLines, { tool_id }: OrderRow, units: number) {
  return { toolId: tool_id, units, cause: { kind: 'quote' as const, id, name: number } };
}

/** @throws AppError version_conflict, with the current quote, unless its current offer is the one that was
 * seen */
export async function assertSeen(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, version }: QuoteWithLines,
  seen: number,
): Promise<void> {
  if (version === seen) return;
  const current = await answerQuote(context, tx, id);
  throw new AppError('version_conflict', quoteErrorTexts.changedMeanwhile, { field: 'version', current });
}

/** @throws AppError conflict if an order of a quote was paid for otherwise */
export function assertUnpaid(orders: OrderRow[]): void {
  if (orders.some(({ state }) => !awaitsPayment(state)))
    throw new AppError('conflict', quoteErrorTexts.paidMeanwhile);
}

/** Records an action on a quote in the audit trail of each of its orders. */
export async function recordOfQuote(
  context: AppContext,
  tx: DatabaseTransaction,
  quote: QuoteWithLines,
  orders: OrderRow[],
  action: Extract<AuditAction, `quote_${string}`>,
): Promise<void> {
  for (const line of quote.lines) {
    const toolId = orders.find(({ id }) => id === line.order_id)?.tool_id;
    const { unit_price_cents: unitCents, quantity } = line;
    await recordAudit(context, tx, {
      action,
      orderId: line.order_id,
      ...(toolId !== undefined && { toolId }),
      userId: quote.user_id,
      details: {
        quoteId: quote.id,
        quote: quote.number,
        ...(unitCents !== null && { unitPriceCents: unitCents, totalCents: unitCents * quantity }),
      },
    });
  }
}

/** Closes the quotes whose orders are now all paid: an accepted one becomes `paid`; for any other, the orders
 * were paid otherwise, and its buyer is notified that it is closed. */
export async function closePaidQuotes(
  context: AppContext,
  tx: DatabaseTransaction,
  quotes: QuoteWithLines[],
  orders: OrderRow[],
): Promise<void> {
  for (const quote of quotes) {
    if (await hasUnpaidOrder(tx, quote.id)) continue;
    const state = quote.state === 'accepted' ? 'paid' : 'withdrawn';
    await updateQuote(tx, quote.id, { state, ended_at: context.clock.now(), invoiced: false });
    await recordOfQuote(context, tx, quote, orders, `quote_${state}`);
    if (state === 'withdrawn') await enqueueEmail(context, tx, quoteEmails.withdrawn, { quoteId: quote.id });
  }
}
