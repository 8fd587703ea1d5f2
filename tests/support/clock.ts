import type { Clock } from '#platform/clock.ts';

/** A clock that runs with the machine's, and that a test can turn forward. */
export type TestClock = Clock & { advance(ms: number): void };

/** Makes a clock that starts at the machine's time. */
export function createTestClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
}
