import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeWorkFolder } from './write-backup.ts';

it('removes what killed backups and restores left, and nothing else', async () => {
  const within = await mkdtemp(join(tmpdir(), 'toolyard-work-'));
  onTestFinished(() => rm(within, { recursive: true, force: true }));
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const left = [`.backup-${ended}-aB3dE6`, `.restore-${ended}-aB3dE6`, '.restore-Old123'];
  const others = [`.backup-${process.pid}-aB3dE6`, '.restore-New123', 'backups', '.backup-of-mine'];
  for (const name of [...left, ...others]) {
    await mkdir(join(within, name));
    await writeFile(join(within, name, 'secret'), 'a secret');
  }
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  await utimes(join(within, '.restore-Old123'), twoDaysAgo, twoDaysAgo);
  const made = await makeWorkFolder(within, 'backup');
  expect((await readdir(within)).map((name) => join(within, name)).sort()).toEqual(
    [made, ...others.map((name) => join(within, name))].sort(),
  );
});
