import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { explainBuildFailure, isStale } from './build-pages.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-build-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes an empty file, last modified at this hour of a fixed day. */
async function put(path: string, hour: number): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
  const time = new Date(2026, 0, 1, hour);
  await utimes(file, time, time);
  await utimes(dirname(file), time, time);
}

const tool = 'node_modules/@react-router/dev/bin.cjs';

it('rebuilds an unfinished build, and one older than its sources', async () => {
  await put('src/ui/page.tsx', 2);
  await put(tool, 1);
  expect(await isStale(folder)).toBe(true);
  await put('build/stamp', 1);
  expect(await isStale(folder)).toBe(true);
});

it('keeps a build that is newer than its sources', async () => {
  await put('src/app/page.tsx', 1);
  await put(tool, 3);
  await put('build/stamp', 2);
  expect(await isStale(folder)).toBe(false);
});

it('keeps a build that cannot be made again here, whatever its file times', async () => {
  await put('src/app/page.tsx', 2);
  await put('build/stamp', 1);
  expect(await isStale(folder)).toBe(false);
});

it.each([
  { code: null, signal: 'SIGKILL', output: '' },
  { code: 137, signal: null, output: 'transforming...' },
  {
    code: 134,
    signal: null,
    output: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  },
] as const)('reports that memory ran short: %o', (ended) => {
  expect(explainBuildFailure(ended)).toMatch(/too little memory\. Building takes about 600 MB/);
});

it('reports the build’s own message for a fault in the sources', () => {
  expect(explainBuildFailure({ code: 1, signal: null, output: 'Unexpected token' })).toBe(
    'The pages could not be built:\nUnexpected token',
  );
});
