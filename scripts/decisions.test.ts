import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../docs/decisions/', import.meta.url);

it('has a unique number for each decision, the same in its file name and heading', () => {
  const files = readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .sort();
  const named = files.map((file) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]));
  const headed = files.map((file) =>
    Number(/^# (\d+)\. \S/.exec(readFileSync(new URL(file, folder), 'utf8'))?.[1]),
  );
  // Numbers are assigned in ranges, so some may be missing, as with migrations.
  const own = [...new Set(named)].sort((one, other) => one - other);
  expect({ named, headed }).toEqual({ named: own, headed: own });
  expect(named).not.toContain(Number.NaN);
});
