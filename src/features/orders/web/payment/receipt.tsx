import { type ReactNode, useEffect } from 'react';
import { useContacts } from '#features/details/web/load-details.ts';
import type { Order } from '#features/orders/contract.ts';
import { receiptTexts as texts } from '#features/orders/texts/payment.ts';
import { formatCount } from '#texts/locale.ts';
import { useShop } from '#web/client/load-context.ts';
import { seoTexts } from '#web/texts/seo.ts';
import { KeptText } from '#web/ui/kept-text.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { Price } from '#web/ui/price.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** The receipt of a paid order, which is all of the page that is printed. The shop may not know yet when it was paid. */
export function Receipt({ order, transactionId }: { order: Order; transactionId: string }) {
  const shop = useShop();
  const contacts = useContacts();
  const title = texts.title(order.number);
  useEffect(() => {
    // Also what a printed page is called as a file.
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
        <Fact label={texts.paidOn}>
          {order.paidAt ? <time dateTime={order.paidAt}>{formatMoment(order.paidAt)}</time> : texts.notKnown}
        </Fact>
        <Fact label={texts.deliverTo}>
          <span className="whitespace-pre-line">{order.address}</span>
          <br />
          {order.phone}
        </Fact>
      </dl>
      <Sum order={order} />
      <dl className="border-t border-dashed border-line-strong p-5 text-sm sm:p-6">
        <Fact label={texts.transactionId}>
          <span className="wrap-anywhere">{transactionId}</span>
        </Fact>
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

function Sum({ order }: { order: Order }) {
  return (
    <table className="w-full border-t border-dashed border-line-strong text-sm">
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="label-caps px-5 pt-4 text-left sm:px-6">
            {texts.tool}
          </th>
          <th scope="col" className="label-caps pt-4 text-right">
            {texts.quantity}
          </th>
          <th scope="col" className="label-caps px-5 pt-4 text-right sm:px-6">
            {texts.unitPrice}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="align-baseline">
          <td className="px-5 py-2 font-semibold wrap-anywhere sm:px-6">
            <KeptText text={order.toolName} />
          </td>
          <td className="py-2 text-right tabular-nums">{formatCount(order.minQuantity)}</td>
          <td className="px-5 py-2 text-right sm:px-6">
            <Price amount={order.unitPrice} />
          </td>
        </tr>
      </tbody>
      <tfoot className="text-lg font-semibold">
        <tr className="align-baseline">
          <th scope="row" colSpan={2} className="px-5 pt-2 pb-5 text-left sm:px-6">
            {texts.totalPaid}
          </th>
          <td className="px-5 pt-2 pb-5 text-right sm:px-6">
            <Price amount={order.price} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
