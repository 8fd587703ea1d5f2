import type { Socket } from 'node:net';
import {
  Kysely,
  PostgresDialect,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { borrowInTurn, isInBackground, TooManyWaiting } from '#platform/concurrency.ts';
import { errorCode } from '#platform/errors.ts';
import { type Span, type SpanStart, spanUnderWay } from '#platform/span.ts';
import { type DatabaseConnection, toClientConfig } from './connection.ts';
import type { Tables } from './tables.ts';

/** The database, or a transaction on it: what stores read and write through. */
export type Database = Kysely<Tables>;

/** A transaction opened by a workflow. Stores that must run inside one require this type. */
export type DatabaseTransaction = Transaction<Tables>;

/** A database with its pool, which also serves the job library. `background`: the connections of background
 * work, which are those of `pool` if it was opened without. */
export type OpenDatabase = { db: Database; pool: pg.Pool; background: pg.Pool; close(): Promise<void> };

// PostgreSQL's bigint (type 20) arrives as text; all of the shop's are safe integers.
const PG_BIGINT = 20;

/** Maximum queue length per connection: at a few milliseconds per query, a longer queue would not clear in
 * time. */
const WAITING_PER_CONNECTION = 8;

const RETRY_AFTER_SECONDS = 2;

/** As long as a statement may take: background work limits its own concurrency, and no client waits for
 * it. */
const BACKGROUND_WAIT_SECONDS = 15;

/** How much longer than the statement timeout the answer is awaited. */
const BEYOND_MS = 2_000;

const types = new pg.TypeOverrides();
types.setTypeParser(PG_BIGINT, (text) => Number(text));

type PoolOptions = {
  name?: string;
  maxConnections?: number;
  waitSeconds?: number;
  /** Timeout of a statement; 0 for none. */
  statementSeconds?: number;
  /** Timeout for locks that another connection holds; by default that of the statement. */
  lockSeconds?: number;
  /** Timeout for the answer; none by default. */
  answerSeconds?: number;
  onIdleError: (error: Error) => void;
};

/** Opens a pool, which connects on the first query; `onIdleError` receives errors of idle connections, which
 * must not end the process. `backgroundConnections`: opens a second pool of this size, which
 * `runInBackground` borrows from, so that requests never wait behind background work. */
export function openDatabase(
  connection: DatabaseConnection,
  { backgroundConnections, ...options }: PoolOptions & { backgroundConnections?: number },
): OpenDatabase {
  let isClosing = false;
  // The pool does not wait for connections that it discards: if the server stops meanwhile, their errors are
  // not news.
  const onIdleError = (error: Error) => void (isClosing || options.onIdleError(error));
  const pool = openPool(connection, { ...options, onIdleError });
  const background =
    backgroundConnections === undefined
      ? pool
      : openPool(connection, {
          name: 'toolyard background',
          maxConnections: backgroundConnections,
          waitSeconds: BACKGROUND_WAIT_SECONDS,
          onIdleError,
        });
  const connect = () => (isInBackground() ? background.connect() : joinLine(pool));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: () => borrowInTurn(connect), end: () => pool.end() },
    }),
  });
  const close = async () => {
    isClosing = true;
    await db.destroy();
    // Kysely does not end a pool that it has not used.
    for (const each of new Set([pool, background])) if (!each.ending) await each.end();
  };
  return { db, pool, background, close };
}

function openPool(connection: DatabaseConnection, options: PoolOptions): pg.Pool {
  const statementMs = (options.statementSeconds ?? 15) * 1000;
  const pool = new pg.Pool({
    ...toClientConfig(connection),
    types,
    max: options.maxConnections ?? 12,
    connectionTimeoutMillis: (options.waitSeconds ?? 5) * 1000,
    // PostgreSQL ends the transaction of a lost client itself, so that it does not hold locks. A pool that
    // lends sessions refuses these parameters: the role has them there, as the start checks.
    ...(!connection.isLent && {
      idle_in_transaction_session_timeout: 15_000,
      statement_timeout: statementMs,
    }),
    // Set by a statement: a pooler before PostgreSQL may not accept it as a startup parameter.
    ...(options.lockSeconds && {
      onConnect: async (client: pg.ClientBase) =>
        void (await client.query(`set lock_timeout = '${options.lockSeconds}s'`)),
    }),
    ...(options.answerSeconds && { query_timeout: options.answerSeconds * 1000 }),
    application_name: options.name ?? (connection.isLent ? 'toolyard pooled' : 'toolyard'),
  });
  pool.on('error', options.onIdleError);
  // A connection may also break while in use: only its query may fail.
  pool.on('connect', (client) => client.on('error', options.onIdleError));
  if (statementMs > 0) pool.on('connect', (client) => cutWhenSilent(client, statementMs));
  // A statement prepared in a lent session would be missing in the next one, or be another process's.
  if (!connection.isLent) pool.on('connect', keepPlans);
  pool.on('connect', traceStatements);
  return pool;
}

/** Acquires a connection, unless too many wait for one already. @throws TooManyWaiting */
async function joinLine(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= pool.options.max * WAITING_PER_CONNECTION)
    throw new TooManyWaiting('a connection to the database', RETRY_AFTER_SECONDS);
  return pool.connect();
}

