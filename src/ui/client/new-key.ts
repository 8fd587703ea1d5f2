import { ApiError } from './api-client.ts';

/** 128 random bits in hex. Plain HTTP, where a shop is tried out too, has no
 * `crypto.randomUUID` (W3C Secure Contexts). */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** `Idempotency-Key`s: the same sent again after a failure keeps its key, so that the shop does it once. */
export function createAttemptKeys(makeKey: () => string = newKey) {
  let last: { order: string; key: string } | undefined;
  return {
    /** The key for sending `order`, which JSON can tell from others. */
    keyFor(order: unknown): string {
      const text = JSON.stringify(order);
      if (last?.order !== text) last = { order: text, key: makeKey() };
      return last.key;
    },
    /** Call when the shop has taken it: the same sent once more is then a new one. */
    finish(): void {
      last = undefined;
    },
    /** Call with what went wrong. Where the shop has refused it, the same
     * sent once more is a new one, too. */
    fail(error: unknown): void {
      if (error instanceof ApiError && error.status > 0 && error.status < 500) last = undefined;
    },
  };
}
