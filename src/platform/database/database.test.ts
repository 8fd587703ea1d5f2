import { expect, it } from 'vitest';
import { TooManyWaiting } from '#platform/concurrency.ts';
import { isDatabaseUnavailable } from './database.ts';

const coded = (code: string) => Object.assign(new Error('said by PostgreSQL'), { code });

it.each(['08006', '25006', '53300', '57P01', '57P03', '57014', 'ECONNREFUSED', 'ENOENT'])(
  '%s counts as an outage',
  (code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(true);
  },
);

it.each(['23505', '22P02', '42501', '40P01', 'FST_ERR_BAD_URL'])('%s counts as a response', (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(false);
});

it('recognizes a driver error without a code', () => {
  expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isDatabaseUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isDatabaseUnavailable(new TooManyWaiting('a connection', 2))).toBe(true);
  expect(isDatabaseUnavailable(new Error('payment 1 has lost its order'))).toBe(false);
});
