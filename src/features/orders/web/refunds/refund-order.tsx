import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isOfCard } from '#contracts/identifiers.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { listRefundsCall, type Refund, retryRefundCall } from '#features/orders/refunds/contract.ts';
import { manageOrdersTexts, orderListTexts } from '#features/orders/texts/orders.ts';
import { refundOrderTexts as texts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { usePrice } from '#web/client/load-context.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QueryError } from '#web/ui/error-state.tsx';
import { formatShortMoment } from '#web/ui/moments.ts';
import { Price } from '#web/ui/price.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toast.tsx';
import { RefundForm } from './refund-form.tsx';

/** Gives money back for an order, and shows what went back before; `order` is `undefined` while there is none. */
export function RefundOrder({ order, onClose }: { order: DeskOrder | undefined; onClose: () => void }) {
  return (
    <Dialog open={order !== undefined} onClose={onClose} title={texts.title(order?.number ?? '')}>
      {order && (
        <div className="w-120 max-w-full space-y-5">
          <p className="wrap-anywhere text-ink-soft">
            {manageOrdersTexts.orderedBy(
              orderListTexts.units(order.minQuantity, order.toolName),
              order.userName,
            )}
          </p>
          <dl className="grid grid-cols-3 gap-4">
            <Sum label={texts.left} amount={order.refundable} />
            <Sum label={texts.given} amount={order.refunded} />
            <Sum label={texts.due} amount={order.refundDue} />
          </dl>
          <Refunds order={order} />
          {order.refundable > 0 ? (
            <RefundForm key={order._id} order={order} onClose={onClose} />
          ) : (
            <div className="flex justify-end">
              <Button variant="secondary" onClick={onClose}>
                {texts.close}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <dt className="label-caps text-ink-soft">{label}</dt>
      <dd className="mt-1 font-semibold">
        <Price amount={amount} />
      </dd>
    </div>
  );
}

const refundsKey = (orderId: string) => ['order-refunds', orderId];

function Refunds({ order }: { order: DeskOrder }) {
  const { _id: orderId, transactionId } = order;
  const { api } = useSession();
  const refunds = useQuery({
    queryKey: refundsKey(orderId),
    queryFn: ({ signal }) => api.call(listRefundsCall, { params: { id: orderId }, signal }),
  });
  if (refunds.isPending) return <Skeleton className="h-6 w-48" />;
  if (refunds.error) return <QueryError of={refunds} />;
  if (refunds.data.length === 0) return null;
  return (
    <ul
      aria-label={texts.history}
      className="max-h-40 divide-y divide-line overflow-y-auto border-y border-line text-sm"
    >
      {refunds.data.map((refund) => (
        <RefundRow key={refund._id} refund={refund} isByHand={!isOfCard(transactionId)} />
      ))}
    </ul>
  );
}

const tones = { due: 'warn', done: 'good', failed: 'bad' } as const;

function RefundRow({ refund, isByHand }: { refund: Refund; isByHand: boolean }) {
  const { _id, orderId, amount, quantity, restocked, reason, state, createdAt } = refund;
  // Nothing failed where no card is there to be refunded.
  const shown = isByHand && state === 'failed' ? 'due' : state;
  const { api } = useSession();
  const queries = useQueryClient();
  const price = usePrice();
  const retry = useMutation({
    mutationFn: () => api.call(retryRefundCall, { params: { id: _id } }),
    onSuccess: () => notify.success(isByHand ? texts.marked : texts.retried),
    onError: (error) => notify.error(errorMessage(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: refundsKey(orderId) }),
  });
  const facts = [
    formatShortMoment(createdAt),
    quantity !== null && texts.ofUnits(quantity),
    restocked > 0 && texts.restocked(restocked),
    reason,
    isByHand && state === 'failed' && texts.byHand,
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Price amount={amount} className="font-semibold" />
      <Badge tone={tones[shown]}>{texts.states[shown]}</Badge>
      {state === 'failed' && (
        <Button
          size="sm"
          variant="secondary"
          className="ml-auto"
          busy={retry.isPending}
          aria-label={(isByHand ? texts.markGivenOf : texts.retryOf)(price(amount))}
          onClick={() => retry.mutate()}
        >
          {isByHand ? texts.markGiven : texts.retry}
        </Button>
      )}
      <p className="w-full wrap-anywhere text-ink-soft">{facts.join(' · ')}</p>
    </li>
  );
}
