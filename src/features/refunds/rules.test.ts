import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#contracts/app-error.ts';
import type { PriceTerms } from '#features/shop-details/read-details.ts';
import { readRefundKey, refundKey, refundSum } from './rules.ts';

const usd: PriceTerms = { currency: 'usd', currencyDisplay: 'symbol', stepCents: 1 };
const line = { paidCents: 1000, refundedCents: 0, deliveryLeftCents: 0, quantity: 3, refundedQuantity: 0 };

const goods = (amountCents: number) => ({ amountCents, deliveryCents: 0 });

test('refunds an exact amount, within what is left', () => {
  expect(refundSum(line, { amountCents: 1000 }, usd)).toEqual(goods(1000));
  const left = { ...line, refundedCents: 400 };
  expect(refundSum(left, { amountCents: 600 }, usd)).toEqual(goods(600));
  expect(() => refundSum(left, { amountCents: 601 }, usd)).toThrow('Only $6.00 of this order is left');
  const inCode = { ...usd, currencyDisplay: 'code' as const };
  expect(() => refundSum(left, { amountCents: 601 }, inCode)).toThrow('Only USD\u00a06.00 of this order');
  expect(() => refundSum({ ...line, refundedCents: 1000 }, { amountCents: 1 }, usd)).toThrow('Everything');
  expect(() => refundSum(line, { amountCents: undefined }, usd)).toThrow('multiples of $0.01');
  expect(() => refundSum(line, { amountCents: 5 }, { ...usd, stepCents: 10 })).toThrow('multiples of $0.10');
});

test('takes an amount from the goods first, then from delivery, which is also refundable alone', () => {
  const delivered = { ...line, deliveryLeftCents: 500 };
  const sum = (amountCents: number, refundedCents = 0) =>
    refundSum({ ...delivered, refundedCents }, { amountCents }, usd);
  expect(sum(900)).toEqual(goods(900));
  expect(sum(1200)).toEqual({ amountCents: 1200, deliveryCents: 200 });
  expect(sum(500, 1000)).toEqual({ amountCents: 500, deliveryCents: 500 });
  expect(() => sum(1501)).toThrow('Only $15.00 of this order is left');
  expect(refundSum(delivered, { delivery: true }, usd)).toEqual({ amountCents: 500, deliveryCents: 500 });
  expect(() => refundSum(line, { delivery: true }, usd)).toThrow(
    'There’s nothing left to refund for shipping',
  );
});

test('refunds units at the price paid, rounded so that all units add up to the total', () => {
  const units = (quantity: number, refundedQuantity = 0, refundedCents = 0) =>
    refundSum({ ...line, refundedQuantity, refundedCents }, { quantity }, usd);
  expect([units(1), units(1, 1, 333), units(1, 2, 667)]).toEqual([333, 334, 333].map(goods));
  expect(units(3)).toEqual(goods(1000));
  expect(() => units(3, 1, 333)).toThrow('Only 2 units are left');
});

test('refunds units with a partly refunded price at what is left of it', () => {
  const units = (quantity: number, refundedQuantity: number, refundedCents: number, deliveryLeftCents = 0) =>
    refundSum({ ...line, refundedQuantity, refundedCents, deliveryLeftCents }, { quantity }, usd);
  expect(units(3, 0, 1)).toEqual(goods(999));
  expect(units(1, 0, 200)).toEqual(goods(333));
  expect(units(1, 1, 900)).toEqual(goods(100));
  expect(units(2, 1, 900)).toEqual(goods(100));
  expect(() => units(1, 0, 1000, 500)).toThrow('There’s nothing left to refund for these units');
});

