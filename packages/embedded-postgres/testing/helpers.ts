import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { type EmbeddedConnection, findDatabaseFolder, startEmbeddedPostgres } from '../src/index.ts';
import { makePassableFolder } from './index.ts';

/** Creates a data folder that PostgreSQL's user can reach; removes it after the test, with anything stored
 * elsewhere for it. */
export async function makeDataDir(mode?: number): Promise<string> {
  const dataDir = await makePassableFolder(mode);
  onTestFinished(async () => {
    await rm(await findDatabaseFolder(dataDir), { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

/** Starts a database that is stopped after the test at the latest; `said` collects its messages. */
export async function start(dataDir: string, settings?: Record<string, string>) {
  const said: string[] = [];
  const postgres = await startEmbeddedPostgres({
    dataDir,
    name: 'tried',
    program: 'trial',
    say: (line) => said.push(line),
    ...(settings && { settings }),
  });
  onTestFinished(() => postgres.stop());
  return { ...postgres, said };
}

/** Runs one statement and returns its rows. */
export async function query(connection: EmbeddedConnection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts another process that holds the database in `dataDir`, in its own process group. */
export function spawnHolder(dataDir: string): ChildProcess {
  const script = fileURLToPath(new URL('./hold-database.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await until(async () => (await processesOf(dataDir)).length === 0, 'the holder’s PostgreSQL is gone');
  });
  return child;
}

/** Starts a holder and waits until its row is committed. */
export async function spawnCommittedHolder(dataDir: string): Promise<ChildProcess> {
  const child = spawnHolder(dataDir);
  if (!child.stdout) throw new Error('the holder has no output');
  await once(child.stdout, 'data');
  return child;
}

/** Polls until a condition holds. */
export async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await pause(10);
  }
}

/** A process as shown by `ps`. */
export type Process = { pid: number; parent: number; group: number; line: string };

/** The processes that serve the database of `dataDir`: supervisors, PostgreSQL and its workers, initdb. */
export async function processesOf(dataDir: string): Promise<Process[]> {
  const folder = await findDatabaseFolder(dataDir);
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,ppid=,pgid=,args=']);
  const all = stdout.split('\n').flatMap((row) => {
    const [, pid, parent, group, line = ''] = row.match(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), group: Number(group), line }] : [];
  });
  const known = all.filter(
    ({ line }) => line.includes(folder) && /initdb|postgres/.test(line) && !/hold-database/.test(line),
  );
  for (const { pid } of known)
    known.push(...all.filter((each) => each.parent === pid && !known.includes(each)));
  return known;
}
