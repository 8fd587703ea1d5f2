import type { Stripe } from '@stripe/stripe-js';
import { loadStripe as loadScript } from '@stripe/stripe-js/pure';

const SCRIPT = 'script[src^="https://js.stripe.com/"]';

/** How often the loader itself puts the script into the page before it gives up. */
const LOADER_TRIES = 2;

/**
 * Loads the provider's script, once a visit, and opens it with the publishable `key`.
 * @throws when it cannot be loaded, or has not come within `limitMs`; another call then fetches it anew.
 */
export async function loadStripe(key: string, limitMs: number): Promise<Stripe> {
  const loading = loadScript(key);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The script has not come in time')), limitMs);
  });
  try {
    const stripe = await Promise.race([loading, late]);
    if (!stripe) throw new Error('There is no window to load the script into');
    return stripe;
  } catch (error) {
    await giveUp(loading);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends a load that hangs. The loader has no time limit and goes on with the same load for ever, so its script is told that
 * it has failed, until the loader believes it.
 */
async function giveUp(loading: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  loading.then(over, over);
  for (let tries = 0; tries < LOADER_TRIES && !isOver; tries++) {
    const script = document.querySelector(SCRIPT);
    script?.dispatchEvent(new Event('error'));
    await new Promise((resolve) => setTimeout(resolve));
  }
  document.querySelector(SCRIPT)?.remove();
}
