import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../docs/decisions/', import.meta.url);

it('numbers the decisions one by one, by the same number in name and heading', () => {
  const files = readdirSync(folder).sort();
  const named = files.map((file) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]));
  const headed = files.map((file) =>
    Number(/^# (\d+)\. \S/.exec(readFileSync(new URL(file, folder), 'utf8'))?.[1]),
  );
  const inOrder = files.map((_, index) => index + 1);
  expect({ named, headed }).toEqual({ named: inOrder, headed: inOrder });
});
