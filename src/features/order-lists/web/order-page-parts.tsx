import type { ReactNode } from 'react';
import { MarkInvoicePaid } from '#features/counter/web/mark-invoice-paid.tsx';
import { Disputes } from '#features/fulfilment/web/dispute-facts.tsx';
import { InvoiceButton } from '#features/invoices/web/invoice-button.tsx';
import { purchasePageTexts as texts } from '#features/orders/texts/purchase.ts';
import { sumOf } from '#features/orders/web/cart-rules.ts';
import { ChargeRows, SumRow } from '#features/orders/web/charge-rows.tsx';
import { DeliveryMethod, sharedWords } from '#features/orders/web/order-details.tsx';
import { openInvoiceTexts } from '#features/payments/open-invoices/screen-texts.ts';
import { InvoiceNote } from '#features/payments/web/open-invoices/invoice-note.tsx';
import { classNames } from '#ui/class-names.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { CustomerLink } from '#ui/dashboard/row-card.tsx';
import { Moment } from '#ui/moment.tsx';
import { Price } from '#ui/price.tsx';
import { telephoneLink } from '#ui/telephone-link.ts';
import type { Purchase } from '../contract.ts';

type OfPurchase = { purchase: Purchase };

/** A section of the order page. */
export function Part({
  id,
  title,
  className,
  children,
}: {
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'min-w-0 space-y-4 rounded-md border border-line bg-surface p-4 sm:p-5',
        className,
      )}
    >
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Whether a purchase was paid other than by card, so that staff give the money back themselves. */
export const isByHand = ({ payment }: Purchase): boolean => payment !== null && payment.method !== 'card';

/** The totals of a purchase: goods, delivery, tax, and what was refunded. */
export function PurchaseSum({ purchase: { orders, payment } }: OfPurchase) {
  const { currency } = useShopSettings();
  const ordered = sumOf(orders, currency);
  // Orders paid in earlier versions may have no payment.
  const isPaid = orders.some(({ paid }) => paid);
  return (
    <dl className="ml-auto max-w-sm space-y-1 border-t border-line pt-4">
      {payment && <ChargeRows charges={payment} ordered={ordered} label={texts.goods} />}
      <SumRow
        label={
          <span className="text-lg font-semibold text-ink">
            {payment || isPaid ? texts.total : texts.totalUnpaid}
          </span>
        }
      >
        <Price amount={payment?.total ?? ordered} className="text-lg font-semibold" />
      </SumRow>
      {(['keptDelivery', 'refunded', 'refundDue'] as const).map((what) =>
        payment?.[what] ? (
          <SumRow key={what} label={texts[what]}>
            <Price amount={payment[what]} />
          </SumRow>
        ) : null,
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** Who bought it, with a link to the customer, and what they wrote. */
export function Buyer({ purchase: { orders } }: OfPurchase) {
  const [first] = orders;
  const purchaseOrder = sharedWords(orders, 'purchaseOrderNumber');
  const buyerNote = sharedWords(orders, 'buyerNote');
  if (!first) return null;
  return (
    <Part id="buyer" title={texts.buyer}>
      <div>
        <p className="font-semibold wrap-anywhere">{first.userName}</p>
        <p className="text-link">
          <CustomerLink email={first.email} />
        </p>
        <p>
          <a href={telephoneLink(first.phone)} className="text-link tabular-nums">
            {first.phone}
          </a>
        </p>
      </div>
      {(purchaseOrder || buyerNote) && (
        <dl className="space-y-3">
          {purchaseOrder && <Fact label={texts.purchaseOrder}>{purchaseOrder}</Fact>}
          {buyerNote && (
            <Fact label={texts.buyerNote}>
              <span className="whitespace-pre-line">{buyerNote}</span>
            </Fact>
          )}
        </dl>
      )}
    </Part>
  );
}

/** Where it goes, in lines as on the label; each address once. */
export function ShipTo({ purchase: { orders, payment } }: OfPurchase) {
  const [first] = orders;
  const addresses = [...new Set(orders.map(({ address }) => address))];
  if (!first) return null;
  return (
    <Part id="ship-to" title={texts.shipTo}>
      {(payment?.deliverTo ? [payment.deliverTo] : addresses).map((address) => (
        <address key={address} className="whitespace-pre-line not-italic wrap-anywhere">
          {first.userName}
          {'\n'}
          {address}
        </address>
      ))}
      <DeliveryMethod order={first} />
    </Part>
  );
}

/** How it was paid, who is billed, and its invoices and disputes. */
export function Payment({ purchase: { orders, payment } }: OfPurchase) {
  const [first] = orders;
  if (!first) return null;
  const billed = [payment?.billName, payment?.billTo].filter(Boolean).join('\n');
  return (
    <Part id="payment" title={texts.payment}>
      <InvoiceNote order={first} />
      {first.openInvoice && (
        <MarkInvoicePaid email={first.email} orderId={first._id} number={first.openInvoice.number} />
      )}
      {!payment && !first.paidAt ? (
        <p className="text-ink-soft">{texts.notPaid}</p>
      ) : (
        <dl className="space-y-3">
          {first.paidAt && payment && <Fact label={texts.method}>{texts.methods[payment.method]}</Fact>}
          {first.paidAt && (
            <Fact label={texts.paidOn}>
              <Moment at={first.paidAt} />
            </Fact>
          )}
          {payment?.receivedOn && (
            <Fact label={texts.receivedOn}>{openInvoiceTexts.day(payment.receivedOn)}</Fact>
          )}
          {payment?.reference && <Fact label={texts.reference}>{payment.reference}</Fact>}
          {first.transactionId && (
            <Fact label={texts.transactionId}>
              <span className="text-xs max-[22rem]:tracking-tighter">{first.transactionId}</span>
            </Fact>
          )}
          {payment?.invoiceNumber && (
            <Fact label={texts.invoices}>
              <span className="flex flex-wrap gap-2">
                <InvoiceButton
                  paper={{ orderId: first._id, number: payment.invoiceNumber }}
                  variant="secondary"
                />
                {payment.creditNotes.map((note) => (
                  <InvoiceButton key={note.refundId} paper={note} variant="secondary" />
                ))}
              </span>
            </Fact>
          )}
          {billed && (
            <Fact label={texts.billTo}>
              <span className="whitespace-pre-line">{billed}</span>
            </Fact>
          )}
        </dl>
      )}
      <Disputes order={first} />
    </Part>
  );
}
