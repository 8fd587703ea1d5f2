import { ApiError } from '#web/client/api-client.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether asking again may help: the shop was out of reach, busy or broken. It has then not said no. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/**
 * Tells the shop of a payment that has gone through, again and again until it has an answer: the money has moved, so
 * giving up is not an option. `onDelay` is called when it takes more than one attempt.
 * @throws ApiError when the shop says no. Answers early when `signal` is aborted; the provider then tells the shop.
 */
export async function confirmOrder(
  tell: () => Promise<unknown>,
  onDelay: () => void,
  signal: AbortSignal,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      await tell();
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      onDelay();
      await wait(waitMs);
    }
  }
}
