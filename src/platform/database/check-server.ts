import { sql } from 'kysely';
import pg from 'pg';
import type { Clock } from '../clock.ts';
import { type DatabaseConnection, toClientConfig } from './connection.ts';
import type { Database } from './database.ts';

const OLDEST_VERSION = 15;

/** The connections of one process for background work. */
export const BACKGROUND_CONNECTIONS = 4;

/** One connection that listens for changes, two for the workers, and one for the metrics. */
const PERMANENT_CONNECTIONS = 4;

/** If the shop connects through a pooler that lends sessions: two connections for session locks. */
const BESIDE_A_LENT_POOL = PERMANENT_CONNECTIONS + 2;

const ANSWER_WITHIN_MS = 10_000;

/** The server's own facts; `room` is the maximum number of connections for the shop's role. */
type ServerFacts = {
  version: number;
  encoding: string;
  knowsLetters: boolean;
  readOnly: boolean;
  room: number;
  open: number;
};

/** Reasons why the shop cannot run on a server, and notes for the operator, one per line. */
export type ServerFindings = { problems: string[]; notes: string[] };

/** Checks whether the shop can run on a server, with a pool of `poolSize`, or with `isPoolLent` of sessions
 * that another pool opens. @throws the driver's error if the server cannot be reached */
export async function checkServer(
  connection: DatabaseConnection,
  { poolSize, isPoolLent = false }: { poolSize: number; isPoolLent?: boolean },
): Promise<ServerFindings> {
  const answer = await readFacts(connection);
  const isLent = await hasLentSessions(connection);
  const needed = isPoolLent ? BESIDE_A_LENT_POOL : poolSize + BACKGROUND_CONNECTIONS + PERMANENT_CONNECTIONS;
  return toFindings(answer, { isLent, isPoolLent, poolSize, needed });
}

// A client has its own PostgreSQL process, unless a pool lends it one per transaction. That process is free
// between two transactions of the first client: either another client that holds a transaction gets it, or
// the first client gets a different one next time, whichever free one the pool lends first (PgBouncer,
// `server_round_robin`).
async function hasLentSessions(connection: DatabaseConnection): Promise<boolean> {
  const clients = [connect(connection), connect(connection), connect(connection)] as const;
  try {
    const [first, ...others] = await Promise.all(clients);
    const pid = await processOf(first);
    for (const other of others) {
      // A pool that lends per statement refuses transactions (PgBouncer, statement mode).
      const refusal = await other.query('begin').then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal instanceof pg.DatabaseError) return true;
      if (refusal) throw refusal;
      if ((await processOf(other)) === pid || (await processOf(first)) !== pid) return true;
    }
    return false;
  } finally {
    for (const client of await Promise.allSettled(clients))
      if (client.status === 'fulfilled') await client.value.end();
  }
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

