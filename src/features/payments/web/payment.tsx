import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { getOrderCall, listOrdersCall, type Order } from '#features/orders/contract.ts';
import { unavailableTexts } from '#features/orders/texts/errors.ts';
import { type PaymentChoice, readChoice } from '#features/orders/web/cart-rules.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { LinkButton } from '#ui/button.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { paymentTexts as texts } from '../texts.ts';
import { LeftOut, leftOutOf, WithoutShort } from './left-out.tsx';
import { PayByTransfer } from './pay-by-transfer.tsx';
import { PayOrders, type ReturnedPayment } from './pay-order.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The pay page of one order, or of those in the URL, and the receipt once they are paid. */
export default function Payment() {
  const { id } = useParams();
  const [parameters] = useSearchParams();
  const { displayName } = useDashboardUser();
  const several = parameters.get('orders') ?? '';
  return (
    <div key={id ?? several} className="max-w-4xl">
      <div className="print:hidden">
        <PageHead title={texts.greeting(displayName)} />
      </div>
      {id === undefined ? (
        <PaySeveral ids={[...new Set(several.split(','))]} choice={readChoice(parameters)} />
      ) : (
        <PayOne id={id} />
      )}
    </div>
  );
}

function PayOne({ id }: { id: string }) {
  const { api } = useSession();
  const returned = useReturnedPayment();
  const order = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => api.call(getOrderCall, { params: { id }, signal }),
  });
  const { data, error } = order;
  const together = usePaidTogether(data);
  if (data && together.isKnown) {
    return (
      <PayOrders
        orders={together.orders ?? [data]}
        choice={undefined}
        returned={returned}
        onReloadOrders={() => void order.refetch()}
        whyNot={
          data.openInvoice ? (
            <PayByTransfer orderId={id} />
          ) : (
            data.unavailable && (
              <NothingToPay
                title={texts.unpayable}
                why={texts.unpayableWhy(unavailableTexts[data.unavailable])}
              />
            )
          )
        }
      />
    );
  }
  if (data || !error) return <Waiting />;
  return isMissing(error) ? <NoSuchOrder /> : <QueryError of={order} />;
}

/** Loads the orders paid together with a paid order: the receipt is for the whole payment. */
function usePaidTogether(order: Order | undefined) {
  const { api } = useSession();
  // If the payment was made on this page, the other orders are known.
  const [wasPaid, setWasPaid] = useState<boolean>();
  if (order && wasPaid === undefined) setWasPaid(order.paid);
  const transactionId = (wasPaid && order?.transactionId) || '';
  const email = order?.email ?? '';
  const { data, isLoading } = useQuery({
    queryKey: ['orders', email, 'paid by', transactionId],
    queryFn: ({ signal }) => api.list(listOrdersCall, { query: { email, q: transactionId }, signal }),
    enabled: transactionId !== '',
  });
  const rows = data?.rows.toReversed();
  const [first, ...more] = rows ?? [];
  return { isKnown: !isLoading, orders: first && more.length > 0 ? ([first, ...more] as const) : undefined };
}

function PaySeveral({ ids, choice }: { ids: string[]; choice: PaymentChoice }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const returned = useReturnedPayment();
  const asked = useQuery({
    queryKey: ['orders', email, 'to pay', ids],
    queryFn: async ({ signal }) => {
      const { rows } = await api.list(listOrdersCall, { query: { email, ids: ids.join() }, signal });
      return rows.sort((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id));
    },
  });
  const { data, error } = asked;
  if (error && !data) return isMissing(error) ? <NoSuchOrder /> : <QueryError of={asked} />;
  if (!data) return <Waiting />;
  const [first, ...more] = data;
  if (!first) return <NoSuchOrder />;
  const invoiced = data.find(({ openInvoice }) => openInvoice);
  if (invoiced) return <PayByTransfer orderId={invoiced._id} />;
  const missing = ids.length - data.length;
  const isComplete = missing === 0 && leftOutOf(data).length === 0;
  return (
    <PayOrders
      orders={[first, ...more]}
      choice={choice}
      returned={returned}
      onReloadOrders={() => void asked.refetch()}
      whyNot={isComplete ? null : <LeftOut orders={data} missing={missing} choice={choice} />}
      wayOn={<WithoutShort orders={data} choice={choice} />}
    />
  );
}

/** A malformed id is a 400: for the user it means the same as a missing order. */
const isMissing = (error: Error) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function Waiting() {
  return (
    <div className="grid items-start gap-6 md:grid-cols-2" aria-hidden="true">
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}

const NoSuchOrder = () => <NothingToPay title={texts.noSuchOrder} why={texts.noSuchOrderWhy} />;

function NothingToPay({ title, why }: { title: string; why: string }) {
  return (
    <EmptyState title={title}>
      <p>{why}</p>
      <LinkButton to="/dashboard/orders" className="mt-5">
        {texts.myOrders}
      </LinkButton>
    </EmptyState>
  );
}

/** Parameters that Stripe adds to the return URL
 * (https://docs.stripe.com/payments/payment-intents/verifying-status). */
const RETURNED = [
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_redirect_slug',
];

/** Reads the payment from the URL and removes it from there, since its secret must not be exposed. */
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
