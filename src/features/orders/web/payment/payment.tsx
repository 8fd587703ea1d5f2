import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { getOrderCall } from '#features/orders/contract.ts';
import { paymentTexts as texts } from '#features/orders/texts/payment.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { ApiError } from '#web/client/api-client.ts';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryError } from '#web/ui/error-state.tsx';
import { type PageArgs, pageMeta } from '#web/ui/page-meta.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PayOrder, type ReturnedPayment } from './pay-order.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The pay page of one order, and its receipt once it is paid. */
export default function Payment() {
  const { id = '' } = useParams();
  const { displayName } = useDashboardUser();
  return (
    <div key={id} className="max-w-4xl">
      <div className="print:hidden">
        <PageHead title={texts.greeting(displayName)} />
      </div>
      <LoadedOrder id={id} />
    </div>
  );
}

function LoadedOrder({ id }: { id: string }) {
  const { api } = useSession();
  const returned = useReturnedPayment();
  const order = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => api.call(getOrderCall, { params: { id }, signal }),
  });
  const { data, error } = order;
  if (data) return <PayOrder order={data} returned={returned} onReloadOrder={() => void order.refetch()} />;
  if (!error) {
    return (
      <div className="grid items-start gap-6 md:grid-cols-2" aria-hidden="true">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    );
  }
  // A malformed id is a 400: for the reader that is the same as an order that is not there.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!isMissing) return <QueryError of={order} />;
  return (
    <EmptyState title={texts.noSuchOrder}>
      <p>{texts.noSuchOrderWhy}</p>
      <LinkButton to="/dashboard/orders" className="mt-5">
        {texts.myOrders}
      </LinkButton>
    </EmptyState>
  );
}

/** What Stripe adds to the address to come back to (https://docs.stripe.com/payments/payment-intents/verifying-status). */
const RETURNED = [
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_redirect_slug',
];

/** Picks up the payment that the address names, and takes it out of the address, whose secret nobody else is to see. */
function useReturnedPayment(): ReturnedPayment | undefined {
  const [parameters, changeParameters] = useSearchParams();
  const [payment] = useState(() => {
    const transactionId = parameters.get('payment_intent');
    const isSaidToSucceed = parameters.get('redirect_status') === 'succeeded';
    return transactionId ? { transactionId, isSaidToSucceed } : undefined;
  });
  const isClean = RETURNED.every((name) => !parameters.has(name));
  useEffect(() => {
    if (isClean) return;
    const keep = (before: URLSearchParams) =>
      new URLSearchParams([...before].filter(([name]) => !RETURNED.includes(name)));
    changeParameters(keep, { replace: true, preventScrollReset: true });
  }, [isClean, changeParameters]);
  return payment;
}
