import { expect, it } from 'vitest';
import { dayRange } from './day-range.ts';

it('has both days in it', () => {
  const { from = '', before = '' } = dayRange('2026-02-27', '2026-02-28');
  expect(new Date(from).getTime()).toBe(new Date(2026, 1, 27).getTime());
  expect(new Date(before).getTime()).toBe(new Date(2026, 2, 1).getTime());
});

it('leaves out what is no day', () => {
  expect(dayRange('', '')).toEqual({});
  expect(dayRange('yesterday', '2026-13-01T')).toEqual({});
  expect(Object.keys(dayRange('2026-02-27', ''))).toEqual(['from']);
});
