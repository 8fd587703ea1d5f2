import type { Order } from '#features/orders/contract.ts';
import { paymentTexts as texts } from '#features/orders/texts/payment.ts';
import { OrderPicture } from '#features/orders/web/order-parts.tsx';
import { formatCount } from '#web/ui/format.ts';
import { KeptText } from '#web/ui/kept-text.tsx';
import { Price } from '#web/ui/price.tsx';

/** What is to be paid for, as a receipt would say it. */
export function OrderSummary({ order }: { order: Order }) {
  const rows = [
    { label: texts.orderNumber, value: order.number },
    { label: texts.quantity, value: formatCount(order.minQuantity) },
    { label: texts.unitPrice, value: <Price amount={order.unitPrice} /> },
    { label: texts.deliverTo, value: order.address },
  ];
  return (
    <section aria-label={texts.order} className="rounded-md border border-line bg-surface">
      <div className="flex items-center gap-4 p-4 sm:p-6">
        <OrderPicture order={order} />
        <p className="min-w-0 text-lg font-semibold wrap-anywhere">
          <KeptText text={texts.payFor(order.toolName)} />
        </p>
      </div>
      <dl className="space-y-2 border-t border-dashed border-line-strong px-4 py-4 text-sm sm:px-6">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-6">
            <dt className="shrink-0 text-ink-soft">{label}</dt>
            <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-dashed border-line-strong p-4 text-lg sm:px-6">
        {texts.pleasePay} <Price amount={order.price} className="text-2xl font-semibold" />
      </p>
    </section>
  );
}
