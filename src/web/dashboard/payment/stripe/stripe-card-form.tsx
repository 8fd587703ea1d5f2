import { type FormEvent, useRef, useState } from 'react';
import { cardTexts, paymentTexts, stripeTexts as texts } from '#texts/payment.ts';
import { useShopSettings } from '#web/shop-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { CardFormProps } from '../card-form.tsx';
import { PayNote } from '../pay-note.tsx';
import { type CardOutcome, confirmCard } from './confirm-card.ts';
import { usePaymentElement } from './use-payment-element.ts';

/** Stripe's card element: the card goes to Stripe alone, from fields in Stripe's own frames. */
export function StripeCardForm(props: CardFormProps) {
  const { intent, billing, problem, paying, onPaying, onPaid, onIntentLost } = props;
  const { publishableKey } = useShopSettings().cardPayments;
  const place = useRef<HTMLDivElement>(null);
  const element = usePaymentElement(place, {
    publishableKey: publishableKey ?? '',
    clientSecret: intent?.clientSecret,
  });
  const [words, setWords] = useState(problem);
  const [isWaiting, setWaiting] = useState(false);
  // State comes too late for a second press in the same moment.
  const underWay = useRef(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!intent || element.stage !== 'ready' || underWay.current) return;
    underWay.current = true;
    onPaying(true);
    setWords(undefined);
    const offline = (): CardOutcome => ({ kind: 'refused', words: paymentTexts.offline });
    const outcome = await confirmCard(element, billing).catch(offline);
    // The bank has yet to decide, so the card is still being charged.
    if (outcome.kind === 'waiting') return setWaiting(true);
    underWay.current = false;
    onPaying(false);
    if (outcome.kind === 'paid') onPaid(outcome.transactionId);
    else if (outcome.kind === 'lost') onIntentLost();
    else setWords(outcome.words);
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      {intent && element.stage === 'loading' && <Spinner label={cardTexts.loading} />}
      <div ref={place} hidden={element.stage === 'failed'} />
      {element.stage === 'failed' && <ErrorState message={texts.notLoaded} onRetry={element.reload} />}
      <Button
        type="submit"
        size="lg"
        className="w-full"
        icon={<Icon name="card" />}
        busy={paying}
        disabled={!intent || element.stage !== 'ready'}
      >
        {paymentTexts.pay}
      </Button>
      <PayNote isReady={intent !== undefined} isPaying={paying} />
      <p role="status" className="empty:hidden">
        {isWaiting && texts.waiting}
      </p>
      <p role="alert" className="font-medium text-bad empty:hidden">
        {words}
      </p>
    </form>
  );
}
