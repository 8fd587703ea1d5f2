import { type FormEvent, useRef, useState } from 'react';
import { useShopSettings } from '#ui/client/load-context.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { cardTexts, paymentTexts, stripeTexts as texts } from '../texts.ts';
import { type CardFormProps, formClasses } from './pay-bar.tsx';
import { type CardOutcome, confirmCard } from './stripe/confirm-card.ts';
import { usePaymentElement } from './stripe/payment-element.ts';

/** Stripe's card element: the card goes to Stripe alone, from fields in Stripe's own frames. */
export function StripeCardForm(props: CardFormProps) {
  const { intent, billing, onPaying, onProblem, onPaid, onIntentLost, payBar } = props;
  const { publishableKey } = useShopSettings().cardPayments;
  const place = useRef<HTMLDivElement>(null);
  // The fields stay when the time is up: nothing is to move, and another payment may never be started.
  const [clientSecret, setClientSecret] = useState(intent?.clientSecret);
  if (intent && intent.clientSecret !== clientSecret) setClientSecret(intent.clientSecret);
  const element = usePaymentElement(place, { publishableKey: publishableKey ?? '', clientSecret });
  const [isWaiting, setWaiting] = useState(false);
  // State comes too late for a second press in the same moment.
  const underWay = useRef(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!intent || element.stage !== 'ready' || underWay.current) return;
    underWay.current = true;
    onPaying(true);
    const offline = (): CardOutcome => ({ kind: 'refused', words: paymentTexts.offline });
    const outcome = await confirmCard(element, billing).catch(offline);
    // The bank has yet to decide, so the card is still being charged.
    if (outcome.kind === 'waiting') return setWaiting(true);
    underWay.current = false;
    onPaying(false);
    if (outcome.kind === 'paid') onPaid(outcome.transactionId);
    else if (outcome.kind === 'lost') onIntentLost();
    else onProblem(outcome.words);
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className={formClasses}>
      <div className="relative min-h-72">
        {clientSecret !== undefined && element.stage === 'loading' && (
          <div className="absolute inset-x-0 top-0">
            <Spinner label={cardTexts.loading} />
          </div>
        )}
        <div ref={place} hidden={element.stage === 'failed'} />
        {element.stage === 'failed' && <ErrorState message={texts.notLoaded} onRetry={element.reload} />}
        <p role="status" className="mt-4 empty:hidden">
          {isWaiting && texts.waiting}
        </p>
      </div>
      {payBar(element.stage === 'ready')}
    </form>
  );
}
