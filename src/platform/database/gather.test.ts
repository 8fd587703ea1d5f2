import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { until } from '#tests/support/until.ts';
import { type Span, spanUnderWay, workFor } from '../traces/span.ts';
import { TooManyWaiting } from './database-away.ts';
import { gather, gatherOn } from './gather.ts';

type Group = { items: number[]; answer(): void; fail(error: Error): void };

/** A gatherer whose groups are answered when the test says so: each item by its tenfold. */
function startGathering(canPart?: (error: unknown) => boolean) {
  const groups: Group[] = [];
  const work = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      groups.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { groups, call: gather(work, canPart) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

it('lets the calls of one turn go together, each with an answer of its own', async () => {
  const { groups, call } = startGathering();
  const answers = [call(3), call(1), call(3)];
  await nextTurn();
  expect(groups.map(({ items }) => items)).toEqual([[3, 1, 3]]);
  groups[0]?.answer();
  expect(await Promise.all(answers)).toEqual([30, 10, 30]);
});

it('has two groups under way at most; what comes meanwhile goes together once one has ended', async () => {
  const { groups, call } = startGathering();
  for (const item of [1, 2, 3, 4]) {
    void call(item);
    await nextTurn();
  }
  expect(groups.map(({ items }) => items)).toEqual([[1], [2]]);
  groups[1]?.answer();
  await nextTurn();
  await nextTurn();
  expect(groups.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]);
});

it('sends 32 together at most, and refuses what would wait in vain', async () => {
  const { groups, call } = startGathering();
  const calls = upTo(256).map((item) => call(item));
  await expect(call(256)).rejects.toThrow(TooManyWaiting);
  await nextTurn();
  await nextTurn();
  expect(groups.map(({ items }) => items)).toEqual([upTo(32), upTo(64).slice(32)]);
  let answered = 0;
  while (answered < 8) {
    for (const group of groups.slice(answered)) group.answer();
    answered = groups.length;
    await nextTurn();
    await nextTurn();
  }
  expect(await Promise.all(calls)).toEqual(upTo(256).map((item) => item * 10));
});

it('fails all of a group, and none that came after it', async () => {
  const { groups, call } = startGathering();
  const first = Promise.allSettled([call(1), call(2)]);
  await nextTurn();
  const next = call(3);
  await nextTurn();
  const error = new Error('no');
  groups[0]?.fail(error);
  groups[1]?.answer();
  expect(await first).toEqual([
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
  ]);
  expect(await next).toBe(30);
});

it('fails who waits behind a group that found the database away', async () => {
  const { groups, call } = startGathering();
  const calls: Promise<number>[] = [];
  for (const item of [1, 2, 3]) {
    calls.push(call(item));
    await nextTurn();
  }
  const settled = Promise.allSettled(calls);
  const error = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  groups[0]?.fail(error);
  groups[1]?.answer();
  expect(await settled).toEqual([
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: 20 },
    { status: 'rejected', reason: error },
  ]);
});

it('tries each alone where the error lets it, so that it meets only its own', async () => {
  const tried: number[][] = [];
  const call = gather(
    async (items: number[]) => {
      tried.push(items);
      if (items.includes(2)) throw new Error(`${items.length} together`);
      return items;
    },
    () => true,
  );
  const settled = await Promise.allSettled([call(1), call(2), call(3)]);
  expect(tried).toEqual([[1, 2, 3], [1], [2], [3]]);
  expect(settled).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: { message: '1 together' } },
    { status: 'fulfilled', value: 3 },
  ]);
});

it('never mixes what goes to one database, or one transaction, with what goes to another', async () => {
  const groups: [unknown, number[]][] = [];
  const call = gatherOn<number, number>(async (db, items) => {
    groups.push([db, items]);
    return items;
  });
  const [db, tx] = [{}, {}] as Parameters<typeof call>[0][];
  if (!db || !tx) return;
  await Promise.all([call(db, 1), call(tx, 2), call(db, 3)]);
  expect(groups).toEqual([
    [db, [1, 3]],
    [tx, [2]],
  ]);
});

it('works in the trace of the first call of each group, whoever was served before', async () => {
  const ended: (() => void)[] = [];
  const worksFor: (string | undefined)[] = [];
  const call = gather(async (items: number[]) => {
    worksFor.push(spanUnderWay()?.ids.spanId);
    await new Promise<void>((resolve) => void ended.push(resolve));
    return items;
  });
  const callFor = (name: string | undefined) => workFor(name ? spanNamed(name) : undefined, () => call(1));
  const answers = [callFor('a')];
  await nextTurn();
  answers.push(callFor('b'));
  await nextTurn();
  answers.push(callFor('c'), callFor('d'));
  ended[0]?.();
  await until('the third group', async () => ended.length === 3);
  answers.push(callFor(undefined), callFor('e'));
  ended[1]?.();
  ended[2]?.();
  await until('the fourth group', async () => ended.length === 4);
  ended[3]?.();
  await Promise.all(answers);
  expect(worksFor).toEqual(['a', 'b', 'c', undefined]);
});

function spanNamed(spanId: string): Span {
  const span: Span = {
    ids: { traceId: 'one', spanId },
    open: () => span,
    tell: () => undefined,
    end: () => undefined,
  };
  return span;
}
