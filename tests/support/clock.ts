import type { Clock } from '#platform/clock.ts';

/** A real-time clock that a test can advance. */
export type TestClock = Clock & { advance(ms: number): void };

/** Creates a clock that starts at the machine's time. */
export function createTestClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
}
