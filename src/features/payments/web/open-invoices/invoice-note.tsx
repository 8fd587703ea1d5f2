import type { ListedOrder } from '#features/orders/contract.ts';
import { openInvoiceTexts as texts } from '#features/payments/open-invoices/screen-texts.ts';
import { Badge } from '#ui/badge.tsx';

type NotedOrder = Pick<ListedOrder, 'openInvoice' | 'invoiceOverdue'>;

/** On which invoice an order waits for a transfer, and by when that is due; nothing for any other order. */
export function InvoiceNote({ order: { openInvoice, invoiceOverdue } }: { order: NotedOrder }) {
  if (!openInvoice) return null;
  const words = invoiceOverdue ? texts.overdue : texts.open;
  return <Badge tone={invoiceOverdue ? 'bad' : 'warn'}>{words(openInvoice.number, openInvoice.dueOn)}</Badge>;
}
