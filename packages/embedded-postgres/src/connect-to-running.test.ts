import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectToRunning } from './connect-to-running.ts';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';
import { makeDataDir, query, spawnCommittedHolder, start } from './testing.ts';

test('a command-line tool reaches the database of a shop that runs in another process', async () => {
  const dataDir = await makeDataDir();
  await spawnCommittedHolder(dataDir);
  const connection = (await connectToRunning(dataDir)) ?? expect.fail('none found');
  expect(await query(connection, 'SELECT word FROM kept')).toEqual([{ word: 'committed' }]);
});

test('finds none before a shop has started, nor after it has stopped', async () => {
  const dataDir = await makeDataDir();
  expect(await connectToRunning(join(dataDir, 'missing'))).toBeUndefined();
  expect(await connectToRunning(dataDir)).toBeUndefined();
  const { connection, stop } = await start(dataDir);
  expect(await connectToRunning(dataDir)).toEqual(connection);
  await stop();
  expect(await connectToRunning(dataDir)).toBeUndefined();
});

test('a throwaway database is empty, without durability, and gone when stopped', async () => {
  const { connection, stop } = await startThrowawayPostgres({ max_connections: '90' });
  expect(await query(connection, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
  expect(await query(connection, 'SHOW max_connections')).toEqual([{ max_connections: '90' }]);
  await stop();
  await expect(query(connection, 'SELECT 1')).rejects.toThrow(/ENOENT/);
});
