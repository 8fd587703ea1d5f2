import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listOrdersCall, type Order } from '#features/orders/contract.ts';
import { isCancelled, orderStateTable } from '#features/orders/order-states.ts';
import { CART } from '#features/orders/web/cart.tsx';
import { sumOf } from '#features/orders/web/cart-rules.ts';
import { RefundFacts } from '#features/orders/web/order-details.tsx';
import { OrderParcels, PaymentParcels } from '#features/orders/web/order-parcels.tsx';
import { OrderTimeline } from '#features/orders/web/order-timeline.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { paidTexts as texts } from '../texts.ts';
import { Receipt } from './receipt.tsx';

/** Progress of a payment. `asking`, later `still asking`: the shop has yet to say whether it succeeded. */
export type PaidProgress = keyof typeof texts.progress | 'confirmed' | { refusal: string };

const signs = {
  asking: { icon: 'card', tone: '', title: texts.checking },
  refused: { icon: 'warning', tone: 'text-bad', title: texts.refused },
  charged: { icon: 'check', tone: 'text-good', title: texts.thanks },
  cancelled: { icon: 'close', tone: 'text-bad', title: undefined },
} as const;

/** `isNew`: just paid, so that the heading takes the focus. */
type PaidOrderProps = {
  orders: Orders;
  transactionId: string;
  progress: PaidProgress;
  isNew?: boolean;
};

/** The page after the card was charged, or a bank sent the buyer back: payment status, receipt, next step. */
export function PaidOrder({ orders, transactionId, progress, isNew = false }: PaidOrderProps) {
  const [order] = orders;
  const { currency } = useShopSettings();
  const isOfSeveral = orders.length > 1;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const isRefused = typeof progress === 'object';
  const isAsking = progress === 'asking' || progress === 'still asking';
  const isCharged = !isAsking && !isRefused;
  const cancelled = orders.filter(({ state }) => isCancelled(state)).length;
  const charged = cancelled === orders.length ? 'cancelled' : 'charged';
  const { icon, tone, title } = signs[isAsking ? 'asking' : isRefused ? 'refused' : charged];
  return (
    <div className="max-w-prose space-y-6 print:max-w-none">
      <section className="rounded-md border border-line bg-surface p-5 sm:p-6 print:hidden">
        <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-xl">
          <Icon name={icon} className={classNames('size-6 shrink-0', tone)} />
          {title ?? texts.cancelled(orders.length)}
        </h2>
        <div role="status" className="mt-3">
          {isRefused ? (
            <p className="text-bad">{progress.refusal}</p>
          ) : (
            <p>{progress === 'confirmed' ? confirmedText(orders, cancelled) : texts.progress[progress]}</p>
          )}
        </div>
        {progress === 'confirmed' && order.paid && !isOfSeveral && (
          <div className="mt-4 space-y-3 text-sm">
            <OrderTimeline order={order} reader="buyer" />
            <OrderParcels orderId={order._id} />
          </div>
        )}
        {progress === 'confirmed' && isOfSeveral && (
          <PaymentParcels email={order.email} transactionId={transactionId} />
        )}
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
          <RefundFacts order={refundsOf(orders, currency)} />
        </div>
        {!isCharged && (
          <dl className="mt-5 border-t border-line pt-4">
            <dt className="label-caps text-ink-soft">{texts.transactionId}</dt>
            <dd className="mt-1 font-semibold wrap-anywhere">{transactionId}</dd>
          </dl>
        )}
      </section>
      {isCharged && (
        <Receipt orders={orders} transactionId={transactionId} isConfirmed={progress === 'confirmed'} />
      )}
      <div className="flex flex-wrap gap-3 print:hidden">
        <NextStep orders={orders} />
        <LinkButton to="/dashboard/orders" variant="secondary" className="flex-1 whitespace-nowrap">
          {texts.myOrders}
        </LinkButton>
        {isCharged && (
          <LinkButton
            to={`/dashboard/quick-order?again=${encodeURIComponent(transactionId)}`}
            variant="secondary"
            className="flex-1 whitespace-nowrap"
          >
            {texts.again}
          </LinkButton>
        )}
        {isCharged && (
          <Button variant="secondary" className="flex-1 whitespace-nowrap" onClick={() => window.print()}>
            {texts.print}
          </Button>
        )}
      </div>
    </div>
  );
}

type Orders = readonly [Order, ...Order[]];

/** Says what has become of a payment's orders, of which some may be cancelled. */
function confirmedText(orders: Orders, cancelled: number): string {
  const [{ state }] = orders;
  if (orders.length === 1) return orderStateTable[state].onPaymentPage;
  if (cancelled === orders.length) return texts.cancelledAll;
  return cancelled > 0
    ? texts.cancelledSome(cancelled, orders.length)
    : texts.confirmedSeveral(orders.length);
}

/** Returns what was refunded of a payment's orders together, and what is due. */
const refundsOf = (orders: Orders, currency: string) => ({
  refunded: sumOf(
    orders.map(({ refunded }) => ({ price: refunded })),
    currency,
  ),
  refundDue: sumOf(
    orders.map(({ refundDue }) => ({ price: refundDue })),
    currency,
  ),
});

/** Number of other orders to check, since some may no longer be payable. */
const LOOKED_AT = 20;

/** Links to what the user can pay for next: their newest other order, or the cart after a payment of several;
 * else to the shop, also if the orders can't be loaded. */
function NextStep({ orders }: { orders: readonly Order[] }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { data, isPending } = useQuery({
    queryKey: ['orders', email, 'next to pay'],
    queryFn: ({ signal }) =>
      api.list(listOrdersCall, { query: { email, status: 'unpaid', limit: LOOKED_AT }, signal }),
  });
  const next = data?.rows.find((order) => !order.unavailable && orders.every(({ _id }) => _id !== order._id));
  if (isPending) return <Skeleton className="h-11 w-full" />;
  if (next && orders.length > 1) {
    return (
      <LinkButton to={CART} className="w-full">
        {texts.toCart}
      </LinkButton>
    );
  }
  return next ? (
    <LinkButton to={`/dashboard/payment/${next._id}`} className="w-full py-2 wrap-anywhere">
      <SavedText text={texts.payNext(next.toolName)} />
    </LinkButton>
  ) : (
    <LinkButton to="/tools" className="w-full">
      {texts.keepShopping}
    </LinkButton>
  );
}
