import { sql } from 'kysely';
import pg from 'pg';
import type { DatabaseConnection, DatabaseTransaction } from './database.ts';

const CHANNEL = 'catalogue_changed';
const RETRY_MS = 1_000;
const HEARTBEAT_MS = 30_000;
const ANSWER_WITHIN_MS = 10_000;

/** What visitors see of the shop and may have changed. */
export type CatalogueChange = 'tools' | 'reviews';

/** Tells every process of the shop that `what` has changed, at the moment the transaction commits. */
export async function notifyCatalogueChanged(tx: DatabaseTransaction, what: CatalogueChange): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${what})`.execute(tx);
}

/**
 * Listens for changes on a connection of its own, which is opened again for as long as it takes when it breaks.
 * `onChange` hears of every change committed while connected; after each (re)connection it hears of both kinds, since
 * changes may have been missed. `onBreak` hears once why the connection was lost.
 */
export function listenForCatalogueChanges(
  connection: DatabaseConnection,
  listener: { onChange: (what: CatalogueChange) => void; onBreak: (error: Error) => void },
): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isBroken = false;

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      ...connection,
      application_name: 'toolyard listener',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    client = opened;
    opened.on('error', (error) => reconnect(opened, error));
    opened.on('end', () => reconnect(opened, new Error('the connection ended')));
    opened.on('notification', ({ payload }) => {
      if (payload === 'tools' || payload === 'reviews') listener.onChange(payload);
    });
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      isBroken = false;
      listener.onChange('tools');
      listener.onChange('reviews');
      scheduleHeartbeat(opened);
    } catch (error) {
      reconnect(opened, error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** A connection that the network lost without a word shows only when something is asked over it. */
  function scheduleHeartbeat(opened: pg.Client): void {
    if (opened !== client) return;
    timer = setTimeout(() => {
      opened.query('select 1').then(
        () => scheduleHeartbeat(opened),
        (error) => reconnect(opened, error),
      );
    }, HEARTBEAT_MS).unref();
  }

  function reconnect(broken: pg.Client, error: Error): void {
    if (isClosed || broken !== client) return;
    client = undefined;
    clearTimeout(timer);
    if (!isBroken) listener.onBreak(error);
    isBroken = true;
    broken.end().catch(() => undefined);
    timer = setTimeout(() => void connect(), RETRY_MS).unref();
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
