import { expect, it } from 'vitest';
import { dayRange } from './day-range.ts';

it('has both days in it, as the shop’s calendar has them', () => {
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
