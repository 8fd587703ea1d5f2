import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { type FormEvent, useRef, useState } from 'react';
import { useShopSettings } from '#ui/client/load-context.ts';
import { ErrorState } from '#ui/list-states.tsx';
import { Spinner } from '#ui/loading.tsx';
import { cardTexts, paymentTexts, stripeTexts as texts } from '../texts.ts';
import { type CardFormProps, formClasses } from './pay-bar.tsx';
import { usePaymentElement } from './stripe-element.ts';

/** Stripe's card form: the card is sent only to Stripe, from fields in Stripe's own frames. */
export function StripeCardForm(props: CardFormProps) {
  const { intent, billing, onPaying, onProblem, onPaid, onIntentLost, payBar } = props;
  const { publishableKey } = useShopSettings().cardPayments;
  const place = useRef<HTMLDivElement>(null);
  // The fields stay when the reservation expires: this avoids layout shifts, and another payment may never be
  // started.
  const [clientSecret, setClientSecret] = useState(intent?.clientSecret);
  if (intent && intent.clientSecret !== clientSecret) setClientSecret(intent.clientSecret);
  const element = usePaymentElement(place, { publishableKey: publishableKey ?? '', clientSecret });
  const [isWaiting, setWaiting] = useState(false);
  // State updates too late to stop a second press at the same moment.
  const underWay = useRef(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!intent || element.stage !== 'ready' || underWay.current) return;
    underWay.current = true;
    onPaying(true);
    const offline = (): CardOutcome => ({ kind: 'refused', words: paymentTexts.offline });
    const outcome = await confirmCard(element, billing).catch(offline);
    // The bank has not decided yet, so the card is still being charged.
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

/** The result of a payment attempt. `lost`: the payment was cancelled meanwhile. `waiting`: the bank has not
 * decided. */
type CardOutcome =
  | { kind: 'paid'; transactionId: string }
  | { kind: 'lost' }
  | { kind: 'waiting' }
  | { kind: 'refused'; words: string };

/** Charges the card in the provider's fields. Only a bank redirect leaves the page; it returns with the
 * payment's id. */
export async function confirmCard(
  { stripe, elements }: { stripe: Stripe; elements: StripeElements },
  billing: { name: string; email: string },
): Promise<CardOutcome> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: {
      return_url: `${location.origin}${location.pathname}${location.search}`,
      payment_method_data: { billing_details: billing },
    },
    redirect: 'if_required',
  });
  // An error may include the payment, which ended before: paid in another tab, for example, or cancelled
  // after its reservation expired.
  const intent = paymentIntent ?? error.payment_intent;
  if (intent?.status === 'succeeded') return { kind: 'paid', transactionId: intent.id };
  if (intent?.status === 'processing') return { kind: 'waiting' };
  if (intent?.status === 'canceled') return { kind: 'lost' };
  return {
    kind: 'refused',
    words: error?.message ? paymentTexts.declined(error.message) : texts.notTaken,
  };
}
