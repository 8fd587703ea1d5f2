import { expect, test } from 'vitest';
import { timesIn } from '#ui/moments.ts';
import { orderSteps as stepsOf } from './order-timeline.tsx';

const placedAt = '2026-11-20T08:00:00.000Z';
const paidAt = '2026-11-20T08:05:00.000Z';
const shippedAt = '2026-11-21T07:30:00.000Z';
const nothingElse = { paidAt: null, shippedAt: null, heldUntil: null, refundedAt: null, unavailable: null };
const order = (facts: Partial<Parameters<typeof stepsOf>[0]>) => ({ placedAt, ...nothingElse, ...facts });

const orderSteps = (facts: ReturnType<typeof order>, reader: 'buyer' | 'staff') =>
  stepsOf(facts, reader, timesIn('America/New_York'));

const placed = { label: 'Placed', at: placedAt, state: 'done' };
const paid = { label: 'Paid', at: paidAt, state: 'done' };
const shippedLater = { label: 'Shipped', state: 'later' };

test.each([
  ['buyer', 'Awaiting your payment', 'Preparing to ship'],
  ['staff', 'Awaiting payment', 'Ready to ship'],
] as const)('an order’s timeline shows the %s what comes next', (reader, toPay, toShip) => {
  expect(orderSteps(order({}), reader)).toEqual([placed, { label: toPay, state: 'next' }, shippedLater]);
  expect(orderSteps(order({ paidAt }), reader)).toEqual([placed, paid, { label: toShip, state: 'next' }]);
  const shipped = { label: 'Shipped', at: shippedAt, state: 'done' };
  expect(orderSteps(order({ paidAt, shippedAt }), reader)).toEqual([placed, paid, shipped]);
});

test('shows how much of a partly shipped order has left', () => {
  const partly = order({ paidAt, minQuantity: 5, sentQuantity: 2 });
  expect(orderSteps(partly, 'buyer')).toEqual([placed, paid, { label: '2 of 5 shipped', state: 'next' }]);
  const less = { ...partly, withdrawnQuantity: 2 };
  expect(orderSteps(less, 'buyer').at(-1)?.label).toBe('2 of 3 shipped');
});

test('shows a shipped order’s delivery once its last parcel was delivered', () => {
  const parcel = {
    _id: '',
    sentAt: shippedAt,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    contents: [],
  };
  const sent = (...days: (string | null)[]) =>
    orderSteps(
      order({ paidAt, shippedAt, parcels: days.map((deliveredOn) => ({ ...parcel, deliveredOn })) }),
      'buyer',
    );
  const shipped = { label: 'Shipped', at: shippedAt, state: 'done' };
  expect(sent('2026-11-24', '2026-11-23')).toEqual([
    placed,
    paid,
    shipped,
    { label: 'Delivered', day: '2026-11-24', state: 'done' },
  ]);
  expect(sent('2026-11-24', null)).toEqual([placed, paid, shipped]);
  expect(sent()).toEqual([placed, paid, shipped]);
});

test('shows until when units are reserved', () => {
  const heldUntil = '2026-11-20T08:20:00.000Z';
  const time = '3:20 AM';
  const next = (label: string) => [placed, { label, state: 'next' }, shippedLater];
  expect(orderSteps(order({ heldUntil }), 'buyer')).toEqual(next(`Pay by ${time}`));
  expect(orderSteps(order({ heldUntil }), 'staff')).toEqual(next(`Reserved for payment until ${time}`));
});

test('shows a refund and a removed tool', () => {
  const refundedAt = '2026-11-20T08:10:00.000Z';
  expect(orderSteps(order({ refundedAt, unavailable: 'tool_removed' }), 'buyer')).toEqual([
    placed,
    { label: 'Refunded', at: refundedAt, state: 'wrong' },
    { label: 'Can no longer be paid', state: 'wrong' },
  ]);
});
