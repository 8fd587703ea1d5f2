import { execFile } from 'node:child_process';
import { appendFile, chown, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { isRoot, unprivilegedUser } from '#embedded-postgres/testing';
import { type DatabaseConnection, toClientConfig } from '#platform/database/connection.ts';
import { until } from '#tests/support/until.ts';

const execute = promisify(execFile);

/** Debian's PostgreSQL, the oldest that the shop runs on. */
const PROGRAMS = '/usr/lib/postgresql/15/bin';
const PORT = 5432;

const deploy = new URL('../../../deploy/pgbackrest/', import.meta.url).pathname;

/** A PostgreSQL whose log pgBackRest archives, both with the files of `deploy/`. */
export type ArchivedPostgres = {
  connection: DatabaseConnection;
  /** Runs one statement as the superuser. */
  run(statement: string): Promise<Record<string, unknown>[]>;
  /** Runs a command of pgBackRest. */
  pgbackrest(...args: string[]): Promise<string>;
  /** Waits until all that was committed is in the archive. */
  archiveAll(): Promise<void>;
  start(): Promise<void>;
  /** Ends it as a power cut does. */
  crash(): Promise<void>;
  /** Deletes its data, as a lost disk does. */
  loseDisk(): Promise<void>;
  remove(): Promise<void>;
};

/** Starts one, empty, in a temporary folder. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const user = isRoot() ? await unprivilegedUser() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-archived-'));
  const data = join(folder, 'data');
  const connection = { host: folder, port: PORT, user: 'postgres', password: '', database: 'toolyard' };
  // What the machine differs in; the rest is as the files have it.
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: join(folder, 'repository'),
    PGBACKREST_REPO1_CIPHER_PASS: 'a password of the test',
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_PG1_USER: 'postgres',
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
  };
  const command = async (program: string, args: string[]) =>
    (await execute(program, args, { ...user, cwd: folder, env })).stdout;
  const pgCtl = (...args: string[]) =>
    command(join(PROGRAMS, 'pg_ctl'), ['-D', data, '-l', join(folder, 'log'), '-w', ...args]);
  const run = async (statement: string, database = connection.database) => {
    const client = new pg.Client(toClientConfig({ ...connection, database }));
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const start = async () => {
    await pgCtl('start');
    await until('the end of the recovery', async () => {
      const [row] = await run('select pg_is_in_recovery() as recovers', 'postgres');
      return row?.recovers === false;
    });
  };
  await copyFile(join(deploy, 'pgbackrest.conf'), env.PGBACKREST_CONFIG);
  await copyFile(join(deploy, 'toolyard.conf'), join(folder, 'toolyard.conf'));
  if (user) await chown(folder, user.uid, user.gid);
  await command(join(PROGRAMS, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--no-sync',
    '--locale=C.UTF-8',
  ]);
  await appendFile(
    join(data, 'postgresql.conf'),
    `include '${join(folder, 'toolyard.conf')}'\nlisten_addresses = ''\nunix_socket_directories = '${folder}'\nport = ${PORT}\n`,
  );
  await start();
  await run('create database toolyard', 'postgres');
  return {
    connection,
    run,
    start,
    pgbackrest: (...args) => command('pgbackrest', ['--stanza=toolyard', ...args]),
    async archiveAll() {
      const [row] = await run('select pg_walfile_name(pg_switch_wal()) as name');
      await until('the archive', async () => {
        // Null until something was archived since the last start: PostgreSQL drops these figures in a crash.
        const [archived] = await run(
          `select coalesce(last_archived_wal >= '${row?.name}', false) as "isThere" from pg_stat_archiver`,
        );
        return archived?.isThere === true;
      });
    },
    crash: async () => void (await pgCtl('stop', '-m', 'immediate')),
    async loseDisk() {
      await rm(data, { recursive: true });
      await mkdir(data, { mode: 0o700 });
      if (user) await chown(data, user.uid, user.gid);
    },
    async remove() {
      await pgCtl('stop', '-m', 'immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
