import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ShipAllButton } from '#features/fulfilment/web/ship-button.tsx';
import { InvoiceButton } from '#features/invoices/web/invoice-button.tsx';
import type { BuyersOrder, ListedOrder, Order, PurchaseSummary } from '#features/orders/contract.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import {
  countStates,
  needsShipping,
  type OrderReader,
  orderStateTable,
} from '#features/orders/order-states.ts';
import { myOrdersTexts } from '#features/orders/texts/orders.ts';
import { purchaseTexts, purchaseHeadTexts as texts } from '#features/orders/texts/purchase.ts';
import type { Desk } from '#features/orders/web/desk.ts';
import { OrderLink } from '#features/orders/web/order-list.tsx';
import { PurchaseBadge } from '#features/orders/web/purchase-badge.tsx';
import { CancelPurchase } from '#features/refunds/web/cancel-orders.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Moment } from '#ui/moment.tsx';
import { Price } from '#ui/price.tsx';

type HeadProps = {
  orders: readonly [ListedOrder, ...ListedOrder[]];
  reader: OrderReader;
  number: (number: string) => ReactNode;
  children: ReactNode;
};

/** The line above the orders of a purchase: its number, time, size, total and state. */
function PurchaseHead({ orders, reader, number, children }: HeadProps) {
  const [{ paidAt, placedAt }] = orders;
  const purchase = purchaseNow(orders);
  if (!purchase) return null;
  return (
    <div data-purchase tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <span className="font-semibold whitespace-nowrap tabular-nums">{number(purchase.number)}</span>
      <Moment isShort at={paidAt ?? placedAt} className="whitespace-nowrap text-ink-soft" />
      <span className="whitespace-nowrap text-ink-soft">{purchaseTexts.items(purchase.orders)}</span>
      <Price amount={purchase.total} className="font-semibold" />
      <PurchaseBadge purchase={purchase} reader={reader} />
      <span className="ml-auto flex flex-wrap items-center gap-2">{children}</span>
    </div>
  );
}

/** Counts the states again where all orders of the purchase are shown: some may have changed since they were
 * loaded. */
function purchaseNow(orders: HeadProps['orders']): PurchaseSummary | null {
  const { purchase } = orders[0];
  if (!purchase || orders.length < purchase.orders) return purchase;
  return { ...purchase, ...countStates(orders) };
}

/** Links to the receipt of the payment that an order was paid with. */
export const ReceiptLink = ({ order, number }: { order: Order; number: string }) => (
  <Link
    to={`/dashboard/payment/${order._id}`}
    aria-label={myOrdersTexts.receiptFor(number)}
    className="inline-flex min-h-6 items-center text-link"
  >
    {myOrdersTexts.receipt}
  </Link>
);

/** A purchase above its orders in My Orders, with its receipt and invoice: ordered again or cancelled in one
 * press. */
export function BuyersPurchaseHead({ orders }: { orders: readonly BuyersOrder[] }) {
  const [order, ...others] = orders;
  if (!order?.purchase) return null;
  return (
    <PurchaseHead orders={[order, ...others]} reader="buyer" number={texts.purchase}>
      {order.paid && <ReceiptLink order={order} number={order.purchase.number} />}
      {order.invoiceNumber && <InvoiceButton paper={{ orderId: order._id, number: order.invoiceNumber }} />}
      {order.transactionId && (
        <LinkButton
          to={`/dashboard/quick-order?again=${encodeURIComponent(order.transactionId)}`}
          variant="secondary"
          size="sm"
          aria-label={myOrdersTexts.againOf(order.purchase.number)}
        >
          {myOrdersTexts.again}
        </LinkButton>
      )}
      <CancelPurchase orders={orders} reader="buyer" size="sm" />
    </PurchaseHead>
  );
}

/** A purchase above its orders in Manage Orders: it ships in one press, with one packing slip. */
export function DeskPurchaseHead({ orders, desk }: { orders: readonly DeskOrder[]; desk: Desk }) {
  const [order, ...others] = orders;
  if (!order?.purchase) return null;
  const { number, toShip } = order.purchase;
  // A search or a page may show a part of the purchase, of which its number leads to the whole.
  const isAllThere = toShip > 0 ? countToShip(orders) === toShip : orders.length === order.purchase.orders;
  const hasSlip = isAllThere && orders.some(({ state }) => orderStateTable[state].isSale);
  return (
    <PurchaseHead orders={[order, ...others]} reader="staff" number={() => <OrderLink number={number} />}>
      {hasSlip && (
        <LinkButton
          to={`/dashboard/packing-slips?orders=${orders.map(({ _id }) => _id).join(',')}`}
          target="_blank"
          variant="secondary"
          size="sm"
          aria-label={texts.slipOf(number)}
        >
          {texts.slip}
        </LinkButton>
      )}
      <CancelPurchase orders={orders} reader="staff" size="sm" />
      {isAllThere && <ShipAllButton orders={orders} number={number} desk={desk} size="sm" />}
    </PurchaseHead>
  );
}

const countToShip = (orders: readonly DeskOrder[]) =>
  orders.filter(({ state }) => needsShipping(state)).length;
