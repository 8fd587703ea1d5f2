import { expect, test } from 'vitest';
import { MAX_DELIVERIES } from '#features/orders/parcel-contract.ts';
import { readDeliveries } from './read-deliveries.ts';

const read = (text: string) => {
  const list = readDeliveries(text);
  return 'problem' in list ? list.problem : list.deliveries.map((row) => `${row.package} ${row.deliveredOn}`);
};

test.each([
  ['1Z9,2026-11-30', ['1Z9 2026-11-30']],
  [
    'Tracking;Delivered\r\n1Z9;30.11.2026\r\n\r\nTY-10001;1.2.2026',
    ['1Z9 2026-11-30', 'TY-10001 2026-02-01'],
  ],
  ['2026-11-30\t"1Z9 88"', ['1Z9 88 2026-11-30']],
  ['A,11/30/2026\nB,11/05/2026', ['A 2026-11-30', 'B 2026-11-05']],
  ['A,30/11/2026\nB,05/11/2026', ['A 2026-11-30', 'B 2026-11-05']],
])('reads %j', (text, rows) => {
  expect(read(text)).toEqual(rows);
});

test.each([
  ['', 'Please paste at least one line'],
  ['number,day', 'Please paste at least one line'],
  ['A,2026-11-30\nB', 'Line 2 has no day. Write it as 2026-11-30.'],
  ['A,2026-11-30\n\n2026-11-30', 'Line 3 has no tracking number.'],
  ['A,11/05/2026', 'Line 1: we can’t tell the day from the month. Write the day as 2026-11-30.'],
  [
    'A,11/30/2026\nB,30/11/2026',
    'Line 1: we can’t tell the day from the month. Write the day as 2026-11-30.',
  ],
  ['A,31.2.2026', 'Line 1: we can’t tell the day from the month. Write the day as 2026-11-30.'],
  ['A,30.11.26', 'Line 1: we can’t tell the day from the month. Write the day as 2026-11-30.'],
  ['A,2026-11-30\n'.repeat(MAX_DELIVERIES + 1), `Only ${MAX_DELIVERIES} lines at a time`],
])('guesses nothing in %j', (text, problem) => {
  expect(read(text)).toBe(problem);
});
