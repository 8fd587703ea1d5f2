import { testForm } from '#tests/support/test-form.ts';

/** Whether the suites run their full figures (`npm run test:faults`) or the short
 * form that every test run holds. */
export const isFull = testForm === 'full';

/** How often a suite does a thing: `full` times, or `short` times within every test run. */
export function scaled(full: number, short: number): number {
  return isFull ? full : short;
}
