import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const folders = ['.', 'tests/documents/tools'];

/** What `npm ls` finds wrong with the lockfile of a folder, peers included. */
function problemsOf(folder: string): unknown {
  const args = ['ls', '--all', '--package-lock-only', '--legacy-peer-deps=false', '--json'];
  const printed = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(printed).problems ?? [];
}

it.each(folders)('has every peer that a package asks for, in a version that it takes: %s', (folder) => {
  expect(problemsOf(folder)).toEqual([]);
});
