import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { InvoiceButton } from '#features/invoices/web/invoice-button.tsx';
import type { Order } from '#features/orders/contract.ts';
import { sharedWords } from '#features/orders/web/order-details.tsx';
import { useContacts } from '#features/shop-details/web/load-details.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { regionWords } from '#texts/region.ts';
import { seoTexts } from '#texts/shop.ts';
import { ApiError } from '#ui/client/api-client.ts';
import { useRegion, useShop } from '#ui/client/load-context.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { Wordmark } from '#ui/wordmark.tsx';
import { getBillCall } from '../contract.ts';
import { receiptTexts as texts } from '../texts.ts';
import { ReceiptSum } from './receipt-sum.tsx';

type ReceiptProps = {
  orders: readonly [Order, ...Order[]];
  transactionId: string;
  /** Whether the shop has recorded the payment, and so invoiced it. */
  isConfirmed: boolean;
};

/** The receipt of a payment, the only printed part of the page. The shop may not know the time of payment
 * yet. */
export function Receipt({ orders, transactionId, isConfirmed }: ReceiptProps) {
  const bill = useBill(transactionId, isConfirmed);
  const shop = useShop();
  const { country } = useRegion();
  const contacts = useContacts();
  const [order] = orders;
  const purchaseOrder = sharedWords(orders, 'purchaseOrderNumber');
  const buyerNote = sharedWords(orders, 'buyerNote');
  const title = texts.title(bill.data?.orders[0]?.number ?? order.number);
  const deliveries = new Map(
    orders.map(({ address, phone }) => [`${address}\n${phone}`, { address, phone }]),
  );
  useEffect(() => {
    // Also the file name of a printed page.
    document.title = seoTexts.pageTitle(title, shop.name);
  }, [title, shop.name]);
  return (
    <section
      aria-label={title}
      className="rounded-md border border-line bg-surface print:rounded-none print:border-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-5 sm:p-6">
        <Wordmark />
        <h2 className="text-xl tabular-nums">{title}</h2>
      </div>
      <dl className="grid gap-x-6 gap-y-4 border-t border-dashed border-line-strong p-5 text-sm sm:grid-cols-2 sm:p-6">
        <Fact label={texts.paidTo}>
          {shop.name}
          <span className="block text-balance">{contacts?.address}</span>
          {contacts?.email}
          <br />
          {shop.phone}
        </Fact>
        <Fact label={texts.paidBy}>
          {order.userName}
          <br />
          {order.email}
        </Fact>
        <Fact label={texts.paidOn}>{order.paidAt ? <Moment at={order.paidAt} /> : texts.notKnown}</Fact>
        <Fact label={texts.deliverTo}>
          {[...deliveries].map(([key, { address, phone }]) => (
            <p key={key} className="mb-1 last:mb-0">
              <span className="whitespace-pre-line">{address}</span>
              <br />
              {phone}
            </p>
          ))}
        </Fact>
        {purchaseOrder && <Fact label={texts.purchaseOrder}>{purchaseOrder}</Fact>}
        {buyerNote && (
          <Fact label={texts.buyerNote}>
            <span className="whitespace-pre-line">{buyerNote}</span>
          </Fact>
        )}
      </dl>
      <ReceiptSum orders={orders} bill={bill.data} />
      <QueryError of={bill} />
      <dl className="grid gap-x-6 gap-y-4 border-t border-dashed border-line-strong p-5 text-sm sm:grid-cols-2 sm:p-6">
        <Fact label={texts.invoice}>
          {bill.data?.invoiceNumber ? (
            <InvoiceButton
              paper={{ orderId: order._id, number: bill.data.invoiceNumber }}
              variant="secondary"
            />
          ) : (
            <span className="flex min-h-8 items-center">
              {isConfirmed ? bill.data && texts.noInvoice : texts.notKnown}
            </span>
          )}
        </Fact>
        {bill.data && bill.data.creditNotes.length > 0 && (
          <Fact label={texts.creditNotes(bill.data.creditNotes.length, regionWords(country).creditNote)}>
            <span className="flex flex-wrap gap-2">
              {bill.data.creditNotes.map((note) => (
                <InvoiceButton key={note.refundId} paper={note} variant="secondary" />
              ))}
            </span>
          </Fact>
        )}
        <div className="min-w-0 sm:col-span-2">
          <dt className="label-caps text-ink-soft">{texts.transactionId}</dt>
          <dd className="mt-1 text-xs font-medium tracking-tighter wrap-anywhere sm:text-sm sm:tracking-normal">
            {transactionId}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="label-caps text-ink-soft">{label}</dt>
      <dd className="mt-1 font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** Fetches what a payment charged. Payments of earlier versions may have no bill. */
function useBill(transactionId: string, isConfirmed: boolean) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['bill', transactionId, isConfirmed],
    queryFn: ({ signal }) =>
      api.call(getBillCall, { params: { transactionId }, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    placeholderData: keepPreviousData,
  });
}
