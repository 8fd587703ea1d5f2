/** @module-tag sweep */
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { checkDatabase } from '#server/commands/checks.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables, requireTables } from '#server/shop/prepare-tables.ts';
import { makeDatabase } from '#tests/support/backups.ts';

/** A database at one of our migrations, with one more that only a future version knows. By its name it takes
 * something away that versions before 9997 still use. */
async function makeNewerTables(upTo?: string, next = '9998-next-after-9997') {
  const database = await makeDatabase();
  const { connection } = database;
  const server: DatabaseServer = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), upTo ? { wanted: upTo } : {});
  await database.asOwner(`insert into kysely_migration (name, timestamp) values ('${next}', now()::text)`);
  return { ...database, server };
}

describe('a version older than the tables', () => {
  it('refuses them with an explanation, and changes nothing', async () => {
    const { server, asOwner } = await makeNewerTables('0007-session-tokens');
    const heard: string[][] = [];
    const beforeChange = async (pending: string[]) => void heard.push(pending);
    await expect(prepareTables(server, createLog('silent'), { beforeChange })).rejects.toThrow(
      'A newer version of the shop has changed the database (9998-next-after-9997). Start that version, or restore an earlier backup into an empty database.',
    );
    expect(heard).toEqual([]);
    const [recorded] = await asOwner('select max(name) as last, count(*)::int as n from kysely_migration');
    expect(recorded).toEqual({ last: '9998-next-after-9997', n: 8 });
  });

  it('reports it in the doctor', async () => {
    const { server, connection } = await makeNewerTables();
    const { db, close } = openDatabase(connection, { onIdleError: () => undefined });
    const findings = await checkDatabase(
      { db, config: readConfig({}), imageHost: { has: async () => true } },
      server,
    );
    await close();
    expect(findings.filter(({ about }) => about === 'Tables')).toEqual([
      {
        about: 'Tables',
        state: 'bad',
        words:
          'a newer version of the shop has changed them (9998-next-after-9997), and this one can’t use them',
      },
    ]);
  });

  it.each(['9998-next', '9998-next-after-0007'])(
    'starts on tables that are merely ahead of it, as in a rolling upgrade: %s',
    async (next) => {
      const { server, asOwner, connection } = await makeNewerTables('0007-session-tokens', next);
      await prepareTables(server, createLog('silent'));
      await prepareTables(server, createLog('silent'));
      await requireTables(server);
      const [recorded] = await asOwner('select max(name) as last, count(*)::int as n from kysely_migration');
      const files = await readdir(new URL('../../database/migrations', import.meta.url));
      expect(recorded).toEqual({ last: next, n: files.length + 1 });
      const { db, close } = openDatabase(connection, { onIdleError: () => undefined });
      const findings = await checkDatabase(
        { db, config: readConfig({}), imageHost: { has: async () => true } },
        server,
      );
      await close();
      expect(findings.filter(({ about }) => about === 'Tables')).toEqual([
        {
          about: 'Tables',
          state: 'note',
          words: `ahead of this version (${next}), which can go on with them`,
        },
      ]);
    },
  );
});
