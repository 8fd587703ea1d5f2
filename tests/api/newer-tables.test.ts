/** @module-tag sweep */
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { checkDatabase } from '#server/commands/checks.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { makeDatabase } from '#tests/support/backups.ts';

/** A database at one of our migrations, with one more that only a future version knows. */
async function makeNewerTables(upTo?: string) {
  const database = await makeDatabase();
  const { connection } = database;
  const server: DatabaseServer = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), upTo ? { wanted: upTo } : {});
  await database.asOwner(`insert into kysely_migration (name, timestamp) values ('9998-next', now()::text)`);
  return { ...database, server };
}

describe('a version older than the tables', () => {
  it('refuses them with an explanation, and changes nothing', async () => {
    const { server, asOwner } = await makeNewerTables('0007-session-tokens');
    const heard: string[][] = [];
    const beforeChange = async (pending: string[]) => void heard.push(pending);
    await expect(prepareTables(server, createLog('silent'), { beforeChange })).rejects.toThrow(
      'A newer version of the shop has changed the database (9998-next). Start that version, or restore a backup of before into an empty database.',
    );
    expect(heard).toEqual([]);
    const [recorded] = await asOwner('select max(name) as last, count(*)::int as n from kysely_migration');
    expect(recorded).toEqual({ last: '9998-next', n: 8 });
  });

  it('reports it in the doctor', async () => {
    const { server, connection } = await makeNewerTables();
    const { db, close } = openDatabase(connection, { onIdleError: () => undefined });
    const findings = await checkDatabase({ db, config: readConfig({}) }, server);
    await close();
    expect(findings.filter(({ about }) => about === 'Tables')).toEqual([
      {
        about: 'Tables',
        state: 'bad',
        words: 'a newer version of the shop has changed them (9998-next), and this one can’t use them',
      },
    ]);
  });
});
