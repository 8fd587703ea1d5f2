/** @module-tag sweep */
import { chmod, cp, lstat, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataDir } from '../testing/helpers.ts';
import { packagedBinaries, prepareBinaries } from './binaries.ts';
import { isRoot, tryAs, unprivilegedUser } from './run-as.ts';

/** A copy of the package as npm leaves it with install scripts off: without the links among its libraries. */
async function unlinkedPackage() {
  const { native, version } = await packagedBinaries();
  const base = await makeDataDir(0o755);
  const copy = join(base, 'native');
  await cp(native, copy, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() });
  return { base, native: copy, version };
}

const runAs = isRoot() ? await unprivilegedUser() : undefined;

test('makes the links that the package’s install script would have made', async () => {
  const source = await unlinkedPackage();
  const said: string[] = [];
  const binaries = await prepareBinaries(runAs, source.base, (line) => said.push(line), source);
  expect(binaries.postgres).toBe(join(source.native, 'bin', 'postgres'));
  expect(binaries.majorVersion).toBe(source.version.split('.')[0]);
  expect(
    await readlink(join(source.native, 'lib', process.platform === 'darwin' ? 'libpq.dylib' : 'libpq.so.5')),
  ).toMatch(/^libpq\./);
  expect((await tryAs(runAs, binaries.initdb, ['--version'])).code).toBe(0);
  expect(said).toEqual([]);
});

test('works from a copy if PostgreSQL cannot run from the package’s folder', async () => {
  const source = await unlinkedPackage();
  // Root can write anywhere, but PostgreSQL's user is not root; an ordinary user
  // may find the package read-only.
  await chmod(isRoot() ? source.native : join(source.native, 'lib'), isRoot() ? 0o700 : 0o555);
  const said: string[] = [];
  const copyBase = join(source.base, 'copies');
  const first = await prepareBinaries(runAs, copyBase, (line) => said.push(line), source);
  const copy = join(copyBase, `postgresql-${source.version}`);
  expect(first.postgres).toBe(join(copy, 'bin', 'postgres'));
  expect(said).toEqual([`The PostgreSQL programs are copied to ${copy}, to be runnable.`]);
  expect((await tryAs(runAs, first.initdb, ['--version'])).code).toBe(0);
  expect(await prepareBinaries(runAs, copyBase, (line) => said.push(line), source)).toEqual(first);
  expect(said).toHaveLength(1);
  await chmod(join(source.native, 'lib'), 0o755);
});

test('names an alternative if the programs do not run', async () => {
  const source = await unlinkedPackage();
  await rm(join(source.native, 'bin', 'postgres'));
  await expect(prepareBinaries(runAs, join(source.base, 'copies'), () => undefined, source)).rejects.toThrow(
    /^The embedded PostgreSQL cannot run on this machine: .* Or use a PostgreSQL server of your own\.$/,
  );
});
