import type { Socket } from 'node:net';
import type pg from 'pg';

/** How much longer than any statement may take its answer is waited for. */
const BEYOND_MS = 2_000;

/**
 * Cuts a connection over which PostgreSQL owes an answer and says nothing for longer than a statement may take: its
 * machine is gone, or the address leads to another one by now. The system itself would wait for a quarter of an hour
 * (`tcp_retries2`, tcp(7)), and whoever borrows the connection with it.
 */
export function cutWhenSilent(client: pg.PoolClient, statementMs: number): void {
  const stream = client.connection.stream as Socket;
  stream.setTimeout(statementMs + BEYOND_MS, () => {
    // One that listens, or keeps a lock, owes nothing.
    if (!isOwed(client)) return;
    stream.destroy(new Error('Connection terminated: PostgreSQL says nothing any more'));
  });
}

/** The driver's own word for it, of which its types say nothing. */
const isOwed = (client: object) => 'readyForQuery' in client && client.readyForQuery === false;
