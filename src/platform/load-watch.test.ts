import { expect, onTestFinished, test } from 'vitest';
import { createLoadWatch } from './load-watch.ts';

const LIMIT = 1024 ** 3;

/** A watch over a process whose figures the test sets. `garbage` is the share that collecting frees. */
function watch() {
  const process = { nowMs: 0, live: 0.3, garbage: 0, collected: 0 };
  const changes: boolean[] = [];
  const load = createLoadWatch((isOverloaded) => changes.push(isOverloaded), {
    nowMs: () => process.nowMs,
    heap: () => ({ usedBytes: (process.live + process.garbage) * LIMIT, limitBytes: LIMIT }),
    collect() {
      process.collected += 1;
      process.garbage = 0;
    },
  });
  onTestFinished(() => load.stop());
  const lookAfter = (ms: number) => {
    process.nowMs += ms;
    load.look();
    return load.isOverloaded;
  };
  return { process, changes, lookAfter };
}

test('memory that can be let go is no overload, and what cannot is one until it is', () => {
  const { process, changes, lookAfter } = watch();
  process.garbage = 0.6;
  expect(lookAfter(500)).toBe(false);
  expect(process.collected).toBe(1);
  process.live = 0.9;
  expect(lookAfter(500)).toBe(true);
  process.live = 0.5;
  process.garbage = 0.4;
  // Not collected again so soon.
  expect(lookAfter(500)).toBe(true);
  expect(lookAfter(10_000)).toBe(false);
  expect(process.collected).toBe(2);
  expect(changes).toEqual([true, false]);
});

test('one long task is no overload, an event loop that is always late is one', () => {
  const { changes, lookAfter } = watch();
  expect(lookAfter(8_000)).toBe(false);
  expect(lookAfter(500)).toBe(false);
  const late = Array.from({ length: 5 }, () => lookAfter(1_700));
  expect(late).toEqual([false, false, false, false, true]);
  expect(lookAfter(600)).toBe(false);
  expect(changes).toEqual([true, false]);
});
