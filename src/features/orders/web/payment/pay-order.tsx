import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Order, reportPaymentCall } from '#features/orders/contract.ts';
import { unavailableTexts } from '#features/orders/texts/errors.ts';
import { paymentTexts as texts } from '#features/orders/texts/payment.ts';
import { OrderPicture } from '#features/orders/web/order-list.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { formatCount } from '#texts/locale.ts';
import { ApiError, errorMessage } from '#web/client/api-client.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { Price } from '#web/ui/price.tsx';
import { CardStage } from './card-stage.tsx';
import { PaidOrder, type PaidProgress } from './paid-order.tsx';

/** A payment that a bank's page sent the buyer back with. `isSaidToSucceed` is the address's word alone. */
export type ReturnedPayment = { transactionId: string; isSaidToSucceed: boolean };

/** A payment to tell the shop of, by the address or by the card form, which knows that the card was charged. */
type Reported = { transactionId: string; isCharged?: true; isSaidToSucceed?: boolean };

type PayOrderProps = { order: Order; returned: ReturnedPayment | undefined; onReloadOrder: () => void };

/** Reserves an unpaid order's units, takes the card, and tells the shop until it knows; of a paid one shows the receipt. */
export function PayOrder({ order, returned, onReloadOrder }: PayOrderProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const report = useMutation({
    mutationFn: ({ transactionId }: Reported) =>
      api.call(reportPaymentCall, { params: { id: order._id }, body: { order, transactionId } }),
    // The money has moved, so giving up is not an option: ever more slowly, until the shop has an answer.
    retry: (_count, error) => isPassing(error),
    onSuccess: (reported) => {
      queries.setQueryData(['order', order._id], reported);
      void queries.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, whatever is rendered anew meanwhile.
  useEffect(() => {
    if (returned && !order.paid) report.mutate(returned);
  }, []);
  const reported: Reported | undefined = report.variables ?? (order.paid ? undefined : returned);
  // Anybody can write an address, so it is the shop that says whether the payment has gone through.
  const wasNone = report.isError && !reported?.isCharged && !reported?.isSaidToSucceed;
  if (reported && !wasNone) {
    const progress = progressOf(report, reported);
    return <PaidOrder order={order} transactionId={reported.transactionId} progress={progress} isNew />;
  }
  if (order.paid) {
    return <PaidOrder order={order} transactionId={order.transactionId ?? ''} progress="confirmed" />;
  }
  if (order.unavailable) {
    return (
      <EmptyState title={texts.unpayable}>
        <p>{texts.unpayableWhy(unavailableTexts[order.unavailable])}</p>
        <LinkButton to="/dashboard/orders" className="mt-5">
          {texts.myOrders}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <OrderSummary order={order} />
      <CardStage
        order={order}
        firstProblem={wasNone ? texts.notConfirmed : undefined}
        onReloadOrder={onReloadOrder}
        onPaid={(transactionId) => report.mutate({ transactionId, isCharged: true })}
      />
    </div>
  );
}

/** Whether asking again may help: the shop was out of reach, busy or broken. It has then not said no. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

type Report = Pick<UseMutationResult, 'error' | 'isSuccess' | 'failureCount'>;

function progressOf({ error, isSuccess, failureCount }: Report, { isCharged }: Reported): PaidProgress {
  if (error) return { refusal: errorMessage(error) };
  if (isSuccess) return 'confirmed';
  if (isCharged) return failureCount > 0 ? 'delayed' : 'confirming';
  return failureCount > 0 ? 'still asking' : 'asking';
}

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
        {order.newUnitPrice === null ? texts.pleasePay : texts.whenOrdered}{' '}
        <Price amount={order.price} className="text-2xl font-semibold" />
      </p>
    </section>
  );
}
