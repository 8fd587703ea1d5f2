import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { type RefObject, useEffect, useState } from 'react';
import { elementLook, watchTheme } from './element-look.ts';
import { loadStripe } from './load-stripe.ts';

/** How long the provider's script may take, and its fields after it. */
const LOAD_WITHIN_MS = 15_000;

/** The provider's fields in the page. `ready` holds what pays with them. */
export type PaymentElement =
  | { stage: 'loading' }
  | { stage: 'ready'; stripe: Stripe; elements: StripeElements }
  | { stage: 'failed' };

/**
 * Shows the provider's fields for a card, and nothing but a card, in `place`, for the payment of `clientSecret`.
 * `reload` tries again after a failure.
 */
export function usePaymentElement(
  place: RefObject<HTMLElement | null>,
  { publishableKey, clientSecret }: { publishableKey: string; clientSecret: string | undefined },
): PaymentElement & { reload: () => void } {
  const [shown, setShown] = useState<PaymentElement>({ stage: 'loading' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins anew.
  useEffect(() => {
    setShown({ stage: 'loading' });
    if (clientSecret === undefined) return;
    const left = new AbortController();
    const show = (element: PaymentElement) => left.signal.aborted || setShown(element);
    mountElement(place, publishableKey, clientSecret, left.signal).then(show, () =>
      show({ stage: 'failed' }),
    );
    return () => left.abort();
  }, [place, publishableKey, clientSecret, tries]);

  return { ...shown, reload: () => setTries((count) => count + 1) };
}

/** @throws when the script or the fields cannot be loaded, or not in time */
async function mountElement(
  place: RefObject<HTMLElement | null>,
  publishableKey: string,
  clientSecret: string,
  left: AbortSignal,
): Promise<PaymentElement> {
  const stripe = await loadStripe(publishableKey, LOAD_WITHIN_MS);
  if (left.aborted || !place.current) return { stage: 'loading' };
  const elements = stripe.elements({ clientSecret, appearance: elementLook() });
  const element = elements.create('payment', {
    layout: 'tabs',
    // Told from the order when it is paid.
    fields: { billingDetails: { name: 'never', email: 'never' } },
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  });
  const unwatch = watchTheme(() => elements.update({ appearance: elementLook() }));
  const remove = () => {
    unwatch();
    element.destroy();
  };
  left.addEventListener('abort', remove);
  const isThere = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The fields have not come in time')), LOAD_WITHIN_MS);
    element.once('ready', () => resolve());
    element.once('loaderror', ({ error }) => reject(error));
    left.addEventListener('abort', () => resolve());
    element.once('ready', () => clearTimeout(timer));
  });
  element.mount(place.current);
  try {
    await isThere;
  } catch (error) {
    left.removeEventListener('abort', remove);
    remove();
    throw error;
  }
  return { stage: 'ready', stripe, elements };
}
