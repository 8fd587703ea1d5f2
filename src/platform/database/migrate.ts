import { readdir, readFile } from 'node:fs/promises';
import {
  type Kysely,
  type Migration,
  type MigrationProvider,
  Migrator,
  type QueryExecutorProvider,
  sql,
} from 'kysely';
import pg from 'pg';
import { type Database, lockUntilCommit } from './database.ts';

const folder = new URL('../../../database/migrations/', import.meta.url);

/** Migrations that shared their number with another, by the names that older databases know them under. */
const renamed: Record<string, string> = {
  '0026-ship-undo': '0011-ship-undo',
  '0026-staff-notes': '0014-staff-notes',
  '0041-charge-rules': '0036-charge-rules',
};

/** From this migration on, each leaves the version before it able to serve (decision 113). */
export const EXPANDING_SINCE = '0116';

/** The name of a migration that removes something ends in the number of the one whose version stopped using
 * it. */
const TAKES_AWAY_AFTER = /-after-(\d{4})$/;

/** Whether a version of the shop that has the `known` migrations can serve tables with this one too. */
export function keepsServing(name: string, known: readonly string[]): boolean {
  const after = TAKES_AWAY_AFTER.exec(name)?.[1];
  return name >= EXPANDING_SINCE && (after === undefined || known.some((each) => each.startsWith(after)));
}

/** Lists the names of the numbered SQL files of `database/migrations/`, in order. */
async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return files.map((name) => name.replace(/\.sql$/, '')).sort();
}

type Step = (name: string, db: Kysely<unknown>) => Promise<void>;
type Steps = { before: Step; after: Step };

const noSteps: Steps = { before: async () => undefined, after: async () => undefined };

const readMigration = (name: string) => readFile(new URL(`${name}.sql`, folder), 'utf8');

/** Reads the named files. There are no down migrations. */
const sqlFiles = (names: readonly string[], { before, after }: Steps): MigrationProvider => ({
  async getMigrations() {
    const migrations = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readMigration(name);
      const up: Migration['up'] = async (db) => {
        await before(name, db);
        await sql.raw(text).execute(db);
        await after(name, db);
      };
      return [name, { up }];
    });
    return Object.fromEntries(await Promise.all(migrations));
  },
});

/** The migrations that a database should have: all, those up to the named one, or exactly those of a list. */
export type WantedMigrations = string | readonly string[] | undefined;

/** Applies missing migrations in the order of their names, in one transaction, and returns them; safe to run
 * in several processes at once. One whose name comes between applied ones is applied after them. `before`
 * and `after` are called in that transaction, around each. */
