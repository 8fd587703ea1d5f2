import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formatPrice } from '#contracts/money.ts';
import type { Order } from '#contracts/order.ts';
import { ApiError } from '#web/api-client.ts';
import { errorWords } from '#web/error-words.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useSession } from '#web/session/session.tsx';
import { useShopSettings } from '#web/shop-settings.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ToolPicture } from '#web/ui/tool-picture.tsx';
import { PageHead } from './page-head.tsx';
import { PaidNote } from './payment/paid-note.tsx';
import { PayOrder } from './payment/pay-order.tsx';
import { type ReturnedPayment, useReturnedPayment } from './payment/use-returned-payment.ts';
import { useDashboardUser } from './use-dashboard.ts';

export const meta = () => pageMeta('Pay', 'Pay for an order by card.');

/** The pay page of one order. */
export default function Payment() {
  const { id = '' } = useParams();
  const { api } = useSession();
  const { displayName } = useDashboardUser();
  const returned = useReturnedPayment();
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => api.getOrder(id, signal),
    refetchOnWindowFocus: false,
  });
  return (
    <div className="max-w-4xl">
      <PageHead title={`Hello, ${displayName}`} />
      {query.isPending && <Skeleton className="h-96 w-full" />}
      {query.isError && (
        <OrderFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <div className="grid items-start gap-8 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <OrderSummary order={query.data} />
          <PayStage
            key={query.data._id}
            order={query.data}
            returned={returned}
            onReloadOrder={() => void query.refetch()}
          />
        </div>
      )}
    </div>
  );
}

function OrderFailure({
  error,
  retrying,
  onRetry,
}: {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}) {
  // A malformed id is a 400: for the reader that is the same as an order that is not there.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <ErrorState message={errorWords(error)} retrying={retrying} onRetry={onRetry} />;
  return (
    <EmptyState title="There is no such order">
      <p>It may have been deleted. What you have ordered is listed in My Orders.</p>
      <LinkButton to="/dashboard/orders" className="mt-5">
        My Orders
      </LinkButton>
    </EmptyState>
  );
}

function OrderSummary({ order }: { order: Order }) {
  const { currency } = useShopSettings();
  const price = (amount: number) => formatPrice(amount, currency);
  return (
    <section aria-label="Order">
      <ToolPicture
        img={order.img}
        picture={order.picture}
        alt=""
        sizes="(min-width: 768px) 340px, 100vw"
        eager
        className="hidden rounded-md border border-line md:block"
      />
      <p className="text-xl font-semibold md:mt-4">Pay for {order.toolName}</p>
      <p className="mt-2 text-lg tabular-nums">
        Please pay: <strong>{price(order.price)}</strong>
      </p>
      <p className="text-sm text-ink-soft tabular-nums">
        {order.minQuantity} × {price(order.unitPrice)}
      </p>
      <p className="mt-4 text-sm text-ink-soft">To {order.address}</p>
    </section>
  );
}

function PayStage({
  order,
  returned,
  onReloadOrder,
}: {
  order: Order;
  returned: ReturnedPayment | undefined;
  onReloadOrder: () => void;
}) {
  if (order.paid) return <PaidNote transactionId={order.transactionId ?? ''} progress="confirmed" />;
  if (order.unavailable) {
    return (
      <EmptyState title="This order can no longer be paid">
        <p>{order.unavailable}. Nothing was charged. You can delete the order in My Orders.</p>
        <LinkButton to="/dashboard/orders" className="mt-5">
          My Orders
        </LinkButton>
      </EmptyState>
    );
  }
  return <PayOrder order={order} returned={returned} onReloadOrder={onReloadOrder} />;
}
