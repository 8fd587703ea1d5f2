import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { limitConcurrency } from './concurrency.ts';

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
  await setImmediate();
  expect(began).toEqual([0, 1, 2]);

  ends[0]?.();
  await runs[0];
  await setImmediate();
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

it('gives a place that becomes free to each client by turns, however many one asks for', async () => {
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

it('lets others be heard between two turns, even where the work waits for nothing', async () => {
  const inTurn = limitConcurrency(1);
  const order: string[] = [];
  const heard = setImmediate().then(() => order.push('others'));
  await Promise.all([heard, ...['a1', 'a2'].map((name) => inTurn(async () => order.push(name), 'ada'))]);
  expect(order).toEqual(['a1', 'others', 'a2']);
});

it('leaves a place free for others where one client may not have all', async () => {
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
