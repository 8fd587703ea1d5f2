import { useSearchParams } from 'react-router';
import { addressPickerTexts } from '#features/addresses/texts.ts';
import { useAddresses } from '#features/addresses/web/use-addresses.ts';
import type { ChargesReply } from '#features/charge-rules/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { cartSumTexts } from '#features/orders/texts/cart.ts';
import { readChoice, sumOf } from '#features/orders/web/cart-rules.ts';
import { ChargeRows, SumRow } from '#features/orders/web/charge-rows.tsx';
import { OrderPicture } from '#features/orders/web/order-list.tsx';
import { PartNumber } from '#features/orders/web/part-number.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { paymentTexts, paySeveralTexts as texts } from '../texts.ts';

type OrdersSummaryProps = { orders: readonly Order[]; charges: ChargesReply | undefined };

/** Several orders that are paid together, each with its figures, and their total; a long list scrolls. */
export function OrdersSummary({ orders, charges }: OrdersSummaryProps) {
  const asPrice = usePrice();
  const { currency } = useShopSettings();
  const goods = sumOf(orders, currency);
  return (
    <section aria-label={texts.payFor(orders.length)} className="rounded-md border border-line bg-surface">
      <h2 className="p-4 pb-2 text-lg sm:px-6">{texts.payFor(orders.length)}</h2>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in a keyboard's reach.
        tabIndex={0}
        aria-label={texts.orders}
        className="max-h-96 divide-y divide-line overflow-y-auto px-4 sm:px-6"
      >
        {orders.map((order) => (
          <li key={order._id} className="flex items-start gap-3 py-3 text-sm">
            <OrderPicture order={order} className="w-14" />
            {/* On small phones the price is below the name. */}
            <div className="flex min-w-0 flex-1 flex-wrap gap-x-3">
              <div className="min-w-0 flex-1 basis-32">
                <p className="font-semibold wrap-anywhere">
                  <SavedText text={order.toolName} />
                  <PartNumber of={order} />
                </p>
                <p className="text-ink-soft tabular-nums">
                  {order.number} · {texts.timesPrice(order.minQuantity, asPrice(order.unitPrice))}
                </p>
              </div>
              <Price amount={order.price} className="font-semibold" />
            </div>
          </li>
        ))}
      </ul>
      <dl className="space-y-2 border-t border-dashed border-line-strong px-4 py-4 text-sm sm:px-6">
        <Delivery orders={orders} charges={charges} />
        {charges && <ChargeRows charges={charges} ordered={goods} />}
      </dl>
      <PleasePay amount={charges?.total ?? goods} />
    </section>
  );
}

/** Delivery address, method and billing address: as chosen in the cart and stored in the URL. */
function Delivery({ orders, charges }: OrdersSummaryProps) {
  const [parameters] = useSearchParams();
  const { to, bill } = readChoice(parameters);
  const { email } = useDashboardUser();
  const { data: addresses } = useAddresses(email);
  const textOf = (id: string | undefined) => addresses?.find(({ _id }) => _id === id)?.text;
  const [address, another] = new Set(orders.map((order) => order.address));
  const billTo = textOf(bill);
  const method = charges?.methods.find(({ id }) => id === charges.deliveryMethodId);
  return (
    <>
      {!charges?.collected && (
        <SumRow label={paymentTexts.deliverTo}>
          {textOf(to) ?? (another === undefined ? address : addressPickerTexts.asOrdered)}
        </SumRow>
      )}
      {charges && charges.methods.length > 1 && method && (
        <SumRow label={cartSumTexts.method}>{method.name}</SumRow>
      )}
      {billTo && <SumRow label={addressPickerTexts.billTo}>{billTo}</SumRow>}
    </>
  );
}

/** The amount to be paid, in the specification's words. */
export function PleasePay({ amount, isRepriced = false }: { amount: number; isRepriced?: boolean }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-dashed border-line-strong p-4 text-lg sm:px-6">
      {isRepriced ? paymentTexts.whenOrdered : paymentTexts.pleasePay}{' '}
      <Price amount={amount} className="text-2xl font-semibold" />
    </p>
  );
}
