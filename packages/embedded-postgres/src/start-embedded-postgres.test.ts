/** @module-tag sweep */
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataDir, processesOf, query, start, until } from '../testing/helpers.ts';
import { postmasterPid } from '../testing/index.ts';
import { findDatabaseFolder } from './database-folder.ts';

test('refuses a wrong password and the superuser', async () => {
  const { connection } = await start(await makeDataDir());
  await expect(query({ ...connection, password: 'guess' }, 'SELECT 1')).rejects.toThrow(
    /password authentication failed/,
  );
  await expect(query({ ...connection, user: 'postgres' }, 'SELECT 1')).rejects.toThrow(
    /no pg_hba.conf entry/,
  );
  const passwordFile = await stat(join(connection.host, 'password'));
  expect(passwordFile.mode & 0o777).toBe(0o600);
});

test('logs errors without the row’s values', async () => {
  const dataDir = await makeDataDir();
  const { connection } = await start(dataDir);
  await query(connection, "CREATE TABLE people AS SELECT 'ada@home.example' AS email");
  await query(connection, 'CREATE UNIQUE INDEX one_each ON people (email)');
  await expect(query(connection, 'INSERT INTO people SELECT email FROM people')).rejects.toThrow(/one_each/);
  const log = await readFile(join(dataDir, 'postgres', 'postgresql.log'), 'utf8');
  expect(log).toContain('one_each');
  expect(log).not.toContain('ada@home.example');
});

