import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('runs as many at once as it may, and the others in the order they came', async () => {
  const inTurn = limitConcurrency(2);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const runs = [0, 1, 2, 3].map((number) =>
    inTurn(() => {
      began.push(number);
      return new Promise<void>((resolve) => {
        ends[number] = resolve;
      });
    }),
  );
  expect(began).toEqual([0, 1]);

  ends[1]?.();
  await runs[1];
  expect(began).toEqual([0, 1, 2]);

  ends[0]?.();
  await runs[0];
  expect(began).toEqual([0, 1, 2, 3]);
});

it('gives the place of one that failed to the next', async () => {
  const inTurn = limitConcurrency(1);
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
  await expect(inTurn(async () => 'free again')).resolves.toBe('free again');
});
