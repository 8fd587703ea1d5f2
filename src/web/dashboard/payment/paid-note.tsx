import { useEffect, useRef } from 'react';
import { paidTexts as texts } from '#texts/payment.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

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

/** Takes the form's place once the card was charged, or a bank has sent the buyer back, with the transaction id. */
export function PaidNote({ transactionId, progress }: { transactionId: string; progress: PaidProgress }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const refusal = typeof progress === 'object' ? progress.refusal : undefined;
  const isAsking = progress === 'asking' || progress === 'still asking';
  return (
    <section className="rounded-md border border-line bg-surface p-5 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-xl">
        <Sign isAsking={isAsking} isRefused={refusal !== undefined} />
        {isAsking ? texts.checking : refusal ? texts.refused : texts.thanks}
      </h2>
      <div role="status" className="mt-3">
        <p className={refusal && 'text-bad'}>
          {typeof progress === 'object' ? refusal : texts.progress[progress]}
        </p>
      </div>
      <dl className="mt-5 border-t border-line pt-4">
        <dt className="label-caps text-ink-soft">{texts.transactionId}</dt>
        <dd className="mt-1 font-semibold break-all">{transactionId}</dd>
      </dl>
      <LinkButton to="/dashboard/orders" className="mt-6">
        {texts.myOrders}
      </LinkButton>
    </section>
  );
}

function Sign({ isAsking, isRefused }: { isAsking: boolean; isRefused: boolean }) {
  if (isAsking) return <Icon name="card" className="size-6 shrink-0" />;
  if (isRefused) return <Icon name="warning" className="size-6 shrink-0 text-bad" />;
  return <Icon name="check" className="size-6 shrink-0 text-good" />;
}
