import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextRefundState, readRefundKey, refundAmount, refundKey, refundMoves } from './rules.ts';

const usd = { currency: 'usd', stepCents: 1 };
const line = { paidCents: 1000, refundedCents: 0, quantity: 3, refundedQuantity: 0 };

test('an amount is given back as it is, within what is left', () => {
  expect(refundAmount(line, { amountCents: 1000 }, usd)).toBe(1000);
  const left = { ...line, refundedCents: 400 };
  expect(refundAmount(left, { amountCents: 600 }, usd)).toBe(600);
  expect(() => refundAmount(left, { amountCents: 601 }, usd)).toThrow('Only $6.00 of this order is left');
  expect(() => refundAmount({ ...line, refundedCents: 1000 }, { amountCents: 1 }, usd)).toThrow('Everything');
  expect(() => refundAmount(line, { amountCents: undefined }, usd)).toThrow('multiples of $0.01');
  expect(() => refundAmount(line, { amountCents: 5 }, { ...usd, stepCents: 10 })).toThrow(
    'multiples of $0.10',
  );
});

test('units are given back at what was paid for them, rounded so that all of them are the whole', () => {
  const units = (quantity: number, refundedQuantity = 0, refundedCents = 0) =>
    refundAmount({ ...line, refundedQuantity, refundedCents }, { quantity }, usd);
  expect([units(1), units(1, 1, 333), units(1, 2, 667)]).toEqual([333, 334, 333]);
  expect(units(3)).toBe(1000);
  expect(() => units(3, 1, 333)).toThrow('Only 2 units are left');
  expect(() => units(1, 1, 900)).toThrow('Only $1.00 of this order is left');
});

test('whatever the order, its units come to what was paid for it, to the cent', () => {
  const asked = fc.record({
    steps: fc.integer({ min: 1, max: 9_999_999 }),
    stepCents: fc.constantFrom(1, 10),
    parts: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 12 }),
  });
  fc.assert(
    fc.property(asked, ({ steps, stepCents, parts }) => {
      const quantity = parts.reduce((sum, part) => sum + part, 0);
      // As many cents as units at the least: no unit is free.
      const paidCents = (steps + quantity) * stepCents;
      let refundedCents = 0;
      let refundedQuantity = 0;
      for (const part of parts) {
        const paid = { paidCents, refundedCents, quantity, refundedQuantity };
        const amount = refundAmount(paid, { quantity: part }, { currency: 'usd', stepCents });
        expect(amount % stepCents).toBe(0);
        expect(Math.abs(amount - (paidCents * part) / quantity)).toBeLessThanOrEqual(stepCents);
        refundedCents += amount;
        refundedQuantity += part;
      }
      expect(refundedCents).toBe(paidCents);
    }),
    { numRuns: 10_000 },
  );
});

test('a refund moves as its table says, and nowhere else', () => {
  const moves = ['given', 'refused', 'retried'] as const;
  const states = Object.keys(refundMoves) as (keyof typeof refundMoves)[];
  const led = states.map((state) => [state, ...moves.map((move) => nextRefundState(state, move))]);
  expect(led).toEqual([
    ['due', 'done', 'failed', undefined],
    ['done', undefined, 'failed', undefined],
    ['failed', undefined, undefined, 'due'],
  ]);
});

test('each try has a key of its own, by which its refund is found', () => {
  const id = '01a1fcdf-6a65-75be-b5d6-8df66059fcf2';
  expect(refundKey({ id, attempt: 1 })).toBe(id);
  expect(readRefundKey(id)).toEqual({ id, attempt: 1 });
  expect(readRefundKey(refundKey({ id, attempt: 12 }))).toEqual({ id, attempt: 12 });
  for (const key of ['', 'by hand', `${id}:`, `${id}:x`]) expect(readRefundKey(key)).toBeUndefined();
});