export async function migrate(db: Database, wanted?: WantedMigrations, steps = noSteps): Promise<string[]> {
  const names = typeof wanted === 'string' ? await migrationsThrough(wanted) : wanted;
  await renameRecorded(db);
  const { applied, ahead } = await findMigrations(db);
  const files = await listMigrations();
  const known = sqlFiles(
    files.filter((name) => names === undefined || names.includes(name) || applied.includes(name)),
    steps,
  );
  // The migrator refuses a database with a migration that it does not know. One that is applied does not run.
  const unknown = ahead.map((name): [string, Migration] => [name, { up: async () => undefined }]);
  const provider: MigrationProvider = {
    getMigrations: async () => ({ ...(await known.getMigrations()), ...Object.fromEntries(unknown) }),
  };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** While no lock is held yet, waiting delays only requests queued behind it. */
const FIRST_LOCK_MS = 2_000;
/** For all others together, shorter than PostgreSQL takes to look for deadlocks (`deadlock_timeout`, 1 s): if
 * a migration and a transaction of the serving shop wait for each other, the migration gives way. */
const OTHER_LOCKS_MS = 500;

/** Locks the tables that migrations change, those that exist, one after another. The one that it has to give
 * up comes first in `order`, for the next try: transactions that lock them in another order would block it
 * for ever. */
export async function lockTables(
  db: QueryExecutorProvider,
  names: readonly string[],
  order: string[],
): Promise<void> {
  const texts = await Promise.all(names.map(readMigration));
  const tables = [...new Set(texts.flatMap(changedTables))];
  const { rows } = await sql<{ name: string }>`
    select distinct oid::regclass::text as name from unnest(${tables}::text[]) as given (name)
    join pg_class on oid = to_regclass(given.name) where relkind = 'r' order by 1`.execute(db);
  const rest = rows.map(({ name }) => name).filter((name) => !order.includes(name));
  const listed = [...order, ...rest].map((table) => `'${table.replaceAll("'", "''")}'`);
  await sql
    .raw(lockInOrder(listed))
    .execute(db)
    .catch((error: unknown) => {
      const blocked = error instanceof pg.DatabaseError ? error.detail : undefined;
      if (blocked) order.splice(0, order.length, blocked, ...order.filter((each) => each !== blocked));
      throw error;
    });
}

/** Locks tables in one statement: of the time for the others, none passes on the way here and back. Where it
 * must give up, the error's detail is the table. */
const lockInOrder = (tables: string[]) => `
  do $$ declare
    given text;
    until timestamptz;
  begin
    foreach given in array array[${tables.join(', ')}]::text[] loop
      perform set_config('lock_timeout', (case when until is null then ${FIRST_LOCK_MS}
        else greatest(1, ceil(extract(epoch from until - clock_timestamp()) * 1000)) end)::integer::text, true);
      begin
        execute format('lock table %s in access exclusive mode', given);
      exception when lock_not_available then
        raise exception using errcode = 'lock_not_available', message = sqlerrm, detail = given;
      end;
      until := coalesce(until, clock_timestamp() + interval '${OTHER_LOCKS_MS} milliseconds');
    end loop;
    perform set_config('lock_timeout', '${OTHER_LOCKS_MS}', true);
  end $$`;

/** The tables that a migration alters, indexes, refers to, drops, or adds a trigger to. */
function changedTables(text: string): string[] {
  const statements = statementsOf(text).join(';\n');
  const changes =
    /\b(?:alter table|drop table|references|(?:index|trigger)\b[^;]*?\son)\s+(?:if exists\s+)?(?:only\s+)?([\w."]+)/gi;
  return [...statements.matchAll(changes)].flatMap(([, table]) => table ?? []);
}

/** The statements of a migration, without comments, texts, and the bodies of functions. */
export function statementsOf(text: string): string[] {
  const plain = text.replaceAll(/--.*$|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/gm, (part) =>
    part.startsWith('--') ? '' : "''",
  );
  return plain
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean);
}

/** Returns those migrations that this version does not have. */
export async function unknownMigrations(names: readonly string[]): Promise<string[]> {
  const known = await listMigrations();
  return names.map(presentName).filter((name) => !known.includes(name));
}

/** Returns all migrations up to the named one: those of a database that was up to date at that time. */
export async function migrationsThrough(name: string): Promise<string[]> {
  const first = Object.fromEntries(Object.entries(renamed).map(([former, present]) => [present, former]));
  return (await listMigrations()).filter((each) => (first[each] ?? each) <= (first[name] ?? name));
}

/** Returns the applied migrations, the pending ones, and those that only a newer version knows: `newer` than
 * this version can serve, or merely `ahead` of it. */
export async function findMigrations(
  db: Database,
): Promise<{ applied: string[]; pending: string[]; newer: string[]; ahead: string[] }> {
  const known = await listMigrations();
  const recorded = (await findRecorded(db)).map(presentName);
  const unknown = recorded.filter((name) => !known.includes(name));
  return {
    applied: known.filter((name) => recorded.includes(name)),
    pending: known.filter((name) => !recorded.includes(name)),
    newer: unknown.filter((name) => !keepsServing(name, known)),
    ahead: unknown.filter((name) => keepsServing(name, known)),
  };
}

/** This version's name of a migration that was recorded under that name or an earlier one. */
export const presentName = (name: string) => renamed[name] ?? name;

async function findRecorded(db: Database): Promise<string[]> {
  if (!(await hasRecords(db))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function renameRecorded(db: Database): Promise<void> {
  if (!(await hasRecords(db))) return;
  for (const [former, name] of Object.entries(renamed))
    await sql`update kysely_migration set name = ${name} where name = ${former}`.execute(db);
}

async function hasRecords(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('public.kysely_migration') is not null as "isThere"`.execute(db);
  return rows[0]?.isThere ?? false;
}

const SCHEMAS = ['public', 'identity', 'sandbox_cards', 'mailbox', 'pgboss'];

/** Lets a role change rows but not tables; audit trail and stock ledger are insert and read only.
 * Idempotent. */
export async function grantToAppRole(owner: Database, role: string): Promise<void> {
  await owner.transaction().execute((tx) => grantInTransaction(tx, role));
}

/** The same, in the transaction that makes the tables: a shop that serves meanwhile may need them at once. */
export async function grantInTransaction(tx: QueryExecutorProvider, role: string): Promise<void> {
  // One start at a time: concurrent grants would change the same rows of the system catalogs.
  await lockUntilCommit(tx, 'toolyard grants');
  const to = sql.id(role);
  const { rows } = await sql<{ name: string }>`
    select nspname::text as name from pg_namespace where nspname = any(${SCHEMAS}::text[])`.execute(tx);
  const schemas = sql.join(rows.map(({ name }) => sql.id(name)));
  await sql`grant usage on schema ${schemas} to ${to}`.execute(tx);
  await sql`grant select, insert, update, delete on all tables in schema ${schemas} to ${to}`.execute(tx);
  await sql`grant usage, select on all sequences in schema ${schemas} to ${to}`.execute(tx);
  await sql`grant execute on all functions in schema ${schemas} to ${to}`.execute(tx);
  await sql`revoke update, delete, truncate on audit_events, stock_movements from ${to}`.execute(tx);
  await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(tx);
}
