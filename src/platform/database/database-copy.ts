import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { presentName } from './migrate.ts';

const migrationName = z.string().regex(/^\d{4}-[a-z0-9-]+$/);

/** The contents of a database copy: one file per table, in the order in which they can be restored. */
export const databaseCopySchema = z.object({
  /** The newest migration. */
  migration: migrationName,
  /** All migrations; missing in backups made before they were listed. */
  migrations: z.array(migrationName).min(1).optional(),
  tables: z.array(
    z.object({
      file: z.string().regex(/^\d{3}$/),
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.number().int().nonnegative(),
      sha256: z.string().length(64),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^-?\d+$/) })),
});

export type DatabaseCopy = z.infer<typeof databaseCopySchema>;

/** `columns`: the stored ones, without generated ones. `order`: a sort order that is the same on every
 * server, the primary key, else the row as text. */
type StoredTable = { name: string; columns: string[]; order: string[] };

/** The target database is not empty, or its schema differs from the copied database's. */
export class NotRestorable extends Error {
  override readonly name = 'NotRestorable';
}

/** Writes every row, in one snapshot, to files in `folder`, over a connection of the tables' owner, which a
 * failure closes. @throws Error of the database, or of the file system, as `ENOSPC` */
export async function copyDatabaseOut(client: pg.Client, folder: string): Promise<DatabaseCopy> {
  try {
    await mkdir(folder, { recursive: true });
    await client.query('begin isolation level repeatable read read only');
    const copy = await copyInSnapshot(client, folder);
    await client.query('rollback');
    return copy;
  } catch (error) {
    // After an interrupted `COPY`, its unread rows would block any further statement.
    await client.end();
    throw error;
  }
}

async function copyInSnapshot(client: pg.ClientBase, folder: string): Promise<DatabaseCopy> {
  await writeValuesAlike(client);
  const migrations = await readMigrations(client);
  const tables: DatabaseCopy['tables'] = [];
  for (const [nth, table] of (await listStoredTables(client)).entries()) {
    const file = String(nth).padStart(3, '0');
    const sum = await copyRowsOut(client, table, createWriteStream(join(folder, file), { mode: 0o600 }));
    tables.push({ file, name: table.name, columns: table.columns, ...sum });
  }
  const sequences = await readSequences(client);
  return { migration: migrations.at(-1) ?? '', migrations, tables, sequences };
}

/** Restores a copy completely or not at all, and verifies it; never over rows of `mustBeEmpty`, nor unless
 * `beforeCommit` succeeds. @throws NotRestorable, or the database's error; nothing has changed then */
export async function copyDatabaseIn(
  client: pg.ClientBase,
  folder: string,
  copy: DatabaseCopy,
  { mustBeEmpty, beforeCommit }: { mustBeEmpty: string[]; beforeCommit: () => Promise<void> },
): Promise<void> {
  await client.query('begin');
  try {
    await writeValuesAlike(client);
    const tables = await matchTables(client, copy);
    await assertNoRows(client, mustBeEmpty);
    await emptyTables(client, tables);
    for (const { file, ...table } of copy.tables) {
      await copyRowsIn(client, table, createReadStream(join(folder, file)));
    }
    await setSequences(client, copy.sequences);
    for (const [nth, table] of tables.entries()) await assertSame(client, table, copy.tables[nth]);
    await client.query('set constraints all immediate');
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
    await beforeCommit();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function readMigrations(client: pg.ClientBase): Promise<string[]> {
  const known = await client.query(`select to_regclass('kysely_migration') is not null as "isThere"`);
  const { rows } = known.rows[0]?.isThere
    ? await client.query<{ name: string }>('select name from kysely_migration')
    : { rows: [] };
  if (rows.length === 0) throw new NotRestorable('There is no shop in this database.');
  return rows.map(({ name }) => presentName(name)).sort();
}

/** Matches the tables of a copy with those of the database. @throws NotRestorable if migrations, tables or
 * columns differ: rows that a migration would have filled must not be taken as filled */
async function matchTables(client: pg.ClientBase, copy: DatabaseCopy): Promise<StoredTable[]> {
  const migrations = await readMigrations(client);
  const copied = copy.migrations?.map(presentName).sort() ?? migrations;
  if (copied.join() !== migrations.join()) {
    throw new NotRestorable(`The database is at ${migrations.at(-1)}, the backup at ${copied.at(-1)}`);
  }
  const known = new Map((await listStoredTables(client)).map((table) => [table.name, table]));
  for (const { name, columns } of known.values()) {
    const inCopy = copy.tables.find((table) => table.name === name);
    const missing = columns.filter((column) => !inCopy?.columns.includes(column));
    // The job libraries' own tables depend on their versions.
    if (/^(pgboss|graphile_worker)\./.test(name) || missing.length === 0) continue;
    throw new NotRestorable(
      `The backup was made between two releases: it has no ${missing.join(', ')} of ${name}. Restore it with the version that made it, and back that shop up with this one.`,
    );
  }
  return copy.tables.map(({ name, columns }) => {
    const table = known.get(name);
    if (!table || columns.some((column) => !table.columns.includes(column))) {
      throw new NotRestorable(`The database has no table like ${name} of the backup`);
    }
    return { ...table, columns };
  });
}

async function assertNoRows(client: pg.ClientBase, names: string[]): Promise<void> {
  for (const name of names) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0)
      throw new NotRestorable(
        `The database is not empty: there are rows in ${name}. Restore into an empty one.`,
      );
  }
}

