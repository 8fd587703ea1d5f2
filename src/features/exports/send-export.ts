import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { dayIn } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { type CsvColumns, type CsvValue, writeCsv } from '#platform/csv.ts';
import type { Database } from '#platform/database/database.ts';

/** Each holds a database connection while it is downloaded; others wait, and no user has both. */
const EXPORTS_AT_ONCE = 2;
const OF_ONE_PERSON = 1;

const inTurn = limitConcurrency(EXPORTS_AT_ONCE, OF_ONE_PERSON);

/** How the calls that send a file are served: each is recorded, so they have a limit of their own. */
export const fileCall = { limit: 'exports', exposeHeadRoute: false } as const;

/** An export: the rows of `query`, in named columns. */
export type Export<Row> = {
  kind: 'tools' | 'orders' | 'users' | 'invoices' | 'import-errors';
  query: RawBuilder<Row>;
  columns: Record<string, (row: Row) => CsvValue> | CsvColumns<Row>;
};

/** A file that is generated in parts while it is downloaded. */
type WrittenFile = {
  kind: Export<unknown>['kind'] | 'papers';
  name: string;
  type: string;
  write: () => AsyncIterable<string | Uint8Array>;
};

/** Sends rows as a CSV file, generated during the download, and records the export in the audit trail. */
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

/** Sends a file when it is its turn, and records the export in the audit trail. */
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
    }, currentTurnTaker()).catch(refuse);
  });
  const file = Readable.from(write(), { objectMode: false });
  // A client that disconnected while waiting must not hold the place.
  finished(reply.raw, () => file.destroy());
  return file.once('close', end);
}

const ROWS_AT_ONCE = 500;
/** Maximum time in which the consumer of the rows may take none. */
const PATIENCE = '60s';

/** Streams any number of rows in blocks from a cursor, as of the first block. Holds a connection. */
export async function* streamRows<Row>(db: Database, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
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
