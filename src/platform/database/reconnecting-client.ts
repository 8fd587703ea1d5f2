import pg from 'pg';
import { type DatabaseConnection, toClientConfig } from './connection.ts';

const RETRY_MS = 1_000;
const HEARTBEAT_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;

export type ReconnectingClient = { close(): Promise<void> };

/** Keeps one connection open, for `LISTEN` and session locks, and reconnects until it succeeds. */
export function openReconnectingClient(
  connection: DatabaseConnection,
  name: string,
  { onOpen, onBreak }: { onOpen: (client: pg.Client) => Promise<void>; onBreak: (error: Error) => void },
): ReconnectingClient {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isBroken = false;

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      ...toClientConfig(connection),
      application_name: name,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    client = opened;
    opened.on('error', (error) => reconnect(opened, error));
    opened.on('end', () => reconnect(opened, new Error('the connection ended')));
    try {
      await opened.connect();
      await onOpen(opened);
      isBroken = false;
      scheduleHeartbeat(opened);
    } catch (error) {
      reconnect(opened, error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** A connection that the network dropped silently is detected only by a query. */
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
    if (!isBroken) onBreak(error);
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
