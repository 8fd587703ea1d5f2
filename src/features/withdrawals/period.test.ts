import { expect, test } from 'vitest';
import { lastDelivery } from '#features/orders/last-delivery.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { withdrawalUntil } from './period.ts';

const order = (facts: Partial<OrderRow> = {}) =>
  ({
    id: 'a',
    quantity: 2,
    withdrawn_quantity: 0,
    sent_quantity: 2,
    shipped_at: new Date('2026-11-02T12:00:00Z'),
    cancelled_at: null,
    ...facts,
  }) as OrderRow;
const sent_at = new Date('2026-11-02T12:00:00Z');
const until = (days: (string | null)[], orders = [order()], assumedDays = 5) => {
  const parcelsOf = () => days.map((delivered_on) => ({ sent_at, delivered_on }));
  const last = lastDelivery({ orders, parcelsOf, assumedDays, zone: 'Europe/Berlin' });
  return { until: withdrawalUntil(last), isAssumed: last?.isAssumed ?? false };
};

test.each([
  // The day of delivery doesn't count: 14 days after Monday, November 2.
  [['2026-11-02'], '2026-11-16', false],
  [['2026-11-06', '2026-11-02'], '2026-11-20', false],
  // A Saturday and a Sunday end on Monday.
  [['2026-11-07'], '2026-11-23', false],
  [['2026-11-08'], '2026-11-23', false],
  // Unknown: five days after it left, on Saturday.
  [[null], '2026-11-23', true],
  [['2026-11-03', null], '2026-11-23', true],
  // What is known is later than what is assumed.
  [['2026-11-20', null], '2026-12-04', false],
])('ends for parcels delivered on %j on %s', (days, end, isAssumed) => {
  expect(until(days)).toEqual({ until: end, isAssumed });
});

test('is open while something is to be shipped, or no parcel is known', () => {
  const open = { until: null, isAssumed: false };
  expect(until(['2026-11-02'], [order({ shipped_at: null, sent_quantity: 1 })])).toEqual(open);
  expect(until([])).toEqual(open);
  expect(until(['2026-11-02'], [order(), order({ shipped_at: null, sent_quantity: 0 })])).toEqual(open);
  const cancelled = order({ shipped_at: null, sent_quantity: 0, cancelled_at: new Date() });
  expect(until(['2026-11-02'], [order(), cancelled]).until).toBe('2026-11-16');
});
