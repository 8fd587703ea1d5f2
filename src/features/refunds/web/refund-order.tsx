import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOfCard } from '#contracts/identifiers.ts';
import { Disputes, isRefundHeld } from '#features/fulfilment/web/dispute-facts.tsx';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { manageOrdersTexts, orderListTexts } from '#features/orders/texts/orders.ts';
import { refundOrderTexts as texts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { ConfirmDialog, Dialog, DialogFoot } from '#ui/dialog.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes } from '#ui/moments.ts';
import { Price } from '#ui/price.tsx';
import { useAction } from '#ui/use-action.ts';
import { markRefundGivenCall, type Refund, retryRefundCall } from '../contract.ts';
import { canBeCancelled } from './cancel-orders.tsx';
import { pastRefunds, pastRefundsKey, useShowOrderAgain } from './refund-button.tsx';
import { RefundForm } from './refund-form.tsx';

/** The dialog that refunds an order and shows its past refunds; `order` is `undefined` while it is closed. */
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
          <Refunds order={order} />
          <Disputes order={order} />
          {!isRefundHeld(order) && (order.refundable > 0 || canBeCancelled(order)) ? (
            <RefundForm key={order._id} order={order} onClose={onClose} />
          ) : (
            <DialogFoot closeLabel={texts.close} onClose={onClose} />
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

/** Totals of the order's payment and refunds, and each refund. */
function Refunds({ order }: { order: DeskOrder }) {
  const { _id: orderId, transactionId } = order;
  const { api } = useSession();
  const refunds = useQuery(pastRefunds(api, orderId));
  if (refunds.isPending) return <Skeleton className="h-16 w-full" />;
  if (refunds.error) return <QueryError of={refunds} />;
  const sumOf = (amountOf: (refund: Refund) => number) =>
    refunds.data.reduce((sum, refund) => sum + amountOf(refund), 0);
  return (
    <>
      <dl className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <Sum label={texts.left} amount={order.refundable} />
        <Sum label={texts.given} amount={sumOf(({ given }) => given)} />
        <Sum label={texts.due} amount={sumOf(owedOf)} />
      </dl>
      <RefundList
        refunds={refunds.data}
        isByHand={!isOfCard(transactionId)}
        className="max-h-60 overflow-y-auto"
      />
    </>
  );
}

/** Refunds, with what staff can do about those that failed. `isByHand`: their payment was not by card. */
export function RefundList({
  refunds,
  isByHand,
  numberOf,
  className,
}: {
  refunds: readonly Refund[];
  isByHand: boolean;
  /** The number of each refund's order, where they are of several. */
  numberOf?: ((orderId: string) => string | undefined) | undefined;
  className?: string;
}) {
  if (refunds.length === 0) return null;
  return (
    <ul
      aria-label={texts.history}
      className={classNames('divide-y divide-line border-y border-line text-sm', className)}
    >
      {refunds.map((refund) => (
        <RefundRow key={refund._id} refund={refund} isByHand={isByHand} number={numberOf?.(refund.orderId)} />
      ))}
    </ul>
  );
}

/** What of a refund has not been given. */
const owedOf = ({ amount, given }: Refund) => amount - given;

const tones = { due: 'warn', done: 'good', failed: 'bad' } as const;

type RefundRowProps = { refund: Refund; isByHand: boolean; number: string | undefined };

function RefundRow({ refund, isByHand, number }: RefundRowProps) {
  const { amount, given, delivery, keptDelivery, quantity, restocked, reason, state, createdAt } = refund;
  // Without a card payment nothing failed: staff have to make the refund.
  const shown = isByHand && state === 'failed' ? 'due' : state;
  const price = usePrice();
  const times = useTimes();
  const facts = [
    number,
    times.shortMoment(createdAt),
    state !== 'done' && given > 0 && texts.partlyGiven(price(given)),
    quantity !== null && texts.ofUnits(quantity),
    delivery > 0 && texts.ofDelivery(price(delivery)),
    keptDelivery > 0 && texts.keptDelivery(price(keptDelivery)),
    restocked > 0 && texts.restocked(restocked),
    reason,
    isByHand && state === 'failed' && texts.byHand,
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Price amount={amount} className="font-semibold" />
      <Badge tone={tones[shown]}>{texts.states[shown]}</Badge>
      {state === 'failed' && <FailedRefund refund={refund} isByHand={isByHand} number={number} />}
      <p className="w-full wrap-anywhere text-ink-soft">{facts.join(' · ')}</p>
    </li>
  );
}

/** Retries a failed refund of a card payment, or records that staff refunded it another way. */
function FailedRefund({ refund, isByHand, number }: RefundRowProps) {
  const { api } = useSession();
  const price = usePrice();
  const [isAsking, setAsking] = useState(false);
  const showOrderAgain = useShowOrderAgain(refund.orderId);
  const params = { id: refund._id };
  const change = useAction({
    call: (call: typeof retryRefundCall | typeof markRefundGivenCall) =>
      api.call(call, { params }).finally(() => {
        setAsking(false);
        return showOrderAgain();
      }),
    changes: [pastRefundsKey(refund.orderId), ['order-history', refund.orderId]],
    done: (_answer, call) => (call === retryRefundCall ? texts.retried : texts.marked),
  });
  const amount = price(owedOf(refund));
  const named = number ? `${amount}, ${number}` : amount;
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {!isByHand && (
        <Button
          size="sm"
          variant="secondary"
          busy={change.isPending && change.variables === retryRefundCall}
          aria-label={texts.retryOf(named)}
          onClick={() => change.mutate(retryRefundCall)}
        >
          {texts.retry}
        </Button>
      )}
      <Button size="sm" variant="secondary" aria-label={texts.markOf(named)} onClick={() => setAsking(true)}>
        {texts.mark}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.markTitle}
        confirmLabel={texts.mark}
        isHarmless
        busy={change.isPending}
        onConfirm={() => change.mutate(markRefundGivenCall)}
      >
        <p className="text-ink-soft">{texts.markWarning(named)}</p>
      </ConfirmDialog>
    </div>
  );
}
