import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { borrowInTurn, TooManyWaiting } from '#platform/concurrency.ts';
import { errorCode } from '#platform/errors.ts';
import { type Span, type SpanStart, spanUnderWay } from '#platform/span.ts';
import { type DatabaseConnection, toClientConfig } from './connection.ts';
import type { Tables } from './tables.ts';

/** The database, or a transaction on it: what a store reads and writes through. */
export type Database = Kysely<Tables>;

/** A transaction that a workflow opened. A store that must run inside one asks for this type. */
export type DatabaseTransaction = Transaction<Tables>;

/** A database with the pool beneath it, which also serves the job library and `LISTEN`. */
export type OpenDatabase = { db: Database; pool: pg.Pool; close(): Promise<void> };

// PostgreSQL's bigint (type 20) arrives as text; every bigint of ours is a safe whole number.
const PG_BIGINT = 20;

/** More than this would wait in vain: at a few milliseconds a query, a line so long takes a while to go. */
const WAITING_PER_CONNECTION = 8;

const RETRY_AFTER_SECONDS = 2;

/** How much longer than any statement may take its answer is waited for. */
const BEYOND_MS = 2_000;

const types = new pg.TypeOverrides();
types.setTypeParser(PG_BIGINT, (text) => Number(text));

/** Opens a pool, which connects at the first query; `onIdleError` hears of idle breaks,
 * which must not end the process. */
export function openDatabase(
  connection: DatabaseConnection,
  options: {
    name?: string;
    maxConnections?: number;
    waitSeconds?: number;
    /** How long one statement may take; 0 for as long as it does. */
    statementSeconds?: number;
    /** How long another connection's lock is waited for; as long as the statement
     * may take where it is left out. */
    lockSeconds?: number;
    /** How long its answer is waited for; as long as it takes where it is left out. */
    answerSeconds?: number;
    onIdleError: (error: Error) => void;
  },
): OpenDatabase {
  const statementMs = (options.statementSeconds ?? 15) * 1000;
  const pool = new pg.Pool({
    ...toClientConfig(connection),
    types,
    max: options.maxConnections ?? 12,
    connectionTimeoutMillis: (options.waitSeconds ?? 5) * 1000,
    // A lost client must not keep locks: PostgreSQL ends such a transaction itself.
    idle_in_transaction_session_timeout: 15_000,
    statement_timeout: statementMs,
    // By a statement: a pool before PostgreSQL need not take it as a parameter of the start.
    ...(options.lockSeconds && {
      onConnect: async (client: pg.ClientBase) =>
        void (await client.query(`set lock_timeout = '${options.lockSeconds}s'`)),
    }),
    ...(options.answerSeconds && { query_timeout: options.answerSeconds * 1000 }),
    application_name: options.name ?? 'toolyard',
  });
  let isClosing = false;
  // The pool does not wait for what it lets go: a server that stops meanwhile ends those
  // connections, and tells nothing new.
  const onBreak = (error: Error) => void (isClosing || options.onIdleError(error));
  pool.on('error', onBreak);
  // A connection may also break while it is lent out; its query fails, and nothing else must.
  pool.on('connect', (client) => client.on('error', onBreak));
  if (statementMs > 0) pool.on('connect', (client) => cutWhenSilent(client, statementMs));
  pool.on('connect', keepPlans);
  pool.on('connect', traceStatements);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: () => borrowInTurn(() => joinLine(pool)), end: () => pool.end() },
    }),
  });
  const close = async () => {
    isClosing = true;
    await db.destroy();
    // Kysely ends no pool that it has not used.
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

/** Lends a connection, unless so many wait for one that this one would wait
 * in vain. @throws TooManyWaiting */
async function joinLine(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= pool.options.max * WAITING_PER_CONNECTION)
    throw new TooManyWaiting('a connection to the database', RETRY_AFTER_SECONDS);
  return pool.connect();
}

// Cuts a connection over which an answer is owed for longer than a statement may take: its machine is gone,
// or the address leads elsewhere by now. The system would wait for a quarter of an hour (tcp(7)).
function cutWhenSilent(client: pg.PoolClient, statementMs: number): void {
  const stream = client.connection.stream as Socket;
  stream.setTimeout(statementMs + BEYOND_MS, () => {
    // One that listens, or keeps a lock, owes nothing; the driver's types leave its own word for that out.
    const isOwed = 'readyForQuery' in client && client.readyForQuery === false;
    if (isOwed) stream.destroy(new Error('Connection terminated: PostgreSQL says nothing any more'));
  });
}

/** The names of the statements that transactions have sent: as many as the stores write out. */
const names = new Map<string, string>();

/** One of many rows has another text for each number of them: this process and each
 * connection would keep them all. */
const MOST_NAMES = 1_000;
const MOST_NAMED_VALUES = 60;

/** Asks for whatever columns there are: named, it would fail for good once a newer
 * release's migration has added one. */
const ALL_COLUMNS = /^select \*|"\.\*|returning \*/;

// Lets PostgreSQL plan each statement of a transaction once for a connection, by naming it: they find rows by
// keys, so that one plan is good for all. What searches and sums up is no part of a transaction.
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

/** Any of several values of one of PostgreSQL's types, as one parameter: for `where(column, '=', …)`. */
export function anyOf<Value>(values: Value[], type: 'uuid' | 'text'): RawBuilder<Value> {
  return sql<Value>`any(${values}::${sql.raw(type)}[])`;
}

/** Whether PostgreSQL refused a statement by the constraint of this name. */
export function breaksConstraint(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}

/** Does `work` while no other process does what has the same name; PostgreSQL
 * frees the place of one that dies. */
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

/** Does `work` unless another process of the shop is at what goes by the same name: `undefined` then. */
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

/** PostgreSQL's classes 08, 53, 57P, statements that took too long, a standby, and
 * what Node says of a lost socket. */
const AWAY_CODE =
  /^(08...|25006|53...|57P..|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH)$/;

/** What the driver says without a code of a connection that was lost, or that did not come about in time. */
const AWAY_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether an error says that the database cannot be used at the moment, and may be again in the next. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof TooManyWaiting) return true;
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  return code ? AWAY_CODE.test(code) : AWAY_MESSAGE.test(error.message);
}

const TABLE = /\b(?:from|into|update) "?([a-z_]+(?:"?\."?[a-z_]+)?)/i;
const FUNCTION = /^select ([a-z_.]+)\(/i;

type Query = (...args: unknown[]) => unknown;

/** Gives each statement a span beneath what it is made for, with its text, which
 * holds `$1` in place of values. */
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

/** The driver answers by a promise, or to the function that comes last. */
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

/** Named by what it does to which table first (OpenTelemetry's semantic conventions for database calls). */
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
