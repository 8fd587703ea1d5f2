import { readdir, readFile } from 'node:fs/promises';
import { type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import type { Database } from './database.ts';

const folder = new URL('../../../database/migrations/', import.meta.url);

/** Reads the numbered SQL files of `database/migrations/`. Forward only: there is no way down. */
const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const migrations = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
    });
    return Object.fromEntries(await Promise.all(migrations));
  },
};

/**
 * Brings the database up to the newest migration; safe to run from several processes at once.
 * @returns the names of the migrations that were applied now.
 * @throws the database's own error, with everything of the failed run rolled back.
 */
export async function migrate(db: Database): Promise<string[]> {
  const { error, results = [] } = await new Migrator({ db, provider: sqlFiles }).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}
