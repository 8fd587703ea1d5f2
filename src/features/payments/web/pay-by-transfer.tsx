import { useQuery } from '@tanstack/react-query';
import { writeIban } from '#contracts/bank-and-vat.ts';
import { InvoiceButton } from '#features/invoices/web/invoice-button.tsx';
import { SumRow } from '#features/orders/web/charge-rows.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { regionWords } from '#texts/region.ts';
import { LinkButton } from '#ui/button.tsx';
import { useRegion } from '#ui/client/load-context.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Price } from '#ui/price.tsx';
import { getOpenInvoiceCall, type OpenInvoice } from '../open-invoices/contract.ts';
import { openInvoiceTexts } from '../open-invoices/screen-texts.ts';
import { paymentTexts } from '../texts.ts';

const texts = openInvoiceTexts.pay;

/** The query key of the open invoices of orders. */
export const openInvoiceKey = ['orders', 'open-invoice'] as const;

/** Fetches the open invoice of an order. */
export function useOpenInvoice(orderId: string | undefined) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...openInvoiceKey, orderId],
    queryFn: ({ signal }) => api.call(getOpenInvoiceCall, { params: { id: orderId ?? '' }, signal }),
    enabled: orderId !== undefined,
  });
}

/** In place of the card form: the account, due date and reference for paying an invoice. */
export function PayByTransfer({ orderId }: { orderId: string }) {
  const invoice = useOpenInvoice(orderId);
  if (invoice.data) return <Transfer orderId={orderId} invoice={invoice.data} />;
  return invoice.error ? <QueryError of={invoice} /> : <Skeleton className="h-96 w-full" />;
}

function Transfer({ orderId, invoice }: { orderId: string; invoice: OpenInvoice }) {
  const { country } = useRegion();
  const { number, dueOn, overdue, total, orders } = invoice;
  return (
    <section aria-labelledby="transfer" className="max-w-xl rounded-md border border-line bg-surface">
      <div className="p-4 sm:p-6">
        <h2 id="transfer" className="text-xl wrap-anywhere">
          {texts.title(number)}
        </h2>
        <p className={overdue ? 'mt-3 font-semibold text-bad' : 'mt-3'}>
          {overdue ? texts.wasBy(dueOn) : texts.by(dueOn)}
        </p>
        <p className="mt-1 text-ink-soft">{texts.reserved}</p>
      </div>
      <dl className="space-y-2 border-t border-dashed border-line-strong px-4 py-4 text-sm sm:px-6">
        <SumRow label={texts.total}>
          <Price amount={total} className="font-semibold" />
        </SumRow>
        {factsOf(invoice, country).map(([label, value]) => (
          <SumRow key={label} label={label}>
            <span className="select-all wrap-anywhere">{value}</span>
          </SumRow>
        ))}
        <SumRow label={texts.orders}>{orders.map((order) => order.number).join(', ')}</SumRow>
      </dl>
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-4 sm:px-6">
        <InvoiceButton paper={{ orderId, number }} variant="secondary" />
        <LinkButton to="/dashboard/orders" variant="secondary" size="sm">
          {paymentTexts.myOrders}
        </LinkButton>
      </div>
    </section>
  );
}

function factsOf({ account, number }: OpenInvoice, country: string): [string, string][] {
  const facts: [string, string][] = [
    [texts.reference, number],
    [texts.holder, account.holder],
    [texts.iban, writeIban(account.iban)],
    [texts.account, account.iban ? '' : account.account],
    [regionWords(country).routing, account.iban ? '' : account.routing],
    [texts.bank, account.name],
    [texts.bic, account.bic],
  ];
  return facts.filter(([, value]) => value !== '');
}
