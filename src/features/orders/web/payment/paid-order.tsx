import { useEffect, useRef } from 'react';
import type { Order } from '#features/orders/contract.ts';
import { paidTexts as texts } from '#features/orders/texts/payment.ts';
import { OrderStory } from '#features/orders/web/order-story.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Receipt } from './receipt.tsx';
import { useNextToPay } from './use-next-to-pay.ts';

/**
 * How far a payment that has gone through is known to the shop. `asking`, and `still asking` once that takes longer: it
 * has yet to say whether it has gone through at all.
 */
export type PaidProgress =
  | 'asking'
  | 'still asking'
  | 'confirming'
  | 'delayed'
  | 'confirmed'
  | { refusal: string };

/**
 * What the page is once the card was charged, or a bank has sent the buyer back: how it stands with the payment, the receipt,
 * and where to go on. `isNew`: just now, so that it takes the focus.
 */
export function PaidOrder({
  order,
  transactionId,
  progress,
  isNew = false,
}: {
  order: Order;
  transactionId: string;
  progress: PaidProgress;
  isNew?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const refusal = typeof progress === 'object' ? progress.refusal : undefined;
  const isAsking = progress === 'asking' || progress === 'still asking';
  const isCharged = !isAsking && refusal === undefined;
  return (
    <div className="max-w-prose space-y-6 print:max-w-none">
      <section className="rounded-md border border-line bg-surface p-5 sm:p-6 print:hidden">
        <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-xl">
          <Sign isAsking={isAsking} isRefused={refusal !== undefined} />
          {isAsking ? texts.checking : refusal ? texts.refused : texts.thanks}
        </h2>
        <div role="status" className="mt-3">
          <p className={refusal && 'text-bad'}>{wordsOf(order, progress)}</p>
        </div>
        {progress === 'confirmed' && order.paid && (
          <OrderStory
            order={{ ...order, heldUntil: null, refundedAt: null }}
            reader="buyer"
            className="mt-4 text-sm"
          />
        )}
        {!isCharged && (
          <dl className="mt-5 border-t border-line pt-4">
            <dt className="label-caps text-ink-soft">{texts.transactionId}</dt>
            <dd className="mt-1 font-semibold wrap-anywhere">{transactionId}</dd>
          </dl>
        )}
      </section>
      {isCharged && <Receipt order={order} transactionId={transactionId} />}
      <GoOn order={order} canPrint={isCharged} />
    </div>
  );
}

function wordsOf(order: Order, progress: PaidProgress): string {
  if (typeof progress === 'object') return progress.refusal;
  return progress === 'confirmed' && order.shippedAt ? texts.shipped : texts.progress[progress];
}

function Sign({ isAsking, isRefused }: { isAsking: boolean; isRefused: boolean }) {
  if (isAsking) return <Icon name="card" className="size-6 shrink-0" />;
  if (isRefused) return <Icon name="warning" className="size-6 shrink-0 text-bad" />;
  return <Icon name="check" className="size-6 shrink-0 text-good" />;
}

/** Where to go on: to the next order that waits to be paid, else to the shop. */
function GoOn({ order, canPrint }: { order: Order; canPrint: boolean }) {
  const next = useNextToPay(order);
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {next.isPending ? (
        <Skeleton className="h-11 w-full" />
      ) : next.order ? (
        <LinkButton to={`/dashboard/payment/${next.order._id}`} className="w-full py-2 wrap-anywhere">
          <KeptText text={texts.payNext(next.order.toolName)} />
        </LinkButton>
      ) : (
        <LinkButton to="/tools" className="w-full">
          {texts.keepShopping}
        </LinkButton>
      )}
      <LinkButton to="/dashboard/orders" variant="secondary" className="flex-1">
        {texts.myOrders}
      </LinkButton>
      {canPrint && (
        <Button variant="secondary" className="flex-1" onClick={() => window.print()}>
          {texts.print}
        </Button>
      )}
    </div>
  );
}
