import { type ReactNode, useEffect } from 'react';
import { useContacts } from '#features/details/web/load-details.ts';
import type { Order } from '#features/orders/contract.ts';
import { receiptTexts as texts } from '#features/orders/texts/payment.ts';
import { sumOf } from '#features/orders/web/cart/cart-rules.ts';
import { formatCount } from '#texts/locale.ts';
import { useShop, useShopSettings } from '#web/client/load-context.ts';
import { seoTexts } from '#web/texts/seo.ts';
import { classNames } from '#web/ui/class-names.ts';
import { KeptText } from '#web/ui/kept-text.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { Price } from '#web/ui/price.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** The receipt of what was paid at once, which is all of the page that is printed. The shop may not know yet when it was. */
export function Receipt({
  orders,
  transactionId,
}: {
  orders: readonly [Order, ...Order[]];
  transactionId: string;
}) {
  const shop = useShop();
  const contacts = useContacts();
  const [order] = orders;
  const title = orders.length === 1 ? texts.title(order.number) : texts.titleOfSeveral(orders.length);
  const deliveries = new Map(
    orders.map(({ address, phone }) => [`${address}\n${phone}`, { address, phone }]),
  );
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
          {[...deliveries].map(([key, { address, phone }]) => (
            <p key={key} className="mb-1 last:mb-0">
              <span className="whitespace-pre-line">{address}</span>
              <br />
              {phone}
            </p>
          ))}
        </Fact>
        {order.purchaseOrderNumber && <Fact label={texts.purchaseOrder}>{order.purchaseOrderNumber}</Fact>}
        {order.buyerNote && (
          <Fact label={texts.buyerNote}>
            <span className="whitespace-pre-line">{order.buyerNote}</span>
          </Fact>
        )}
      </dl>
      <Sum orders={orders} />
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

function Sum({ orders }: { orders: readonly [Order, ...Order[]] }) {
  const { currency } = useShopSettings();
  const isOfSeveral = orders.length > 1;
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
          <th
            scope="col"
            className={classNames('label-caps pt-4 text-right', !isOfSeveral && 'px-5 sm:px-6')}
          >
            {texts.unitPrice}
          </th>
          {isOfSeveral && (
            <th scope="col" className="label-caps px-5 pt-4 text-right sm:px-6">
              {texts.price}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order._id} className="align-baseline">
            <td className="px-5 py-2 font-semibold wrap-anywhere sm:px-6">
              <KeptText text={order.toolName} />
              {isOfSeveral && (
                <span className="block font-normal whitespace-nowrap text-ink-soft tabular-nums">
                  {order.number}
                </span>
              )}
            </td>
            <td className="py-2 text-right tabular-nums">{formatCount(order.minQuantity)}</td>
            <td className={classNames('py-2 text-right', !isOfSeveral && 'px-5 sm:px-6')}>
              <Price amount={order.unitPrice} />
            </td>
            {isOfSeveral && (
              <td className="px-5 py-2 text-right sm:px-6">
                <Price amount={order.price} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot className="text-lg font-semibold">
        <tr className="align-baseline">
          <th scope="row" colSpan={isOfSeveral ? 3 : 2} className="px-5 pt-2 pb-5 text-left sm:px-6">
            {texts.totalPaid}
          </th>
          <td className="px-5 pt-2 pb-5 text-right sm:px-6">
            <Price amount={sumOf(orders, currency)} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
