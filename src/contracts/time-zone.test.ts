import { expect, it, test } from 'vitest';
import { allTimeZones, dayIn, dayRange, isTimeZone, momentOf, startOfDay, zonedTime } from './time-zone.ts';

const at = (time: string) => new Date(time);

test('assigns a sale late on the last evening of a month to that month', () => {
  expect(dayIn(at('2026-12-01T04:30:00Z'), 'America/New_York')).toBe('2026-11-30');
  expect(zonedTime(at('2026-12-01T04:30:00Z'), 'America/New_York')).toBe('2026-11-30T23:30:00-05:00');
  expect(dayIn(at('2026-11-30T10:30:00Z'), 'Pacific/Kiritimati')).toBe('2026-12-01');
  expect(zonedTime(at('2026-06-30T18:15:30.900Z'), 'Asia/Kathmandu')).toBe('2026-07-01T00:00:30+05:45');
  expect(zonedTime(at('2026-06-30T18:15:30Z'), 'UTC')).toBe('2026-06-30T18:15:30+00:00');
});

test.each([
  // Clocks go forward at midnight: the day begins at 1:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  // Clocks go back at midnight: the hour before it occurs twice.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  // Samoa skipped this Friday.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
])('in %s %s begins at %s', (zone, day, begins) => {
  expect(startOfDay(day, zone).toISOString()).toBe(begins);
});

test.each([
  ['2026-11-30T17:00', '2026-11-30T22:00:00.000Z'],
  // One hour skipped, one repeated.
  ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
])('%s in New York is %s', (shown, moment) => {
  expect(momentOf(shown, 'America/New_York')?.toISOString()).toBe(moment);
});

test('returns no moment for text that is not a date and time', () => {
  for (const text of ['', 'soon', '2026-13-01T10:00', '2026-11-30', '2026-11-30T25:00'])
    expect(momentOf(text, 'UTC')).toBeUndefined();
});

test('accepts every listed zone, round-trips its times, and rejects other names', () => {
  expect(allTimeZones().length).toBeGreaterThan(400);
  for (const zone of allTimeZones()) {
    expect(isTimeZone(zone), zone).toBe(true);
    const moment = momentOf('2026-07-15T12:34', zone);
    expect(moment && zonedTime(moment, zone).slice(0, 19), zone).toBe('2026-07-15T12:34:00');
    expect(moment && at(zonedTime(moment, zone)), zone).toEqual(moment);
  }
  for (const zone of ['', '+05:30', 'Mars/Olympus', 'UTC ', 'Etc/Unknown'])
    expect(isTimeZone(zone), zone).toBe(false);
});

it('includes both days, by the shop’s calendar', () => {
  expect(dayRange('2026-03-07', '2026-03-08', 'America/New_York')).toEqual({
    from: '2026-03-07T05:00:00.000Z',
    before: '2026-03-09T04:00:00.000Z',
  });
  expect(dayRange('2026-02-27', '2026-02-28', 'Pacific/Kiritimati')).toEqual({
    from: '2026-02-26T10:00:00.000Z',
    before: '2026-02-28T10:00:00.000Z',
  });
});

it('leaves out what is no day', () => {
  expect(dayRange('', '', 'UTC')).toEqual({});
  expect(dayRange('yesterday', '2026-13-01', 'UTC')).toEqual({});
  expect(dayRange('yesterday', '2026-13-01T', 'UTC')).toEqual({});
  expect(Object.keys(dayRange('2026-02-27', '', 'UTC'))).toEqual(['from']);
});
