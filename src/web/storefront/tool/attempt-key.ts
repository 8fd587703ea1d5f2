import { newKey } from '#web/new-key.ts';

/**
 * Gives each attempt at an order its `Idempotency-Key`: the same order sent again, after a failure, keeps its key, so
 * that the shop places it once; another order gets another one.
 */
export function createAttemptKeys(makeKey: () => string = newKey) {
  let last: { order: string; key: string } | undefined;
  return {
    /** The key for sending `order`. */
    keyFor(order: unknown): string {
      const text = JSON.stringify(order);
      if (last?.order !== text) last = { order: text, key: makeKey() };
      return last.key;
    },
    /** Call when the order has been placed: the same order sent once more is then a new one. */
    finish(): void {
      last = undefined;
    },
  };
}
