import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { limitConcurrency } from './concurrency.ts';

it('runs up to the limit at once, and the others in order of arrival', async () => {
  const inTurn = limitConcurrency(2);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const runs = [0, 1, 2, 3].map((number) =>
    inTurn(() => {
      began.push(number);
      return new Promise<void>((resolve) => {
        ends[number] = resolve;
      });
    }, 'ada'),
  );
  expect(began).toEqual([0, 1]);

  ends[1]?.();
  await runs[1];
  await setImmediate();
  expect(began).toEqual([0, 1, 2]);

  ends[0]?.();
  await runs[0];
  await setImmediate();
  expect(began).toEqual([0, 1, 2, 3]);
});

it('passes the slot of a failed task to the next', async () => {
  const inTurn = limitConcurrency(1);
  const failing = inTurn(() => Promise.reject(new Error('no')), 'ada');
  const next = inTurn(async () => 'done', 'ada');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
  await expect(inTurn(async () => 'free again', 'ada')).resolves.toBe('free again');
});

it('gives free slots to clients in turn, however many tasks one submits', async () => {
  const inTurn = limitConcurrency(1);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (client: string, name: string) =>
    inTurn(() => {
      began.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }, client);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('ada', name);
  for (const name of ['b1', 'b2']) void ask('bob', name);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
    ends.get(name)?.();
    await setImmediate();
    await setImmediate();
  }
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

it('yields to the event loop between two tasks, even if the work awaits nothing', async () => {
  const inTurn = limitConcurrency(1);
  const order: string[] = [];
  const heard = setImmediate().then(() => order.push('others'));
  await Promise.all([heard, ...['a1', 'a2'].map((name) => inTurn(async () => order.push(name), 'ada'))]);
  expect(order).toEqual(['a1', 'others', 'a2']);
});

it('leaves a slot free for others where one client may not have all', async () => {
  const inTurn = limitConcurrency(2, 1);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, client: string) =>
    inTurn(() => {
      began.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }, client);
  const runs = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('b1', 'b'), run('c1', 'c')];
  expect(began).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2', 'c1', 'a3']) {
    ends.get(name)?.();
    await setImmediate();
    await setImmediate();
  }
  await Promise.all(runs);
  expect(began).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
});
