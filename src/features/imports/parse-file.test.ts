import { expect, it, vi } from 'vitest';
import type { FileForm } from './file-rules.ts';
import { parseFile } from './parse-file.ts';

const form: FileForm = { encoding: 'utf-8', delimiter: ',' };

async function* sent(text: string) {
  yield Buffer.from(text);
}

/** Parses a text; counts how many rows come at most before other work of the process has its turn. */
async function rowsInOneTurn(text: string): Promise<number> {
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const byTurn = new Map<number, number>();
  for await (const _row of parseFile(sent(text), form)) byTurn.set(turn, (byTurn.get(turn) ?? 0) + 1);
  isOver = true;
  return Math.max(...byTurn.values());
}

const oddRows = `part_number,name\n${'x\n'.repeat(100_000)}`;

it('lets other work go on while rows are parsed', async () => {
  expect(await rowsInOneTurn(oddRows)).toBeLessThanOrEqual(10_000);
});

it('makes no error of a row that is shorter or longer than the first', async () => {
  const stacks = vi.spyOn(Error, 'captureStackTrace');
  await rowsInOneTurn(oddRows);
  expect(stacks).not.toHaveBeenCalled();
});

it('counts empty rows without parsing them', async () => {
  const rows = [];
  const text = `part_number,name\n${'\n'.repeat(100_000)}K-1,Saw\n`;
  for await (const { info, record } of parseFile(sent(text), form))
    rows.push([info.records + info.empty_lines, ...record]);
  expect(rows).toEqual([
    [1, 'part_number', 'name'],
    [100_002, 'K-1', 'Saw'],
  ]);
});

it('cuts no character in two', async () => {
  const name = 'a𝟙'.repeat(3_000);
  const names = [];
  for await (const { record } of parseFile(sent(`b${name}\n`), form)) names.push(...record);
  expect(names).toEqual([`b${name}`]);
});
