import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** A payment that a bank's page sent the buyer back with. `isSaidToSucceed` is the address's word alone. */
export type ReturnedPayment = { transactionId: string; isSaidToSucceed: boolean };

/** What Stripe adds to the address to come back to (https://docs.stripe.com/payments/payment-intents/verifying-status). */
const returned = [
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_redirect_slug',
];

/** Picks up the payment that the address names, and takes it out of the address, whose secret nobody else is to see. */
export function useReturnedPayment(): ReturnedPayment | undefined {
  const [parameters, setParameters] = useSearchParams();
  const [payment] = useState(() => readReturned(parameters));
  const isClean = returned.every((name) => !parameters.has(name));
  useEffect(() => {
    if (isClean) return;
    const keep = (before: URLSearchParams) =>
      new URLSearchParams([...before].filter(([name]) => !returned.includes(name)));
    setParameters(keep, { replace: true, preventScrollReset: true });
  }, [isClean, setParameters]);
  return payment;
}

function readReturned(parameters: URLSearchParams): ReturnedPayment | undefined {
  const transactionId = parameters.get('payment_intent');
  if (!transactionId) return undefined;
  return { transactionId, isSaidToSucceed: parameters.get('redirect_status') === 'succeeded' };
}