/** The restored rows include all that triggers would derive from them, so user triggers are disabled. */
async function emptyTables(client: pg.ClientBase, tables: StoredTable[]): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
}

async function assertSame(client: pg.ClientBase, table: StoredTable, expected?: RowsSum): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { rows, sha256 } = await copyRowsOut(client, table, nowhere);
  if (rows !== expected?.rows || sha256 !== expected.sha256) {
    throw new NotRestorable(`The rows of ${table.name} did not arrive as they were`);
  }
}

/** The checksum of a table: the number of rows, and the SHA-256 (hex) of their `COPY` output. */
type RowsSum = Pick<DatabaseCopy['tables'][number], 'rows' | 'sha256'>;

/** Sets the session's output formats, so that every server writes values the same way (PostgreSQL, Client
 * Connection Defaults). */
async function writeValuesAlike(client: pg.ClientBase): Promise<void> {
  await client.query(`set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
}

/** Writes a table's rows as `COPY` text, deterministically. Must run inside a transaction. */
async function copyRowsOut(
  client: pg.ClientBase,
  { name, columns, order }: StoredTable,
  destination: Writable,
): Promise<RowsSum> {
  const rows = copyTo(
    `copy (select ${columns.join(', ')} from ${name} as stored order by ${order.join(', ')}) to stdout`,
  );
  const hash = createHash('sha256');
  const summing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(client.query(rows), summing, destination);
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}

async function copyRowsIn(
  client: pg.ClientBase,
  { name, columns }: Pick<StoredTable, 'name' | 'columns'>,
  source: NodeJS.ReadableStream,
): Promise<void> {
  await pipeline(source, client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)));
}

async function readSequences(client: pg.ClientBase): Promise<DatabaseCopy['sequences']> {
  const { rows } = await client.query<DatabaseCopy['sequences'][number]>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname !~ '^pg_' and last_value is not null order by 1`,
  );
  return rows;
}

async function setSequences(client: pg.ClientBase, places: DatabaseCopy['sequences']): Promise<void> {
  for (const { name, last } of places) {
    await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  }
}

type Found = StoredTable & { refersTo: string[] };

// Lists every table with the shop's data, each after those that it references; without the migrators' and
// jobs' own tables, which migrating creates, and tables that PostgreSQL empties after a crash. @throws Error
// if the references form a cycle
async function listStoredTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<Found>(`
    select format('%I.%I', schema.nspname, class.relname) as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(select quote_ident(attname) || case when attcollation = 0 then '' else ' collate "C"' end
        from pg_index, unnest(indkey) with ordinality as place (attnum, nth)
        join pg_attribute using (attnum)
        where indrelid = class.oid and indisprimary and attrelid = class.oid order by nth) as "order",
      array(select format('%I.%I', other_schema.nspname, other.relname) from pg_constraint
        join pg_class as other on other.oid = confrelid
        join pg_namespace as other_schema on other_schema.oid = other.relnamespace
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as "refersTo"
    from pg_class as class join pg_namespace as schema on schema.oid = class.relnamespace
    where class.relkind = 'r' and class.relpersistence = 'p'
      and schema.nspname !~ '^pg_' and schema.nspname <> 'information_schema'
      and class.relname not like 'kysely\\_%'
      and (schema.nspname, class.relname) <> ('graphile_worker', 'migrations')
      and (schema.nspname <> 'pgboss' or class.relname = 'job_common')
    order by 1`);
  return inOrder(rows).map(({ name, columns, order }) => ({
    name,
    columns,
    // Not the whole row: a change may add columns to it, and so change the order.
    order: order.length > 0 ? order : [`row(${columns.join(', ')})::text collate "C"`],
  }));
}

function inOrder(tables: Found[]): Found[] {
  const ordered: Found[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (ready.length === 0) throw new Error(`tables refer to one another: ${[...waiting.keys()].join(', ')}`);
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}
