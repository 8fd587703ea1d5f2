import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

const ROWS_AT_ONCE = 500;
/** So long somebody who takes the rows may take none. */
const PATIENCE = '60s';

/** Reads however many rows in blocks, off a cursor: as they all are at the moment of
 * the first. It holds a connection. */
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
