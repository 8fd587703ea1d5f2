import { expect, test } from 'vitest';
import { timeLeftWords } from '#features/quotes/web/quote-parts.tsx';
import { defaultUntil, lessPercent, percentOff } from './offer-rules.ts';

test.each([
  [12.5, 10, 'usd', 11.25],
  [12.5, 12.5, 'usd', 10.94],
  [0.01, 99, 'usd', 0.01],
  [98_765.43, 0, 'usd', 98_765.43],
  [1250, 33, 'jpy', 838],
])('%d less %d%% in %s is %d', (price, percent, currency, less) => {
  expect(lessPercent(price, percent, currency)).toBe(less);
});

test.each([
  [200, 180, 10],
  [300, 200, 33.3],
  [100, 120, 0],
  [0, 0, 0],
])('of %d, %d is %d%% off', (listTotal, total, off) => {
  expect(percentOff(listTotal, total)).toBe(off);
});

test('keeps an offer valid for a week by default, in the shop’s time zone', () => {
  const now = new Date('2026-11-24T02:41:07Z');
  expect(defaultUntil(now, 'UTC')).toBe('2026-12-01T17:00');
  expect(defaultUntil(now, 'America/New_York')).toBe('2026-11-30T17:00');
});

test.each([
  [9_000, '0:09'],
  [65_000, '1:05'],
  [3_665_000, '1 h 1 min'],
  [86_400_000, '1 day 0 h'],
  [180_305_000, '2 days 2 h'],
])('%d ms are %s', (ms, words) => {
  expect(timeLeftWords(ms)).toBe(words);
});
