/** @module-tag sweep */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  makeDataDir,
  type Process,
  processesOf,
  query,
  spawnCommittedHolder,
  spawnHolder,
  start,
  until,
} from '../testing/helpers.ts';
import { postmasterPid } from '../testing/index.ts';

const committedOnce = [{ word: 'committed' }];

test('starts at once after a kill, while the old PostgreSQL may still be shutting down', async () => {
  const dataDir = await makeDataDir();
  const holder = await spawnCommittedHolder(dataDir);
  holder.kill('SIGKILL');
  await until(async () => holder.signalCode !== null, 'the holder is dead');
  const { connection } = await start(dataDir);
  expect(await query(connection, 'SELECT word FROM kept')).toEqual(committedOnce);
});

test.each(['SIGKILL', 'SIGINT'] as const)(
  '%s to the program’s process group leaves no PostgreSQL process',
  async (signal) => {
    const dataDir = await makeDataDir();
    const { pid = 0 } = await spawnCommittedHolder(dataDir);
    process.kill(-pid, signal);
    await until(async () => (await processesOf(dataDir)).length === 0, 'no PostgreSQL process remains');
    const { connection } = await start(dataDir);
    expect(await query(connection, 'SELECT word FROM kept')).toEqual(committedOnce);
  },
);

test('does not pass a Ctrl-C at the program’s terminal on to PostgreSQL', async () => {
  const dataDir = await makeDataDir();
  const holder = await spawnCommittedHolder(dataDir);
  expect((await processesOf(dataDir)).map(({ group }) => group)).not.toContain(holder.pid);
});

test('replaces a PostgreSQL that survived both the program and its supervisors', async () => {
  const dataDir = await makeDataDir();
  const holder = await spawnCommittedHolder(dataDir);
  const postmaster = await postmasterPid(dataDir);
  // Otherwise it would see its supervisors die, and stop PostgreSQL itself.
  holder.kill('SIGSTOP');
  await killHard(dataDir, isSupervisor);
  holder.kill('SIGKILL');
  await until(
    async () => !(await processesOf(dataDir)).some(isSupervisor) && holder.signalCode !== null,
    'both are dead',
  );
  expect((await processesOf(dataDir)).map(({ pid }) => pid)).toContain(postmaster);
  const { connection } = await start(dataDir);
  expect(await postmasterPid(dataDir)).not.toBe(postmaster);
  expect(await query(connection, 'SELECT word FROM kept')).toEqual(committedOnce);
});

test('recovers when PostgreSQL was killed too and its process id now belongs to another process', async () => {
  const dataDir = await makeDataDir();
  await spawnCommittedHolder(dataDir).then((holder) => killEverything(dataDir, holder));
  const data = join(dataDir, 'postgres', 'data');
  const file = join(data, 'postmaster.pid');
  const { uid, gid } = await stat(data);
  const other = spawn('sleep', ['1000'], process.getuid?.() === 0 ? { uid, gid } : {});
  onTestFinished(() => void other.kill('SIGKILL'));
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(other.pid)));
  const { connection } = await start(dataDir);
  expect(await query(connection, 'SELECT word FROM kept')).toEqual(committedOnce);
  expect(other.exitCode).toBeNull();
  expect(other.signalCode).toBeNull();
});

test('recovers from a postmaster.pid that a crash left empty', async () => {
  const dataDir = await makeDataDir();
  await spawnCommittedHolder(dataDir).then((holder) => killEverything(dataDir, holder));
  await writeFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), '');
  const { connection } = await start(dataDir);
  expect(await query(connection, 'SELECT word FROM kept')).toEqual(committedOnce);
});

test('creates the database again when the first start was killed during its creation', async () => {
  const dataDir = await makeDataDir();
  const folder = join(dataDir, 'postgres');
  const drafts = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('data.new'));
  const holder = spawnHolder(dataDir);
  await until(async () => (await drafts()).length > 0, 'the database is being made');
  holder.kill('SIGKILL');
  await until(async () => (await processesOf(dataDir)).length === 0, 'no process remains');
  const { connection } = await start(dataDir);
  expect(await drafts()).toEqual([]);
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('refuses to start beside another process, names it, and starts once that has ended', async () => {
  const dataDir = await makeDataDir();
  const holder = await spawnCommittedHolder(dataDir);
  await expect(start(dataDir)).rejects.toThrow(`is in use by a running trial (process ${holder.pid}).`);
  expect(holder.exitCode).toBeNull();
  holder.kill('SIGKILL');
  await until(async () => holder.signalCode !== null, 'the holder is dead');
  const { connection } = await start(dataDir);
  expect(await query(connection, 'SELECT word FROM kept')).toEqual(committedOnce);
});

function isSupervisor({ line }: Process): boolean {
  return line.includes('postgres-supervisor');
}

async function killHard(dataDir: string, which: (each: Process) => boolean): Promise<void> {
  for (const { pid } of (await processesOf(dataDir)).filter(which)) process.kill(pid, 'SIGKILL');
}

/** Simulates a power cut: nothing can shut down. */
async function killEverything(dataDir: string, holder: ChildProcess): Promise<void> {
  holder.kill('SIGSTOP');
  await killHard(dataDir, isSupervisor);
  await killHard(dataDir, () => true);
  holder.kill('SIGKILL');
  await until(
    async () => (await processesOf(dataDir)).length === 0 && holder.signalCode !== null,
    'everything is dead',
  );
}
