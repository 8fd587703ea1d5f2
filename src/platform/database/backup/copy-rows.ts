import { createHash } from 'node:crypto';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { StoredTable } from './stored-tables.ts';

/** What a table's rows come to: how many there are, and the SHA-256 (hex) of them as `COPY` writes them. */
export type RowsSum = { rows: number; sha256: string };

/** Has values written the same way by every server, whatever its own settings (PostgreSQL, Client Connection Defaults). */
export async function writeValuesAlike(client: pg.ClientBase): Promise<void> {
  await client.query(`set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
}

/** Writes a table's rows as text of `COPY`, the same bytes for the same rows. Inside a transaction. */
export async function copyRowsOut(
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

/** Reads rows that `copyRowsOut` wrote into a table. Inside a transaction. */
export async function copyRowsIn(
  client: pg.ClientBase,
  { name, columns }: Pick<StoredTable, 'name' | 'columns'>,
  source: NodeJS.ReadableStream,
): Promise<void> {
  await pipeline(source, client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)));
}
