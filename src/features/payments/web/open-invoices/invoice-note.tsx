import type { ListedOrder } from '#features/orders/contract.ts';
import { openInvoiceTexts as texts } from '#features/payments/open-invoices/screen-texts.ts';
import { Badge } from '#ui/badge.tsx';

type NotedOrder = Pick<ListedOrder, 'openInvoice' | 'invoiceOverdue'>;

/** The invoice on which an order awaits a transfer, and its due date; empty for any other order. */
export function InvoiceNote({ order: { openInvoice, invoiceOverdue } }: { order: NotedOrder }) {
  if (!openInvoice) return null;
  const words = invoiceOverdue ? texts.overdue : texts.open;
  return (
    <Badge wraps tone={invoiceOverdue ? 'bad' : 'warn'}>
      {words(openInvoice.number, openInvoice.dueOn)}
    </Badge>
  );
}
