import { ApiError } from './api-client.ts';

/** Returns 128 random bits in hex. Plain HTTP, on which trial shops run too, has no `crypto.randomUUID` (W3C
 * Secure Contexts). */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Creates `Idempotency-Key`s: a repeat after a failure has the same key, so that the shop performs it
 * once. */
export function createAttemptKeys(makeKey: () => string = newKey) {
  let last: { order: string; key: string } | undefined;
  return {
    /** Returns the key for sending `order`, which is compared as JSON. */
    keyFor(order: unknown): string {
      const text = JSON.stringify(order);
      if (last?.order !== text) last = { order: text, key: makeKey() };
      return last.key;
    },
    /** Call after success: sending the same again is then a new attempt. */
    finish(): void {
      last = undefined;
    },
    /** Call with the error. If the shop refused it, sending the same again is a new attempt too. */
    fail(error: unknown): void {
      if (error instanceof ApiError && error.status > 0 && error.status < 500) last = undefined;
    },
  };
}
