import type { ReactNode } from 'react';
import { taxAdjustmentText } from '#features/charge-rules/texts/charges.ts';
import { exemptText } from '#features/exemptions/texts.ts';
import type { Order } from '#features/orders/contract.ts';
import { isCancelled } from '#features/orders/order-states.ts';
import { cartSumTexts } from '#features/orders/texts/cart.ts';
import { sumOf } from '#features/orders/web/cart-rules.ts';
import { difference } from '#features/orders/web/charge-rows.tsx';
import { deliveryText, OrderDetails } from '#features/orders/web/order-details.tsx';
import { formatCount } from '#texts/locale.ts';
import { classNames } from '#ui/class-names.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { Skeleton } from '#ui/loading.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import type { BillReply } from '../contract.ts';
import { receiptTexts as texts } from '../texts.ts';

type Orders = readonly [Order, ...Order[]];

/** The lines of a receipt, with delivery, tax and refunds. `bill` is undefined until loaded, and null if
 * there is none: then only the orders are listed. */
export function ReceiptSum({ orders, bill }: { orders: Orders; bill: BillReply | null | undefined }) {
  const { currency } = useShopSettings();
  const isOfSeveral = orders.length > 1;
  const ordered = sumOf(orders, currency);
  const columns = isOfSeveral ? 3 : 2;
  return (
    <table className="w-full border-t border-dashed border-line-strong text-sm max-[22rem]:text-xs">
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="label-caps pt-4 pr-3 pl-5 text-left sm:pl-6">
            {texts.tool}
          </th>
          <th scope="col" className="label-caps pt-4 text-right">
            {texts.quantity}
          </th>
          <th
            scope="col"
            className={classNames(
              'label-caps pt-4 text-right',
              isOfSeveral ? 'pl-3' : 'pr-5 pl-2 sm:pr-6 sm:pl-3',
            )}
          >
            {texts.unitPrice}
          </th>
          {isOfSeveral && (
            <th scope="col" className="label-caps pt-4 pr-5 pl-3 text-right sm:pr-6">
              {texts.price}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order._id} className="align-baseline">
            <td className="py-2 pr-1 pl-5 font-semibold wrap-anywhere sm:pl-6">
              <SavedText text={order.toolName} />
              {isOfSeveral && (
                <span className="block font-normal whitespace-nowrap text-ink-soft tabular-nums">
                  {order.number}
                </span>
              )}
              <OrderDetails order={order} orders={orders} />
              {isCancelled(order.state) && (
                <span className="block font-semibold text-bad">{texts.cancelled}</span>
              )}
            </td>
            <td className="py-2 text-right tabular-nums">{formatCount(order.minQuantity)}</td>
            <td className={classNames('py-2 text-right', isOfSeveral ? 'pl-3' : 'pr-5 pl-2 sm:pr-6 sm:pl-3')}>
              <Price amount={order.unitPrice} />
            </td>
            {isOfSeveral && (
              <td className="py-2 pr-5 pl-3 text-right sm:pr-6">
                <Price amount={order.price} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {bill && <Charged bill={bill} columns={columns} ordered={ordered} />}
        <tr className="align-baseline text-lg font-semibold">
          <th scope="row" colSpan={columns - 1} className="pt-2 pb-5 pl-5 text-left sm:pl-6">
            {texts.totalPaid}
          </th>
          <td colSpan={2} className="pt-2 pr-5 pb-5 pl-3 text-right sm:pr-6">
            {bill === undefined ? (
              <Skeleton className="ml-auto h-8 w-24" />
            ) : (
              <Price amount={bill?.total ?? ordered} />
            )}
          </td>
        </tr>
        {bill && <Afterwards bill={bill} columns={columns} />}
      </tfoot>
    </table>
  );
}

type OfBill = { bill: BillReply; columns: number };

/** Charges besides the goods, which cost `ordered` at their own prices: adjustments for tax, delivery, and
 * tax on top, or why there is none. Empty if there are none. */
function Charged({ bill, columns, ordered }: OfBill & { ordered: number }) {
  const { currency } = useShopSettings();
  const { goods, delivery, deliveryMethod, collected, tax, taxes, taxIncluded, taxName, total, exemption } =
    bill;
  const adjustment = difference(goods, ordered, currency);
  const isMore = adjustment !== 0 || tax > 0 || delivery > 0 || deliveryMethod !== null || exemption !== null;
  if (!isMore) return null;
  return (
    <>
      {(ordered !== total || adjustment !== 0) && (
        <Row label={texts.goods} columns={columns}>
          <Price amount={ordered} />
        </Row>
      )}
      {adjustment !== 0 && (
        <Row label={taxAdjustmentText(taxName, tax)} columns={columns}>
          <Price amount={adjustment} />
        </Row>
      )}
      {(delivery > 0 || deliveryMethod !== null) && (
        <Row
          label={deliveryMethod ? deliveryText({ deliveryMethod, collected }) : cartSumTexts.delivery}
          columns={columns}
        >
          {delivery > 0 ? <Price amount={delivery} /> : cartSumTexts.free}
        </Row>
      )}
      {exemption !== null && (
        <Row label={exemptText(exemption)} columns={columns}>
          {cartSumTexts.noTax}
        </Row>
      )}
      {!taxIncluded &&
        taxes.map(({ taxRate, tax: amount }) => (
          <Row key={taxRate} label={texts.taxAt(taxName, taxRate)} columns={columns}>
            <Price amount={amount} />
          </Row>
        ))}
    </>
  );
}

/** The tax included in the total, and what was refunded or is due. */
function Afterwards({ bill, columns }: OfBill) {
  const { taxes, taxIncluded, taxName, refunded, refundDue, keptDelivery } = bill;
  const back = [
    { label: texts.keptDelivery, amount: keptDelivery },
    { label: texts.refunded, amount: refunded },
    { label: texts.refundDue, amount: refundDue },
  ];
  return (
    <>
      {taxIncluded &&
        taxes.map(({ taxRate, tax }) => (
          <Row key={taxRate} label={texts.taxIncludedAt(taxName, taxRate)} columns={columns} isLast>
            <Price amount={tax} />
          </Row>
        ))}
      {back.map(
        ({ label, amount }) =>
          amount > 0 && (
            <Row key={label} label={label} columns={columns} isLast>
              <Price amount={amount} />
            </Row>
          ),
      )}
    </>
  );
}

type RowProps = { label: string; columns: number; isLast?: boolean; children: ReactNode };

function Row({ label, columns, isLast = false, children }: RowProps) {
  const place = classNames('px-5 sm:px-6', isLast ? 'pb-4' : 'pt-1');
  return (
    <tr className="align-baseline">
      <th
        scope="row"
        colSpan={columns}
        className={classNames('text-left font-normal wrap-anywhere text-ink-soft', place)}
      >
        {label}
      </th>
      <td className={classNames('text-right tabular-nums', place)}>{children}</td>
    </tr>
  );
}
