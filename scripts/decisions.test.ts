import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs/decisions');
const files = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .sort();
const named = files.map((file) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]));

it('has a unique number for each decision, the same in its file name and heading', () => {
  const headed = files.map((file) =>
    Number(/^# (\d+)\. \S/.exec(readFileSync(join(folder, file), 'utf8'))?.[1]),
  );
  // Numbers are assigned in ranges, so some may be missing, as with migrations.
  const own = [...new Set(named)].sort((one, other) => one - other);
  expect({ named, headed }).toEqual({ named: own, headed: own });
  expect(named).not.toContain(Number.NaN);
});

it('is short: at most 400 words each', () => {
  const wordsOf = (file: string) => readFileSync(join(folder, file), 'utf8').trim().split(/\s+/).length;
  expect(files.filter((file) => wordsOf(file) > 400)).toEqual([]);
});

it('has every decision that the code names', () => {
  const sources = globSync(
    ['{src,tests,scripts,packages,demo,bench}/**/*.{ts,tsx,css}', 'deploy/**/*.{yaml,yml,conf}'],
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  );
  expect(sources.length).toBeGreaterThan(1000);
  const unknown = sources.flatMap((source) =>
    [...readFileSync(join(root, source), 'utf8').matchAll(/\bdecisions?[ /](\d+)/gi)]
      .filter(([, number]) => !named.includes(Number(number)))
      .map(([text]) => `${source}: ${text}`),
  );
  expect(unknown).toEqual([]);
});
