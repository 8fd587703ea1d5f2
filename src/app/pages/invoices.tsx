import { MarkInvoicePaid } from '#features/counter/web/mark-invoice-paid.tsx';
import { InvoicesPage } from '#features/invoices/web/invoices.tsx';

export { meta } from '#features/invoices/web/invoices.tsx';

/** All invoices, for staff, who mark open ones as paid. */
export default function Invoices() {
  return <InvoicesPage markPaid={markPaid} />;
}

const markPaid: Parameters<typeof InvoicesPage>[0]['markPaid'] = ({ email, orderId, number }) =>
  orderId && <MarkInvoicePaid email={email} orderId={orderId} number={number} />;
