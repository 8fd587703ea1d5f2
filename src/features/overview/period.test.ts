import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodOf } from './period.ts';

/** The date in a zone, computed independently of the code under test. */
const dateIn = (zone: string, moment: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(moment);

// Midnight occurs twice in the Azores and is skipped in Cairo; Lord Howe changes by half an hour; Kiritimati
// is 14 hours ahead.
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Atlantic/Azores', 'Africa/Cairo'].concat([
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]);
const moments = fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true });

const asked = fc.record({
  zone: fc.constantFrom(...zones),
  now: moments,
  days: fc.constantFrom(7, 30, 90, 365),
});

test('puts every moment of the last days into the one span that has its date', () => {
  fc.assert(
    fc.property(asked, fc.double({ min: 0, max: 1, noNaN: true }), ({ zone, now, days }, place) => {
      const { spans } = periodOf(now, days, zone);
      const [begin = 0, end = 0] = [spans[0]?.startsAt.getTime(), spans.at(-1)?.endsAt.getTime()];
      const moment = new Date(Math.min(begin + Math.floor((end - begin) * place), end - 1));
      const inside = spans.filter(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt);
      expect(inside).toHaveLength(1);
      const date = dateIn(zone, moment);
      expect([inside[0]?.from ?? '', date, inside[0]?.to ?? ''].toSorted()[1]).toBe(date);
    }),
  );
});

test('returns consecutive spans for the requested days, up to today', () => {
  fc.assert(
    fc.property(asked, ({ zone, now, days }) => {
      const { spans, previous } = periodOf(now, days, zone);
      expect(spans.at(-1)?.to).toBe(dateIn(zone, now));
      for (const [nth, span] of spans.slice(1).entries()) {
        expect(span.startsAt).toEqual(spans[nth]?.endsAt);
        expect(Date.parse(span.from) - Date.parse(spans[nth]?.to ?? '')).toBe(86_400_000);
      }
      const length = Date.parse(spans.at(-1)?.to ?? '') - Date.parse(spans[0]?.from ?? '');
      expect(length / 86_400_000 + 1).toBe(days);
      expect(previous.endsAt.getTime()).toBeLessThanOrEqual(spans[0]?.startsAt.getTime() ?? 0);
      expect(dateIn(zone, previous.startsAt)).toBe(
        new Date(Date.parse(spans[0]?.from ?? '') - days * 86_400_000).toISOString().slice(0, 10),
      );
    }),
  );
});

test('makes a day as long as its clocks do', () => {
  const hoursOf = (zone: string, now: string) => {
    const today = periodOf(new Date(now), 7, zone).spans.at(-1);
    return ((today?.endsAt.getTime() ?? 0) - (today?.startsAt.getTime() ?? 0)) / 3_600_000;
  };
  expect(hoursOf('Europe/Berlin', '2027-03-28T10:00:00Z')).toBe(23);
  expect(hoursOf('Europe/Berlin', '2027-10-31T10:00:00Z')).toBe(25);
  expect(hoursOf('Atlantic/Azores', '2027-10-31T10:00:00Z')).toBe(25);
  expect(hoursOf('Australia/Lord_Howe', '2027-04-04T05:00:00Z')).toBe(24.5);
});

describe.each([
  { days: 7, step: 'day', bars: 7, first: '2026-11-16..2026-11-16', last: '2026-11-22..2026-11-22' },
  { days: 30, step: 'day', bars: 30, first: '2026-10-24..2026-10-24', last: '2026-11-22..2026-11-22' },
  { days: 90, step: 'week', bars: 13, first: '2026-08-25..2026-08-30', last: '2026-11-16..2026-11-22' },
  { days: 365, step: 'month', bars: 13, first: '2025-11-23..2025-11-30', last: '2026-11-01..2026-11-22' },
])('$days days', ({ days, step, bars, first, last }) => {
  test(`are shown by ${step}, in ${bars} bars`, () => {
    const period = periodOf(new Date('2026-11-22T12:00:00Z'), days, 'UTC');
    const dates = period.spans.map(({ from, to }) => `${from}..${to}`);
    expect([period.step, dates.length, dates[0], dates.at(-1)]).toEqual([step, bars, first, last]);
  });
});

test('covers the whole period, and compares whole days of it with those before', () => {
  const { current, wholeDays } = periodOf(new Date('2027-03-30T10:00:00Z'), 7, 'Europe/Berlin');
  const days = (first: string, last: string, startsAt: string, endsAt: string) => ({
    ...{ from: `2027-03-${first}`, to: `2027-03-${last}` },
    ...{ startsAt: new Date(`2027-03-${startsAt}:00Z`), endsAt: new Date(`2027-03-${endsAt}:00Z`) },
  });
  expect(current).toEqual(days('24', '30', '23T23:00', '30T22:00'));
  expect(wholeDays).toEqual({
    current: days('24', '29', '23T23:00', '29T22:00'),
    previous: days('17', '22', '16T23:00', '22T23:00'),
  });
});

test('ends the previous period at the same time of day, at the latest with its last day', () => {
  const endOf = (now: string) => periodOf(new Date(now), 7, 'Europe/Berlin').previous.endsAt.toISOString();
  expect(endOf('2027-03-30T10:00:00Z')).toBe('2027-03-23T11:00:00.000Z');
  // The day before has 23 hours, fewer than have passed today.
  expect(endOf('2027-04-04T21:30:00Z')).toBe('2027-03-28T22:00:00.000Z');
});
