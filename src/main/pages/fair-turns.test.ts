import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

/** Work that is under way until told to end, of which `begun` tells in which order it began. */
function makeWork(atOnce: number) {
  const turns = createFairTurns(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const nobody = new AbortController();
  const ask = (client: string, name: string, gone: AbortSignal = nobody.signal) =>
    turns.take(client, gone, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
    await setImmediate();
  };
  return { begun, ask, end };
}

it('lets so many be under way, and each client’s in the order they came', async () => {
  const { begun, ask, end } = makeWork(2);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('ada', name));
  await setImmediate();
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  for (const name of ['a1', 'a3', 'a4']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('gives a place that becomes free to each client by turns, however many one asks for', async () => {
  const { begun, ask, end } = makeWork(1);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('ada', name);
  for (const name of ['b1', 'b2']) void ask('bob', name);
  await setImmediate();
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

it('does nothing for whoever is gone, and passes on the place of what fails', async () => {
  const { begun, ask, end } = makeWork(1);
  void ask('ada', 'a1');
  const leaving = new AbortController();
  const left = ask('ada', 'a2', leaving.signal);
  void ask('ada', 'a3');
  leaving.abort();
  expect(await left).toBeUndefined();
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);

  const turns = createFairTurns(1);
  const failing = turns.take('ada', new AbortController().signal, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await turns.take('ada', new AbortController().signal, async () => 'next')).toBe('next');
});

it('lets others be heard between two turns, even where the work waits for nothing', async () => {
  const turns = createFairTurns(1);
  const order: string[] = [];
  const heard = setImmediate().then(() => order.push('others'));
  const work = ['a1', 'a2'].map((name) =>
    turns.take('ada', new AbortController().signal, async () => order.push(name)),
  );
  await Promise.all([heard, ...work]);
  expect(order).toEqual(['a1', 'others', 'a2']);
});
