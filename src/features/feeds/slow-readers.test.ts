import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withPatience } from './slow-readers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function* parts(count: number, makingMs = 0) {
  for (let nth = 0; nth < count; nth += 1) {
    vi.advanceTimersByTime(makingMs);
    yield `part ${nth}`;
  }
}

/** Takes a file's parts, pausing before each next one, until it is given up. Returns how many were taken. */
async function read(file: AsyncIterable<string>, pauseMs: number, isGivenUp: () => boolean) {
  let taken = 0;
  for await (const _part of file) {
    taken += 1;
    vi.advanceTimersByTime(pauseMs);
    if (isGivenUp()) break;
  }
  return taken;
}

it.each([
  ['takes nothing for a minute', 60_000, 1],
  ['takes a part every 4 seconds', 4_000, 20],
  ['takes a part every 2 seconds', 2_000, 59],
  ['takes a part a second', 1_000, 500],
])('a reader who %s', async (_what, pauseMs, taken) => {
  let isGivenUp = false;
  const giveUp = () => {
    isGivenUp = true;
  };
  expect(await read(withPatience(parts(500), giveUp, Date.now), pauseMs, () => isGivenUp)).toBe(taken);
  expect(isGivenUp).toBe(taken < 500);
});

it('is not blamed for parts that take long to make', async () => {
  const giveUp = vi.fn();
  expect(await read(withPatience(parts(20, 120_000), giveUp, Date.now), 500, () => false)).toBe(20);
  expect(giveUp).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
