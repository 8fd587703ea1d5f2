import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { forEachAlone } from './do-alone.ts';

it('goes on after an item that fails, counts it, and returns it', async () => {
  const told = { log: createLog('silent'), failedItems: new Map<string, number>() };
  const done: number[] = [];
  const failed = await forEachAlone(told, 'count', [1, 2, 3, 4], {
    about: (number) => ({ number }),
    work: async (number) => {
      if (number % 2 === 0) throw new Error(`not ${number}`);
      done.push(number);
    },
  });
  expect(done).toEqual([1, 3]);
  expect(failed).toEqual([2, 4]);
  expect(told.failedItems).toEqual(new Map([['count', 2]]));
});
