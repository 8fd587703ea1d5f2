import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Order } from '#contracts/order.ts';
import { paymentTexts as texts } from '#texts/payment.ts';
import { ApiError } from '#web/api-client.ts';
import { errorWords } from '#web/error-words.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useSession } from '#web/session/session.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { Price } from '#web/ui/price.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OrderPicture } from './order-parts.tsx';
import { PageHead } from './page-head.tsx';
import { PaidNote } from './payment/paid-note.tsx';
import { PayOrder } from './payment/pay-order.tsx';
import { type ReturnedPayment, useReturnedPayment } from './payment/use-returned-payment.ts';
import { useDashboardUser } from './use-dashboard.ts';

export const meta = () => pageMeta(texts.title, texts.description);

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
      <PageHead title={texts.greeting(displayName)} />
      {query.isPending && <PaymentSkeleton />}
      {query.isError && (
        <OrderFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <div className="grid items-start gap-6 md:grid-cols-2">
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

function PaymentSkeleton() {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2" aria-hidden="true">
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-96 w-full" />
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
    <EmptyState title={texts.noSuchOrder}>
      <p>{texts.noSuchOrderWhy}</p>
      <LinkButton to="/dashboard/orders" className="mt-5">
        {texts.myOrders}
      </LinkButton>
    </EmptyState>
  );
}

/** What is paid for, as a receipt would say it. */
function OrderSummary({ order }: { order: Order }) {
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
        <p className="min-w-0 text-lg font-semibold wrap-anywhere">{texts.payFor(order.toolName)}</p>
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
      <EmptyState title={texts.unpayable}>
        <p>{texts.unpayableWhy(order.unavailable)}</p>
        <LinkButton to="/dashboard/orders" className="mt-5">
          {texts.myOrders}
        </LinkButton>
      </EmptyState>
    );
  }
  return <PayOrder order={order} returned={returned} onReloadOrder={onReloadOrder} />;
}
