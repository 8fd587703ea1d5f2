import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** Whatever reads the time zone of a process or browser. */
const LOCAL =
  /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\.toLocale(?:Date|Time)?String\(|\.getTimezoneOffset\(|\.to(?:Date|Time)String\(|new Date\(\w+, \w+/;

/** Allowed: the start, and the hook that tells readers that their time zone differs. */
const asksForIt = ['server/shop/start-shop.ts', 'ui/moments.ts'];

const files = globSync('**/*.{ts,tsx}', { cwd: src })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }));

it('no day or time uses the local time zone', () => {
  expect(files.length).toBeGreaterThan(500);
  const local = files.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, nth) => (LOCAL.test(line) ? [`${file}:${nth + 1} ${line.trim()}`] : [])),
  );
  expect(local).toEqual([]);
});

it('every date or time format names its time zone', () => {
  const formats = files.flatMap(({ file, text }) =>
    [...text.matchAll(/Intl\.DateTimeFormat\(([^;]*?)\)(?:[;.\n]|$)/g)].map(([, options = '']) => ({
      file,
      options,
    })),
  );
  expect(formats.length).toBeGreaterThan(5);
  const without = formats.filter(({ options }) => !/\btimeZone\b/.test(options)).map(({ file }) => file);
  expect(without.toSorted()).toEqual(asksForIt);
});