async function connect(connection: DatabaseConnection): Promise<pg.Client> {
  const client = new pg.Client({
    ...toClientConfig(connection),
    application_name: 'toolyard start',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function readFacts(connection: DatabaseConnection): Promise<ServerFacts> {
  return askOnce<ServerFacts>(
    connection,
    `select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding,
      lower('Ä') = 'ä' as "knowsLetters",
      pg_is_in_recovery() as "readOnly",
      least(
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
          - coalesce(current_setting('reserved_connections', true)::integer, 0),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
      ) as room,
      (select count(*)::integer from pg_stat_activity where datid is not null) as open`,
  );
}

function toFindings(
  { version, encoding, knowsLetters, readOnly, room, open }: ServerFacts,
  {
    isLent,
    isPoolLent,
    poolSize,
    needed,
  }: { isLent: boolean; isPoolLent: boolean; poolSize: number; needed: number },
): ServerFindings {
  const left = room - open;
  const problems = [
    version < OLDEST_VERSION && `it is PostgreSQL ${version}; the shop needs ${OLDEST_VERSION} or newer`,
    encoding !== 'UTF8' && `its database is in ${encoding}; make one with encoding 'UTF8'`,
    readOnly && 'it is a replica, which cannot be written to; name the primary',
    isLent &&
      `a pool that lends connections for one transaction stands before it, which loses LISTEN and session locks; name PostgreSQL itself${isPoolLent ? '' : ' in DATABASE_DIRECT_URL'}, or set that pool to session mode`,
    needed > room &&
      (isPoolLent
        ? `it lets this role open ${room} connections, and a process needs ${needed} beside those of the pool; raise that`
        : `it lets this role open ${room} connections, and DATABASE_POOL_SIZE=${poolSize} needs ${needed}; lower the one or raise the other`),
  ];
  const notes = [
    needed > left &&
      `PostgreSQL has ${left} of ${room} connections left, and this process may open ${needed}.`,
    !knowsLetters &&
      'The locale of the database knows no letters beyond ASCII: it sorts and searches names in other letters badly.',
  ];
  return {
    problems: problems.filter((problem) => typeof problem === 'string'),
    notes: notes.filter((note) => typeof note === 'string'),
  };
}

/** Checks whether a pooler leads to the same database as `direct`, and whether its sessions have statement
 * timeouts: it does not pass on those that the shop requests when it connects. @throws the driver's error */
export async function checkLentPool(
  connection: DatabaseConnection,
  direct: DatabaseConnection,
): Promise<string[]> {
  const [pooled, itself] = await Promise.all([readSession(connection), readSession(direct)]);
  if (pooled.database !== itself.database || pooled.startedAt !== itself.startedAt) {
    return [
      `DATABASE_DIRECT_URL leads to another database (${itself.database}) than DATABASE_URL (${pooled.database}); let both name the same`,
    ];
  }
  if (pooled.role !== itself.role) {
    return [
      `DATABASE_DIRECT_URL signs in as ${itself.role}, and DATABASE_URL as ${pooled.role}; let both be one role`,
    ];
  }
  return pooled.endless.map(
    (name) =>
      `through the pool of DATABASE_URL a session has no ${name}; let its role have one (alter role "${pooled.role}" set ${name} = '15s'), and let the pool connect anew`,
  );
}

/** `endless`: the time limits that its sessions lack. */
type SessionFacts = { role: string; database: string; startedAt: string; endless: string[] };

async function readSession(connection: DatabaseConnection): Promise<SessionFacts> {
  return askOnce<SessionFacts>(
    connection,
    `select current_user::text as role, current_database()::text as database,
      pg_postmaster_start_time()::text as "startedAt",
      (select coalesce(array_agg(name order by name), '{}') from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0') as endless`,
  );
}

type RoleFacts = {
  role: string;
  database: string;
  startedAt: string;
  mayMakeTables: boolean;
  /** The owner of the shop’s tables; null if there are none. */
  owner: string | null;
  isOwner: boolean;
};

/** Checks whether `owner`, else the serving role, may change the tables that are
 * served, in sessions of its own.
 * @throws the driver's error */
export async function checkOwner(
  connection: DatabaseConnection,
  owner: DatabaseConnection | undefined,
): Promise<string[]> {
  const answer = await readRole(owner ?? connection);
  if (owner) {
    if (await hasLentSessions(owner)) {
      return [
        'DATABASE_OWNER_URL leads through a pool that lends connections for one transaction; let it name PostgreSQL itself',
      ];
    }
    const served = await readRole(connection);
    if (served.database !== answer.database || served.startedAt !== answer.startedAt) {
      return [
        `DATABASE_OWNER_URL leads to another database (${answer.database}) than DATABASE_URL (${served.database}); let both name the same`,
      ];
    }
  }
  const { role, database, mayMakeTables } = answer;
  if (answer.owner !== null && !answer.isOwner)
    return [`its tables belong to ${answer.owner}, and ${role} may not change them; ${nameOwner(owner)}`];
  if (answer.owner === null && !mayMakeTables) {
    return [
      `${role} may not make tables and schemas in it; let ${role} own it (alter database "${database}" owner to "${role}"), or ${nameOwner(owner)}`,
    ];
  }
  return [];
}

function nameOwner(owner: DatabaseConnection | undefined): string {
  return owner ? 'name the owner in DATABASE_OWNER_URL' : 'name its owner as DATABASE_OWNER_URL';
}

function readRole(connection: DatabaseConnection): Promise<RoleFacts> {
  return askOnce<RoleFacts>(
    connection,
    `select current_user::text as role, current_database()::text as database,
      pg_postmaster_start_time()::text as "startedAt",
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), true) as "mayMakeTables",
      pg_get_userbyid(tables.owner)::text as owner,
      coalesce(pg_has_role(tables.owner, 'usage'), false) as "isOwner"
    from (select (
      select relowner from pg_class where oid = to_regclass('kysely_migration')
    ) as owner) as tables`,
  );
}

/** The one row of a query, over a connection opened for it. */
async function askOnce<Row extends pg.QueryResultRow>(
  connection: DatabaseConnection,
  query: string,
): Promise<Row> {
  const client = await connect(connection);
  try {
    const { rows } = await client.query<Row>(query);
    const [answer] = rows;
    if (!answer) throw new Error('PostgreSQL said nothing of itself');
    return answer;
  } finally {
    await client.end();
  }
}

/** If the clocks differ by more than this, payments, holds and sessions begin and end at the wrong time. */
const CLOCKS_APART_MS = 5_000;

/** Returns how many seconds the database's clock is ahead of the shop's, beyond the query's round trip; 0 if
 * within the tolerance. */
export async function clockDifferenceSeconds(db: Database, clock: Clock): Promise<number> {
  const askedAt = clock.now().getTime();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const toldAt = clock.now().getTime();
  const now = rows[0]?.now.getTime() ?? toldAt;
  const difference = now < askedAt ? now - askedAt : Math.max(0, now - toldAt);
  return Math.abs(difference) > CLOCKS_APART_MS ? Math.round(difference / 1000) : 0;
}

/** Reads the number of PostgreSQL's version, without the vendor that a distribution names after it. */
export async function readServerVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db);
  return rows[0]?.version ?? '';
}
