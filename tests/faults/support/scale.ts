import { testForm } from '#tests/support/test-form.ts';

/** Whether the suites run in full (`npm run test:faults`) or in the short form of every test run. */
export const isFull = testForm === 'full';

/** Returns how often a suite repeats something: `full` times, or `short` times within every test run. */
export function scaled(full: number, short: number): number {
  return isFull ? full : short;
}
