import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import { prepareTables } from '#server/prepare-tables.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';

test('several starts at once on an empty database make its tables once', async () => {
  const database = await createFreshDatabase('template0');
  onTestFinished(database.drop);
  const { connection: owner, appConnection: connection } = database;
  const server = { owner, connection, appRole: connection.user, summary: '', stop: async () => undefined };
  const changed: string[][] = [];
  const start = () =>
    prepareTables(server, createLog('silent'), {
      beforeChange: async (pending) => void changed.push(pending),
    });
  await Promise.all([start(), start(), start(), start()]);
  // To those who came second there was nothing left to change.
  expect(changed).toEqual([]);
  const files = await readdir(new URL('../../database/migrations', import.meta.url));
  const applied = await database.asOwner('select name from kysely_migration order by name');
  expect(applied.map(({ name }) => `${name}.sql`)).toEqual(files.sort());
});
