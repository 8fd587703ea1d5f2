import type { SignedIn } from '#features/users/sign-in-contract.ts';

/** A challenge counts for 5 minutes. */
const RENEW_MS = 4 * 60_000;

/** Signs in by the passkey that was chosen. */
export type ChosenPasskey = () => Promise<SignedIn>;

/** Creates an offer of the browser's passkeys among the suggestions for the email. `choose` waits until
 * one is chosen or `signal` aborts, and rejects where there is nothing to choose from; `enter` signs in
 * by it. Every sign-in, that one too, is to run in `whileWithdrawn`. */
export function createPasskeyOffer(
  choose: (signal: AbortSignal) => Promise<ChosenPasskey>,
  enter: (signIn: ChosenPasskey) => Promise<void>,
) {
  let tell: ((refusal: unknown) => void) | undefined;
  let current = new AbortController();

  async function start() {
    current.abort();
    if (!tell) return;
    const mine = new AbortController();
    current = mine;
    const renewal = setTimeout(() => renew(mine.signal), RENEW_MS);
    mine.signal.addEventListener('abort', () => clearTimeout(renewal));
    // No message without a passkey here: the button reports what is wrong.
    const chosen = await choose(mine.signal).catch(() => undefined);
    if (chosen && !mine.signal.aborted) await enter(chosen).catch(tell);
  }

  /** A hidden page makes no offer until it is visible again. */
  function renew(signal: AbortSignal) {
    if (document.visibilityState === 'visible') void start();
    else document.addEventListener('visibilitychange', () => void start(), { once: true, signal });
  }

  /** Withdraws the offer for another way to sign in, and makes it again if that fails. */
  async function whileWithdrawn<Result>(work: () => Promise<Result>): Promise<Result> {
    current.abort();
    tell?.(undefined);
    try {
      return await work();
    } catch (error) {
      void start();
      throw error;
    }
  }

  return {
    whileWithdrawn,
    /** Makes the offer, until the returned function is called. `onRefused` is called with why the chosen
     * passkey was refused, and with `undefined` once that is over. */
    offer(onRefused: (refusal: unknown) => void): () => void {
      tell = onRefused;
      void start();
      return () => {
        tell = undefined;
        current.abort();
      };
    },
  };
}
