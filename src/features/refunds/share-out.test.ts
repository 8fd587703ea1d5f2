import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareMovements } from './share-out.ts';

type Movement = Parameters<typeof shareMovements>[0][number];
type Refund = Parameters<typeof shareMovements>[1][number];

const moved = (id: string, amount_cents: number, given: Partial<Movement> = {}): Movement => ({
  ...{ id, amount_cents, refund_id: null, state: 'succeeded', shared_cents: 0 },
  ...given,
});
const refund = (id: string, amount_cents: number, given: Partial<Refund> = {}): Refund => ({
  ...{ id, amount_cents, state: 'due', given_cents: 0 },
  ...given,
});
const share = (movement_id: string, refund_id: string, amount_cents: number) => ({
  movement_id,
  refund_id,
  amount_cents,
});

test('counts a movement towards the refund that asked for it before all others', () => {
  const refunds = [refund('a', 50, { state: 'failed' }), refund('b', 30)];
  expect(shareMovements([moved('m', 30, { refund_id: 'b' })], refunds).shares).toEqual([share('m', 'b', 30)]);
});

test('counts money of nobody’s asking towards failed refunds, then those in progress, in part as well', () => {
  const refunds = [refund('a', 40), refund('b', 20, { state: 'failed' }), refund('c', 40)];
  expect(shareMovements([moved('m', 70)], refunds)).toEqual({
    shares: [share('m', 'b', 20), share('m', 'a', 40), share('m', 'c', 10)],
    beyond: [],
  });
});

test('tells what has moved beyond all refunds, and counts only what has succeeded', () => {
  const movements = [
    moved('pending', 90, { state: 'pending' }),
    moved('failed', 90, { state: 'failed' }),
    moved('shared', 30, { shared_cents: 25 }),
    moved('m', 70),
  ];
  expect(shareMovements(movements, [refund('a', 50, { given_cents: 20 })])).toEqual({
    shares: [share('shared', 'a', 5), share('m', 'a', 25)],
    beyond: [{ movementId: 'm', cents: 45 }],
  });
});

test('shares every cent that moved once, to refunds or beyond, and no refund gets more than it is of', () => {
  const cents = fc.integer({ min: 1, max: 100 });
  const movements = fc.array(fc.record({ cents, own: fc.nat(6) }), { maxLength: 6 });
  const refunds = fc.array(fc.record({ cents, given: fc.nat(100), isFailed: fc.boolean() }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(movements, refunds, (movements, refunds) => {
      const before = refunds.map(({ cents, given, isFailed }, nth) =>
        refund(`r${nth}`, cents, {
          given_cents: Math.min(given, cents),
          state: isFailed ? 'failed' : 'due',
        }),
      );
      const rows = movements.map(({ cents, own }, nth) => moved(`m${nth}`, cents, { refund_id: `r${own}` }));
      const { shares, beyond } = shareMovements(rows, before);
      for (const { id, amount_cents } of rows) {
        const shared = shares.filter((one) => one.movement_id === id).map((one) => one.amount_cents);
        const over = beyond.filter(({ movementId }) => movementId === id).map(({ cents }) => cents);
        expect([...shared, ...over].reduce((sum, one) => sum + one, 0)).toBe(amount_cents);
      }
      const left = before.map(({ id, amount_cents, given_cents }) =>
        shares
          .filter(({ refund_id }) => refund_id === id)
          .reduce((sum, one) => sum - one.amount_cents, amount_cents - given_cents),
      );
      expect(Math.min(0, ...left)).toBe(0);
      if (beyond.length > 0) expect(Math.max(0, ...left)).toBe(0);
    }),
  );
});