test('lets tests create databases and turn durability off', async () => {
  const { connection } = await start(await makeDataDir(), { fsync: 'off' });
  expect(await query(connection, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
  await query(connection, 'CREATE DATABASE other');
  expect(await query({ ...connection, database: 'other' }, 'SELECT current_database() AS name')).toEqual([
    { name: 'other' },
  ]);
});

test('restarts PostgreSQL when it is killed while the program runs', async () => {
  const dataDir = await makeDataDir();
  const { connection, said } = await start(dataDir);
  await query(connection, 'CREATE TABLE kept ()');
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await until(
    async () => (await query(connection, 'SELECT 1 FROM kept').catch(() => null)) !== null && said.length > 1,
    'answers again',
  );
  expect(said.at(-1)).toBe('PostgreSQL ended unexpectedly and is started again.');
});

test('puts the socket of a long path into a private folder with a short name', async () => {
  const dataDir = join(await makeDataDir(), 'a-folder-with-a-long-name/'.repeat(6));
  const { connection } = await start(dataDir);
  expect(Buffer.byteLength(connection.host)).toBeLessThan(80);
  const [folder, cluster] = await Promise.all([
    stat(connection.host),
    stat(join(dataDir, 'postgres', 'data')),
  ]);
  expect(folder.mode & 0o777).toBe(0o700);
  expect(folder.uid).toBe(cluster.uid);
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await rm(connection.host, { recursive: true });
});

test('works below a folder that is closed to other users', async () => {
  const closed = await makeDataDir(0o700);
  const dataDir = join(closed, 'trial');
  await mkdir(dataDir, { mode: 0o755 });
  const first = await start(dataDir);
  await query(first.connection, 'CREATE TABLE kept ()');
  await first.stop();
  const second = await start(dataDir);
  expect(await query(second.connection, 'SELECT 1 FROM kept')).toEqual([]);
  const folder = second.connection.host;
  if (process.getuid?.() === 0) {
    expect(dirname(folder)).toBe('/var/lib/tried');
    expect(second.said).toEqual([
      `The database is kept in ${folder}: its unprivileged user cannot reach the data folder.`,
    ]);
    expect((await stat(folder)).uid).not.toBe(0);
    await second.stop();
    await rm(join(dataDir, 'postgres-folder'));
    const third = await start(dataDir);
    await expect(query(third.connection, 'SELECT 1 FROM kept')).rejects.toThrow(/does not exist/);
    const aside = third.said[0]?.match(/is kept in (.*)\. Delete it/)?.[1] ?? expect.fail('not said');
    expect(await readdir(aside)).toContain('data');
    await third.stop();
    await rm(aside, { recursive: true });
    await rm(folder, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(`was kept in ${folder}, which is not there. Bring it back`);
  } else {
    expect(folder).toBe(join(dataDir, 'postgres'));
    expect(second.said).toEqual([]);
  }
});

test('reports a database of another major version, and both options', async () => {
  const dataDir = await makeDataDir();
  const { stop } = await start(dataDir);
  await stop();
  const versionFile = join(dataDir, 'postgres', 'data', 'PG_VERSION');
  expect(await readFile(versionFile, 'utf8')).toBe('18\n');
  await writeFile(versionFile, '17\n');
  await expect(start(dataDir)).rejects.toThrow(
    /was made by PostgreSQL 17; this release brings PostgreSQL 18\. .*pg_dump/,
  );
});

test('reports PostgreSQL’s own reason when it cannot start', async () => {
  const dataDir = await makeDataDir();
  await expect(start(dataDir, { shared_buffers: 'plenty' })).rejects.toThrow(
    /^PostgreSQL did not start: .*invalid value for parameter "shared_buffers": "plenty".* Its log is in .*postgresql\.log\.$/,
  );
  expect(await processesOf(dataDir)).toEqual([]);
  const mended = await start(dataDir);
  expect(await query(mended.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('removes a database that was never completed', async () => {
  const dataDir = await makeDataDir();
  const folder = join(dataDir, 'postgres');
  await mkdir(join(folder, 'data.new-0123abcd', 'base'), { recursive: true });
  await mkdir(join(folder, 'data'));
  const { connection } = await start(dataDir);
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readdir(folder)).not.toContain('data.new-0123abcd');
});

test('leaves a folder with other content than a database unchanged', async () => {
  const dataDir = await makeDataDir();
  const data = join(dataDir, 'postgres', 'data');
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'letters.txt'), 'Dear Sir');
  await expect(start(dataDir)).rejects.toThrow(`${data} is not a PostgreSQL database`);
  expect(await readFile(join(data, 'letters.txt'), 'utf8')).toBe('Dear Sir');
});

test('says what to do about a data folder that cannot be written', async () => {
  const parent = await makeDataDir();
  if (process.getuid?.() === 0) {
    // Root may write anywhere, so for root a file blocks the path.
    await writeFile(join(parent, 'trial'), '');
    await expect(start(join(parent, 'trial'))).rejects.toThrow(
      `${join(parent, 'trial')} cannot be a folder: a file is in its place. Move the file, or use another data folder`,
    );
  } else {
    await chmod(parent, 0o500);
    await expect(start(join(parent, 'trial'))).rejects.toThrow(
      `${join(parent, 'trial')} is not writable for the user who starts the program. Change its owner, or use another data folder`,
    );
    await chmod(parent, 0o700);
  }
});

test('creates a new password when the password file is lost', async () => {
  const dataDir = await makeDataDir();
  const first = await start(dataDir);
  await query(first.connection, 'CREATE TABLE kept ()');
  await first.stop();
  await rm(join(dataDir, 'postgres', 'password'));
  const second = await start(dataDir);
  expect(second.connection.password).not.toBe(first.connection.password);
  expect(await query(second.connection, 'SELECT 1 FROM kept')).toEqual([]);
});

test('admits the second role, which owns nothing, also to a cluster created before that role existed', async () => {
  const dataDir = await makeDataDir();
  const first = await start(dataDir);
  await query(first.connection, 'CREATE TABLE tools ()');
  await first.stop();
  const rules = join(await findDatabaseFolder(dataDir), 'data', 'pg_hba.conf');
  await writeFile(rules, 'local all tried scram-sha-256\n');
  const { appConnection } = await start(dataDir);
  expect(await query(appConnection, 'SELECT current_user AS name')).toEqual([{ name: 'tried_app' }]);
  await expect(query(appConnection, 'DROP TABLE tools')).rejects.toThrow('must be owner of table tools');
  await expect(query(appConnection, 'CREATE ROLE mine')).rejects.toThrow('permission denied to create role');
});