// Destroys a connection whose answer is overdue by more than the statement timeout: its machine is gone, or
// the address leads elsewhere now. The operating system would wait for a quarter of an hour (tcp(7)).
function cutWhenSilent(client: pg.PoolClient, statementMs: number): void {
  const stream = client.connection.stream as Socket;
  stream.setTimeout(statementMs + BEYOND_MS, () => {
    // A connection that listens or holds a lock awaits no answer; the driver's types omit this property.
    const isOwed = 'readyForQuery' in client && client.readyForQuery === false;
    if (isOwed) stream.destroy(new Error('Connection terminated: PostgreSQL says nothing any more'));
  });
}

/** Names of the statements sent in transactions: as many as the stores define. */
const names = new Map<string, string>();

/** Inserts of many rows have a different text for each row count: this process and each connection would
 * cache them all. */
const MOST_NAMES = 1_000;
const MOST_NAMED_VALUES = 60;

/** Selects all columns: as a named statement, it would fail for good once a newer release's migration adds
 * one. */
const ALL_COLUMNS = /^select \*|"\.\*|returning \*/;

// Names each statement of a transaction, so that PostgreSQL plans it once per connection: they find rows by
// keys, so one plan fits all values. Searches and sums do not run in transactions.
function keepPlans(client: pg.PoolClient): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client);
  const queryByName = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const isKept =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 && isNamed(text, values);
    if (!isKept || client.getTransactionStatus() !== 'T' || ALL_COLUMNS.test(text)) {
      return query(text, values, ...rest);
    }
    const name = names.get(text) ?? `kept ${names.size}`;
    names.set(text, name);
    return query({ name, text, values }, ...rest);
  };
  Object.assign(client, { query: queryByName });
}

function isNamed(text: string, values: unknown[]): boolean {
  return names.has(text) || (names.size < MOST_NAMES && values.length <= MOST_NAMED_VALUES);
}

/** Matches any of several values of a PostgreSQL type, as one parameter: for `where(column, '=', …)`. */
export function anyOf<Value>(values: Value[], type: 'uuid' | 'text'): RawBuilder<Value> {
  return sql<Value>`any(${values}::${sql.raw(type)}[])`;
}

/** Whether PostgreSQL refused a statement because of the named constraint. */
export function breaksConstraint(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** Whether a row was refused because its account was deleted after it was read (PostgreSQL, appendix A,
 * `foreign_key_violation`). Rows of `users` are never deleted. */
export function isOfDeletedAccount(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503' && error.schema === 'identity';
}

/** Waits until no other transaction of the shop holds the lock of this name, and holds it until the end of
 * this one. Sessions may be lent. */
export async function lockUntilCommit(tx: QueryExecutorProvider, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Runs `work` while no other process holds the lock of this name; PostgreSQL releases the lock of a process
 * that dies. `db`: its sessions must be the shop's own, as `directDb`'s are. */
export function withAdvisoryLock<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(holder);
    return releaseAfter(holder, name, work);
  });
}

/** Runs `work` unless another process of the shop holds the lock of this name; returns `undefined` then. */
export function tryAdvisoryLock<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return db.connection().execute(async (holder) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isOurs"`.execute(holder);
    return rows[0]?.isOurs ? releaseAfter(holder, name, work) : undefined;
  });
}

async function releaseAfter<Result>(holder: Database, name: string, work: () => Promise<Result>) {
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(holder);
  }
}

/** PostgreSQL's classes 08, 53, 57P, statement timeouts, read-only standbys, and Node's codes of a lost
 * socket. */
const AWAY_CODE =
  /^(08...|25006|53...|57P..|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH)$/;

/** The driver's messages, without a code, for a connection that was lost or not established in time. */
const AWAY_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether an error means that the database is temporarily unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof TooManyWaiting || error instanceof DatabaseSilent) return true;
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  return code ? AWAY_CODE.test(code) : AWAY_MESSAGE.test(error.message);
}

/** The database did not answer a probe in time. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

const TABLE = /\b(?:from|into|update) "?([a-z_]+(?:"?\."?[a-z_]+)?)/i;
const FUNCTION = /^select ([a-z_.]+)\(/i;

type Query = (...args: unknown[]) => unknown;

/** Opens a span for each statement beneath the current one, with its text, which has `$1` in place of
 * values. */
function traceStatements(client: pg.PoolClient): void {
  const query: Query = client.query.bind(client);
  const traced: Query = (...args) => {
    const parent = spanUnderWay();
    const text = parent && textOf(args[0]);
    if (!parent || text === undefined) return query(...args);
    return endWithAnswer(parent.open(describeStatement(text)), query, args);
  };
  Object.assign(client, { query: traced });
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const isConfig = typeof statement === 'object' && statement !== null && 'text' in statement;
  return isConfig && typeof statement.text === 'string' ? statement.text : undefined;
}

/** The driver answers by a promise, or by the callback in the last argument. */
function endWithAnswer(span: Span, query: Query, args: unknown[]): unknown {
  const answer = args.at(-1);
  if (typeof answer === 'function') {
    return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
      span.end(error ?? undefined);
      answer(error, ...rest);
    });
  }
  const result = query(...args);
  if (result instanceof Promise)
    result.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    );
  else span.end();
  return result;
}

/** Names a span by the operation and its first table (OpenTelemetry's semantic conventions for database
 * calls). */
function describeStatement(text: string): SpanStart {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  const [verb = 'statement'] = /^\w+/.exec(oneLine) ?? [];
  const [, table = ''] = TABLE.exec(oneLine) ?? FUNCTION.exec(oneLine) ?? [];
  const name = `${verb.toLowerCase()} ${table.replaceAll('"', '')}`.trim();
  return {
    name,
    kind: 'client',
    facts: { 'db.system.name': 'postgresql', 'db.query.text': oneLine, 'db.query.summary': name },
  };
}
