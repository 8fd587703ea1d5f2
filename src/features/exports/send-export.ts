import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { dayIn } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { currentActor } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { type CsvColumns, type CsvValue, writeCsv } from '#platform/csv.ts';
import type { Database } from '#platform/database/database.ts';

/** Each holds a connection to the database for as long as it is taken; the
 * others wait, and nobody has both. */
const EXPORTS_AT_ONCE = 2;
const OF_ONE_PERSON = 1;

const inTurn = limitConcurrency(EXPORTS_AT_ONCE, OF_ONE_PERSON);

/** What is exported: the rows that `query` finds, in columns by their names. */
export type Export<Row> = {
  kind: 'tools' | 'orders' | 'users' | 'invoices' | 'import-errors';
  query: RawBuilder<Row>;
  columns: Record<string, (row: Row) => CsvValue> | CsvColumns<Row>;
};

/** A file that is written as it is taken, in parts. */
type WrittenFile = {
  kind: Export<unknown>['kind'] | 'papers';
  name: string;
  type: string;
  write: () => AsyncIterable<string | Uint8Array>;
};

/** Answers rows as a CSV file, written as it is taken, and writes down that they were given out. */
export async function sendExport<Row>(
  context: AppContext,
  reply: FastifyReply,
  { kind, query, columns }: Export<Row>,
): Promise<Readable> {
  const { zone } = (await context.details.read()).time;
  const day = dayIn(context.clock.now(), zone);
  return sendFile(context, reply, {
    kind,
    name: `${kind}-${day}.csv`,
    type: 'text/csv; charset=utf-8',
    write: () =>
      writeCsv(
        Array.isArray(columns) ? columns : Object.entries(columns),
        streamRows(context.db, query),
        zone,
      ),
  });
}

/** Answers a file in its turn, and writes down that it was given out. */
export async function sendFile(
  context: AppContext,
  reply: FastifyReply,
  { kind, name, type, write }: WrittenFile,
): Promise<Readable> {
  await recordAudit(context, context.db, { action: 'exported', details: { kind } });
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  await new Promise<void>((begin, refuse) => {
    inTurn(() => {
      begin();
      return isOver;
    }, currentActor().userId).catch(refuse);
  });
  const file = Readable.from(write(), { objectMode: false });
  // Who has gone before it was their turn takes nothing.
  finished(reply.raw, () => file.destroy());
  return file.once('close', end);
}

const ROWS_AT_ONCE = 500;
/** So long somebody who takes the rows may take none. */
const PATIENCE = '60s';

/** Reads however many rows in blocks, off a cursor: as they all are at the moment of
 * the first. It holds a connection. */
async function* streamRows<Row>(db: Database, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  const tx = await db.startTransaction().setAccessMode('read only').execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(PATIENCE)}`.execute(tx);
    await sql`declare streamed no scroll cursor for ${query}`.execute(tx);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from streamed`.execute(tx);
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await tx.rollback().execute();
  }
}
