import pg from 'pg';
import { unawaited } from '#platform/promises.ts';
import { type DatabaseConnection, toClientConfig } from './connection.ts';

const RETRY_MS = 1_000;
const HEARTBEAT_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

export type ReconnectingClient = {
  /** Whether the server answers within `ms`; the connection is given up if it does not. */
  answersWithin(ms: number): Promise<boolean>;
  close(): Promise<void>;
};

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
  let asking: Promise<boolean> | undefined;

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
      reconnect(opened, asError(error));
    }
  }

  const begin = () => unawaited(connect(), (error) => onBreak(asError(error)));

  /** A connection that the network dropped silently is detected only by a query. */
  function scheduleHeartbeat(opened: pg.Client): void {
    if (opened !== client) return;
    timer = setTimeout(async () => {
      if (await ask(opened, ANSWER_WITHIN_MS)) scheduleHeartbeat(opened);
    }, HEARTBEAT_MS).unref();
  }

  async function ask(opened: pg.Client, withinMs: number): Promise<boolean> {
    try {
      const question: pg.QueryConfig & { query_timeout: number } = {
        text: 'select 1',
        query_timeout: withinMs,
      };
      await opened.query(question);
      return true;
    } catch (error) {
      reconnect(opened, error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }

  function reconnect(broken: pg.Client, error: Error): void {
    if (isClosed || broken !== client) return;
    client = undefined;
    clearTimeout(timer);
    if (!isBroken) onBreak(error);
    isBroken = true;
    broken.end().catch(() => undefined);
    timer = setTimeout(begin, RETRY_MS).unref();
  }

  begin();
  return {
    async answersWithin(ms) {
      if (!client || isBroken) return false;
      asking ??= ask(client, ms).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