test('refunds a remainder below the smallest charge with the last refund', () => {
  const fils: PriceTerms = { currency: 'bhd', currencyDisplay: 'symbol', stepCents: 10 };
  const odd = { ...line, paidCents: 1234 };
  expect(refundSum(odd, { quantity: 2 }, fils)).toEqual(goods(820));
  expect(refundSum({ ...odd, refundedQuantity: 2, refundedCents: 820 }, { quantity: 1 }, fils)).toEqual(
    goods(414),
  );
  expect(refundSum(odd, { amountCents: 1234 }, fils)).toEqual(goods(1234));
  expect(() => refundSum(odd, { amountCents: 1233 }, fils)).toThrow('multiples of');
  const delivered = { ...odd, deliveryLeftCents: 506 };
  expect(refundSum(delivered, { delivery: true }, fils)).toEqual({ amountCents: 500, deliveryCents: 500 });
  expect(refundSum({ ...delivered, refundedCents: 1234 }, { delivery: true }, fils).amountCents).toBe(506);
  expect(refundSum(odd, { quantity: 1 }, { ...fils, stepCents: 1 })).toEqual(goods(411));
});

test('refunds all units of any order to exactly what was paid', () => {
  const asked = fc.record({
    paid: fc.integer({ min: 1, max: 99_999_999 }),
    stepCents: fc.constantFrom(1, 10),
    parts: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 12 }),
  });
  fc.assert(
    fc.property(asked, ({ paid, stepCents, parts }) => {
      const quantity = parts.reduce((sum, part) => sum + part, 0);
      // At least the smallest amount per unit: no unit is free.
      const paidCents = paid + quantity * stepCents;
      let refundedCents = 0;
      let refundedQuantity = 0;
      for (const part of parts) {
        const now = { paidCents, refundedCents, deliveryLeftCents: 0, quantity, refundedQuantity };
        const { amountCents } = refundSum(now, { quantity: part }, { ...usd, stepCents });
        refundedCents += amountCents;
        refundedQuantity += part;
        if (refundedQuantity < quantity) expect(amountCents % stepCents).toBe(0);
        expect(Math.abs(amountCents - (paidCents * part) / quantity)).toBeLessThan(2 * stepCents);
      }
      expect(refundedCents).toBe(paidCents);
    }),
    { numRuns: 10_000 },
  );
});

test('never refunds more than was paid, nor more of the delivery, in any sequence', () => {
  const step = fc.oneof(
    fc.record({ amountCents: fc.integer({ min: 1, max: 600 }) }),
    fc.record({ quantity: fc.integer({ min: 1, max: 4 }) }),
    fc.constant({ delivery: true as const }),
  );
  const asked = fc.record({
    paidCents: fc.integer({ min: 10, max: 1500 }),
    deliveryCents: fc.integer({ min: 0, max: 500 }),
    quantity: fc.integer({ min: 1, max: 10 }),
    stepCents: fc.constantFrom(1, 10),
    steps: fc.array(step, { maxLength: 8 }),
  });
  fc.assert(
    fc.property(asked, ({ paidCents, deliveryCents, quantity, stepCents, steps }) => {
      const now = {
        paidCents,
        refundedCents: 0,
        deliveryLeftCents: deliveryCents,
        quantity,
        refundedQuantity: 0,
      };
      for (const one of steps) {
        try {
          const sum = refundSum(now, one, { ...usd, stepCents });
          expect(sum.amountCents).toBeGreaterThan(0);
          now.refundedCents += sum.amountCents - sum.deliveryCents;
          now.deliveryLeftCents -= sum.deliveryCents;
          if ('quantity' in one) now.refundedQuantity += one.quantity;
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
        expect(now.refundedCents).toBeLessThanOrEqual(paidCents);
        expect(now.deliveryLeftCents).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 10_000 },
  );
});

test('gives each attempt its own key, which identifies its refund', () => {
  const id = '01a1fcdf-6a65-75be-b5d6-8df66059fcf2';
  expect(refundKey({ id, attempt: 1 })).toBe(id);
  expect(readRefundKey(id)).toEqual({ id, attempt: 1 });
  expect(readRefundKey(refundKey({ id, attempt: 12 }))).toEqual({ id, attempt: 12 });
  for (const key of ['', 'by hand', `${id}:`, `${id}:x`]) expect(readRefundKey(key)).toBeUndefined();
});
