import { expect, test } from 'vitest';
import { makeDataDir, processesOf, query, spawnCommittedHolder, start, until } from '../testing/helpers.ts';

// The few tests that are part of every run; the other files have the rest.

test('a first start creates a database, and a second finds its rows', async () => {
  const dataDir = await makeDataDir();
  const first = await start(dataDir);
  await query(first.connection, "CREATE TABLE tools AS SELECT 'Bench vice' AS name");
  await first.stop();
  expect(await processesOf(dataDir)).toEqual([]);
  const second = await start(dataDir);
  expect(await query(second.connection, 'SELECT name FROM tools')).toEqual([{ name: 'Bench vice' }]);
  expect(second.said).toEqual([]);
});

test('keeps durability on, opens no port and reads text as UTF-8', async () => {
  const { connection } = await start(await makeDataDir());
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'autovacuum'];
  const settings = names.map((name) => `current_setting('${name}') AS ${name}`).join();
  expect(await query(connection, `SELECT ${settings}`)).toEqual([
    Object.fromEntries(names.map((name) => [name, 'on'])),
  ]);
  expect(await query(connection, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await query(connection, "SELECT upper('né') AS up, 'b' < 'C' AS folded")).toEqual([
    { up: 'NÉ', folded: false },
  ]);
});

test('refuses a second start on the same folder, and leaves the first one unharmed', async () => {
  const dataDir = await makeDataDir();
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(
    `The data folder ${dataDir} is in use by a running trial (process ${process.pid}). Stop that one first, or use another data folder.`,
  );
  expect(await query(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('lets exactly one of several concurrent starts on a new folder succeed', async () => {
  const dataDir = await makeDataDir();
  const starts = await Promise.allSettled([start(dataDir), start(dataDir), start(dataDir)]);
  const [won, ...others] = starts.filter((each) => each.status === 'fulfilled');
  expect(others).toEqual([]);
  expect(await query(won?.value.connection ?? expect.fail('none started'), 'SELECT 1 AS one')).toEqual([
    { one: 1 },
  ]);
});

test('ends PostgreSQL when the program is killed, and starts again with all committed rows', async () => {
  const dataDir = await makeDataDir();
  const holder = await spawnCommittedHolder(dataDir);
  expect((await processesOf(dataDir)).length).toBeGreaterThan(3);
  holder.kill('SIGKILL');
  await until(async () => (await processesOf(dataDir)).length === 0, 'no PostgreSQL process remains');
  const { connection } = await start(dataDir);
  expect(await query(connection, 'SELECT word FROM kept')).toEqual([{ word: 'committed' }]);
});
