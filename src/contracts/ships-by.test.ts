import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextShipping, type ShippingDays, shippingDays } from './ships-by.ts';
import { dayAndTimeIn } from './time-zone.ts';

const zone = 'America/New_York';

it.each<[string, string, ShippingDays, string, number]>([
  ['before the hour', '2026-11-27T18:59:00Z', 'mon-fri', '2026-11-27', 0],
  ['at the hour', '2026-11-27T19:00:00Z', 'mon-fri', '2026-11-30', 3],
  ['on a Saturday morning', '2026-11-28T15:00:00Z', 'mon-fri', '2026-11-30', 2],
  ['late on Sunday there, which is Monday elsewhere', '2026-11-30T04:30:00Z', 'mon-fri', '2026-11-30', 1],
  ['after the hour, every day', '2026-11-28T20:00:00Z', 'every-day', '2026-11-29', 1],
  ['on the day on which the clocks change', '2026-03-08T17:59:00Z', 'every-day', '2026-03-08', 0],
  ['an hour later then', '2026-03-08T18:00:00Z', 'every-day', '2026-03-09', 1],
])('ships %s: %s, %s', (_when, now, on, day, inDays) => {
  expect(nextShipping(new Date(now), { by: '14:00', on }, zone)).toEqual({ day, inDays });
});

it('never promises a past hour, nor a day without shipping', () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
  const days = fc.constantFrom(...(Object.keys(shippingDays) as ShippingDays[]));
  const zones = fc.constantFrom(zone, 'UTC', 'Pacific/Auckland', 'Asia/Kathmandu');
  const hours = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:30`);
  fc.assert(
    fc.property(moments, days, zones, hours, (now, on, where, by) => {
      const { day, inDays } = nextShipping(now, { by, on }, where);
      expect(`${day}T${by}` > dayAndTimeIn(now, where)).toBe(true);
      expect(shippingDays[on]).toContain(new Date(`${day}T12:00Z`).getUTCDay());
      expect(inDays).toBeLessThanOrEqual(3);
    }),
  );
});
