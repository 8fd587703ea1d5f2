import fc from 'fast-check';
import { type ActionName, actions } from './actions.ts';
import type { Sequence, Step } from './run-sequence.ts';

const LONGEST = 14;

/** What happens most has the most weight; what is not named has 2. */
const weights: Partial<Record<ActionName, number>> = {
  refundAmount: 5,
  refundUnit: 4,
  askReturn: 4,
  receiveReturn: 6,
  closeReturn: 1,
  cancel: 4,
  work: 6,
  refundInDashboard: 6,
  deliver: 6,
  lose: 3,
  decidePending: 4,
  failLater: 3,
  kill: 1,
  killAtStripe: 2,
  passTime: 1,
  ship: 4,
};

/** What giving by hand gave is read from what the shop shows, and time ends access tokens: each is alone in
 * its step. */
const alone: ActionName[] = ['giveByHand', 'passTime'];

const actionOf = (names: ActionName[]): fc.Arbitrary<Step[number]> =>
  fc.tuple(
    fc.oneof(...names.map((name) => ({ weight: weights[name] ?? 2, arbitrary: fc.constant(name) }))),
    fc.nat(5),
    fc.nat(5),
  );

const names = Object.keys(actions) as ActionName[];
const together = actionOf(names.filter((name) => !alone.includes(name)));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: actionOf(names).map((action) => [action]) },
  { weight: 1, arbitrary: fc.array(together, { minLength: 2, maxLength: 4, size: 'max' }) },
);

// Objects that are printed as JSON.
const plain = { noNullPrototype: true } as const;

const line = fc.record(
  { priceCents: fc.constantFrom(1250, 3000, 7000, 3333, 10_000), quantity: fc.integer({ min: 1, max: 3 }) },
  plain,
);

/** Random sequences of all that can happen to the money of a payment. */
export const sequences: fc.Arbitrary<Sequence> = fc.record(
  {
    lines: fc.array(line, { minLength: 1, maxLength: 3, size: 'max' }),
    isReported: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    steps: fc.array(step, { minLength: 1, maxLength: LONGEST, size: 'max' }),
    ending: fc.record(
      { succeeds: fc.boolean(), losesDispute: fc.boolean(), isReversed: fc.boolean() },
      plain,
    ),
  },
  plain,
);
