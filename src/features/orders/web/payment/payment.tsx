import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getOrderCall } from '#features/orders/contract.ts';
import { paymentTexts as texts } from '#features/orders/texts/payment.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { ApiError } from '#web/client/api-client.ts';
import { errorWords } from '#web/client/error-words.ts';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PayOrder } from './pay-order.tsx';
import { useReturnedPayment } from './use-returned-payment.ts';

export const meta = () => pageMeta(texts.title, texts.description);

/** The pay page of one order, and its receipt once it is paid. */
export default function Payment() {
  const { id = '' } = useParams();
  return <PaymentOf key={id} id={id} />;
}

function PaymentOf({ id }: { id: string }) {
  const { api } = useSession();
  const { displayName } = useDashboardUser();
  const returned = useReturnedPayment();
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => api.call(getOrderCall, { params: { id }, signal }),
  });
  return (
    <div className="max-w-4xl">
      <div className="print:hidden">
        <PageHead title={texts.greeting(displayName)} />
      </div>
      {query.isPending && <PaymentSkeleton />}
      {query.isError && !query.data && (
        <OrderFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <PayOrder order={query.data} returned={returned} onReloadOrder={() => void query.refetch()} />
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
