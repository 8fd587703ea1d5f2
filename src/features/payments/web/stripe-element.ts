import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe as loadScript } from '@stripe/stripe-js/pure';
import { type RefObject, useEffect, useState } from 'react';
import { elementLook, watchTheme } from './stripe-look.ts';

/** Timeout for the provider's script, and again for its fields. */
const LOAD_WITHIN_MS = 15_000;

const SCRIPT = 'script[src^="https://js.stripe.com/"]';

/** The provider's fields in the page. `ready` has what is needed to pay with them. */
export type PaymentElement =
  | { stage: 'loading' }
  | { stage: 'ready'; stripe: Stripe; elements: StripeElements }
  | { stage: 'failed' };

/** Mounts the provider's fields in `place`, for cards and wallets. `reload` tries again after a failure. */
export function usePaymentElement(
  place: RefObject<HTMLElement | null>,
  { publishableKey, clientSecret }: { publishableKey: string; clientSecret: string | undefined },
): PaymentElement & { reload: () => void } {
  const [shown, setShown] = useState<PaymentElement>({ stage: 'loading' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over.
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

/** @throws if the script or the fields cannot be loaded, or time out */
async function mountElement(
  place: RefObject<HTMLElement | null>,
  publishableKey: string,
  clientSecret: string,
  left: AbortSignal,
): Promise<PaymentElement> {
  const stripe = await loadStripe(publishableKey);
  if (left.aborted || !place.current) return { stage: 'loading' };
  const elements = stripe.elements({ clientSecret, appearance: elementLook() });
  const element = elements.create('payment', {
    layout: 'tabs',
    // Passed from the order when it is paid.
    fields: { billingDetails: { name: 'never', email: 'never' } },
    // Each shows where the buyer's browser has it and the shop's domain is registered at the provider.
    wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
  });
  const unwatch = watchTheme(() => elements.update({ appearance: elementLook() }));
  const remove = () => {
    unwatch();
    element.destroy();
  };
  left.addEventListener('abort', remove);
  const shown = new Promise<void>((resolve, reject) => {
    element.once('ready', () => resolve());
    element.once('loaderror', ({ error }) => reject(error));
    left.addEventListener('abort', () => resolve());
  });
  element.mount(place.current);
  try {
    await inTime(shown);
  } catch (error) {
    left.removeEventListener('abort', remove);
    remove();
    throw error;
  }
  return { stage: 'ready', stripe, elements };
}

async function inTime<Result>(coming: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It has not come in time')), LOAD_WITHIN_MS);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

let opened: Stripe | null = null;
let tries = 0;

/** Loads the provider's script once. @throws if it cannot be loaded, or times out; the next call fetches it
 * again */
async function loadStripe(key: string): Promise<Stripe> {
  if (opened) return opened;
  tries += 1;
  opened = await inTime(tries === 1 ? loadScript(key) : loadAgain(key));
  if (!opened) throw new Error('The script came without what it was to bring');
  return opened;
}

/** Fetches the script from another URL: the provider's loader waits for its own script without a timeout, and
 * the browser would reuse that pending request for the same URL. */
async function loadAgain(key: string): Promise<Stripe | null> {
  const before = document.querySelector<HTMLScriptElement>(SCRIPT);
  if (!window.Stripe && before) {
    const address = new URL(before.src);
    address.searchParams.set('again', String(tries));
    const script = Object.assign(document.createElement('script'), { src: String(address) });
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error('The script cannot be loaded'));
      document.head.append(script);
    });
  }
  return window.Stripe?.(key) ?? null;
}
