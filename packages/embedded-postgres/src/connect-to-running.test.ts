/** @module-tag sweep */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataDir, query, spawnCommittedHolder, start } from '../testing/helpers.ts';
import { startThrowawayPostgres } from '../testing/index.ts';
import { connectToRunning } from './connect-to-running.ts';

test('a command-line tool reaches the database of a program that runs in another process', async () => {
  const dataDir = await makeDataDir();
  await spawnCommittedHolder(dataDir);
  const connection = (await connectToRunning({ dataDir, name: 'tried' })) ?? expect.fail('none found');
  expect(await query(connection, 'SELECT word FROM kept')).toEqual([{ word: 'committed' }]);
});

test('finds none before a start, nor after the stop', async () => {
  const dataDir = await makeDataDir();
  expect(await connectToRunning({ dataDir: join(dataDir, 'missing'), name: 'tried' })).toBeUndefined();
  expect(await connectToRunning({ dataDir, name: 'tried' })).toBeUndefined();
  const { connection, stop } = await start(dataDir);
  expect(await connectToRunning({ dataDir, name: 'tried' })).toEqual(connection);
  await stop();
  expect(await connectToRunning({ dataDir, name: 'tried' })).toBeUndefined();
});

test('a throwaway database is empty, without durability, and removed when stopped', async () => {
  const { connection, stop } = await startThrowawayPostgres('tried', { max_connections: '90' });
  expect(await query(connection, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
  expect(await query(connection, 'SHOW max_connections')).toEqual([{ max_connections: '90' }]);
  await stop();
  await expect(query(connection, 'SELECT 1')).rejects.toThrow(/ENOENT/);
});
