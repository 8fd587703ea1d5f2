import { readdir, readFile } from 'node:fs/promises';
import { type Migration, type MigrationInfo, type MigrationProvider, Migrator, sql } from 'kysely';
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

/** Applies migrations up to the newest, or the one named, and answers which; from several processes at once, too. */
export async function migrate(db: Database, upTo?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: sqlFiles });
  const isPast = upTo !== undefined && (await findMigrations(db)).applied.some((name) => name > upTo);
  if (isPast) return [];
  const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Whether this version has the migration. */
export async function isKnownMigration(name: string): Promise<boolean> {
  return name in (await sqlFiles.getMigrations());
}

/** The migrations that the database has, those it is yet to get, and those that only a newer version knows. */
export async function findMigrations(
  db: Database,
): Promise<{ applied: string[]; pending: string[]; newer: string[] }> {
  const all = await new Migrator({ db, provider: sqlFiles }).getMigrations();
  const isApplied = ({ executedAt }: MigrationInfo) => executedAt !== undefined;
  const names = (some: readonly MigrationInfo[]) => some.map(({ name }) => name);
  const known = new Set(names(all));
  return {
    applied: names(all.filter(isApplied)),
    pending: names(all.filter((one) => !isApplied(one))),
    newer: all.some(isApplied) ? (await recorded(db)).filter((name) => !known.has(name)) : [],
  };
}

async function recorded(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const SCHEMAS = ['public', 'identity', 'sandbox_cards', 'mailbox', 'pgboss'];

/** Lets a role change rows, not tables, and of audit trail and stock ledger only add and read them. Safe to repeat. */
export async function grantToAppRole(owner: Database, role: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    // One start at a time: two that grant at once would change the same rows of the system's tables.
    await sql`select pg_advisory_xact_lock(hashtext('toolyard grants'))`.execute(tx);
    const to = sql.id(role);
    const schemas = sql.join(SCHEMAS.map((schema) => sql.id(schema)));
    await sql`grant usage on schema ${schemas} to ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema ${schemas} to ${to}`.execute(tx);
    await sql`grant usage, select on all sequences in schema ${schemas} to ${to}`.execute(tx);
    await sql`grant execute on all functions in schema ${schemas} to ${to}`.execute(tx);
    await sql`revoke update, delete, truncate on audit_events, stock_movements from ${to}`.execute(tx);
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(
      tx,
    );
  });
}
