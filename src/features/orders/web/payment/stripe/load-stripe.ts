import type { Stripe } from '@stripe/stripe-js';
import { loadStripe as loadScript } from '@stripe/stripe-js/pure';

const SCRIPT = 'script[src^="https://js.stripe.com/"]';

let opened: Stripe | null = null;
let tries = 0;

/**
 * Loads the provider's script, once a visit, and opens it with the publishable `key`.
 * @throws when it cannot be loaded, or has not come within `limitMs`; another call then fetches it anew.
 */
export async function loadStripe(key: string, limitMs: number): Promise<Stripe> {
  if (opened) return opened;
  tries += 1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The script has not come in time')), limitMs);
  });
  try {
    opened = await Promise.race([tries === 1 ? loadScript(key) : loadAgain(key), late]);
  } finally {
    clearTimeout(timer);
  }
  if (!opened) throw new Error('The script came without what it was to bring');
  return opened;
}

/**
 * Fetches the script once more. The provider's loader waits for its own one without end, and a browser asked for the same
 * address waits along with it: so it is asked for under another one.
 */
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
