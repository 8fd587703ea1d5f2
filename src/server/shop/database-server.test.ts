import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isRoot, startThrowawayPostgres, unprivilegedUser } from '#embedded-postgres/testing';
import { readConfig } from '#platform/config/config.ts';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openReconnectingClient } from '#platform/database/reconnecting-client.ts';
import { createLog } from '#platform/log.ts';
import { type Authority, createAuthority } from '#tests/support/certificate-authority.ts';
import { freePort } from '#tests/support/spawn-shop.ts';
import { startTransactionPooler } from '#tests/support/transaction-pooler.ts';
import type { EmbeddedPostgres } from '../../../packages/embedded-postgres/src/index.ts';
import { DATABASE_NAME, startDatabaseServer } from './database-server.ts';
import { prepareTables } from './prepare-tables.ts';
import { StartFailure } from './start-failure.ts';

/** A PostgreSQL that listens on a local port, and its owner's address without `?…`. */
type Listening = { postgres: EmbeddedPostgres; addressOf(host: string): string };

let authority: Authority;
let stranger: Authority;
let guarded: Listening;
let plain: Listening;

beforeAll(async () => {
  authority = createAuthority('the shop’s own');
  stranger = createAuthority('somebody else');
  guarded = await startListening(authority.sign('localhost'));
  plain = await startListening();
}, 60_000);
afterAll(async () => {
  await guarded?.postgres.stop();
  await plain?.postgres.stop();
  authority?.remove();
  stranger?.remove();
});

/** Starts a PostgreSQL that accepts only TLS if it has a certificate. */
async function startListening(certificate?: { cert: string; key: string }): Promise<Listening> {
  const port = await freePort();
  const rules = join(dirname(authority.file), `${port}.conf`);
  writeFileSync(rules, `${certificate ? 'hostssl' : 'host'} all all all scram-sha-256\n`);
  chmodSync(dirname(rules), 0o755);
  if (certificate) await give(certificate.key);
  const postgres = await startThrowawayPostgres(DATABASE_NAME, {
    listen_addresses: 'localhost',
    port: String(port),
    hba_file: rules,
    ...(certificate && { ssl: 'on', ssl_cert_file: certificate.cert, ssl_key_file: certificate.key }),
  });
  const { user, password, database } = postgres.connection;
  return { postgres, addressOf: (host) => `postgres://${user}:${password}@${host}:${port}/${database}` };
}

/** Makes a key PostgreSQL's own, whatever user runs it. */
async function give(key: string): Promise<void> {
  chmodSync(key, 0o600);
  if (!isRoot()) return;
  const { uid, gid } = await unprivilegedUser();
  chownSync(key, uid, gid);
}

const said: string[] = [];
const find = (DATABASE_URL: string, more: Record<string, string> = {}) =>
  startDatabaseServer(readConfig({ DATABASE_URL, ...more }), (line) => said.push(line));

/** The TLS versions of a request and of a persistent connection. */
async function spoken(connection: DatabaseConnection): Promise<unknown[]> {
  const query = 'select version from pg_stat_ssl where pid = pg_backend_pid()';
  const { pool, close } = openDatabase(connection, { onIdleError: () => undefined });
  const requests = await pool.query(query);
  await close();
  const kept = Promise.withResolvers<unknown>();
  const keeping = openReconnectingClient(connection, 'a test', {
    onOpen: async (client) => kept.resolve((await client.query(query)).rows[0]?.version),
    onBreak: kept.reject,
  });
  try {
    return [requests.rows[0]?.version, await kept.promise];
  } finally {
    await keeping.close();
  }
}

const TLS_1_3 = ['TLSv1.3', 'TLSv1.3'];

describe('TLS', () => {
  it.each([
    ['localhost', 'verify-full', 'own', 'TLS'],
    ['127.0.0.1', 'verify-full', 'own', "IP: 127.0.0.1 is not in the cert's list"],
    ['127.0.0.1', 'verify-ca', 'own', 'TLS'],
    ['127.0.0.1', 'verify-ca', 'strange', 'unable to verify the first certificate'],
    ['localhost', 'verify-full', 'strange', 'unable to verify the first certificate'],
    ['localhost', 'verify-full', 'well-known', 'unable to verify the first certificate'],
    ['localhost', 'require', 'strange', 'unable to verify the first certificate'],
    ['127.0.0.1', 'require', 'own', 'TLS'],
    ['127.0.0.1', 'require', 'well-known', 'TLS'],
    ['localhost', 'disable', 'own', 'no encryption'],
  ])('to %s with %s, trusting the %s authority: %s', async (host, mode, trusted, outcome) => {
    const files: Record<string, string> = { own: authority.file, strange: stranger.file };
    const ca = files[trusted];
    const found = find(`${guarded.addressOf(host)}?sslmode=${mode}`, ca ? { DATABASE_CA_FILE: ca } : {});
    if (outcome === 'TLS') {
      expect(await spoken((await found).connection)).toEqual(TLS_1_3);
      return;
    }
    await expect(found).rejects.toThrow(StartFailure);
    await expect(found).rejects.toThrow(outcome);
    await expect(found).rejects.not.toThrow(guarded.postgres.connection.password);
  });

  it.each(['require', 'verify-ca', 'verify-full'])('is required where there is none: %s', async (mode) => {
    const found = find(`${plain.addressOf('localhost')}?sslmode=${mode}`, {
      DATABASE_CA_FILE: authority.file,
    });
    await expect(found).rejects.toThrow('The server does not support SSL connections');
  });

  it('is decided by the shop’s settings, whatever the environment tells other programs', async () => {
    process.env.PGSSLMODE = 'require';
    try {
      expect(await spoken((await find(plain.addressOf('localhost'))).connection)).toEqual([null, null]);
    } finally {
      delete process.env.PGSSLMODE;
    }
  });
});

it('accepts the same role twice, which keeps its rights for the next migration', async () => {
  const address = plain.addressOf('localhost');
  const server = await find(address, { DATABASE_OWNER_URL: address });
  for (const upTo of ['0009-admin-lists', '0012-imgbb'])
    await prepareTables(server, createLog('silent'), { wanted: upTo });
});

describe('a pool that lends sessions', () => {
  const at = (port: number) => plain.addressOf('127.0.0.1').replace(/:\d+\//, `:${port}/`);

  /** Lets a pool of three sessions lend them; `limits` are those of its role. */
  async function lend(limits: Record<string, string>): Promise<string> {
    const { connection } = await find(plain.addressOf('localhost'));
    const options = Object.entries(limits).map(([name, value]) => `-c ${name}=${value}`);
    const pooler = await startTransactionPooler({ ...connection, options: options.join(' ') }, { size: 3 });
    onTestFinished(pooler.stop);
    return at(pooler.port);
  }
  const limits = { statement_timeout: '15s', idle_in_transaction_session_timeout: '15s' };

  it('is used beside a direct address, which everything that keeps a session gets', async () => {
    const direct = plain.addressOf('localhost');
    const url = await lend(limits);
    const { connection, owner, summary } = await find(url, { DATABASE_DIRECT_URL: direct });
    expect(connection).toMatchObject({ port: Number(new URL(url).port), isLent: true });
    expect(owner).toMatchObject({ host: 'localhost', port: Number(new URL(direct).port) });
    expect(summary).toContain(`, through a pool at 127.0.0.1:${new URL(url).port}`);
    // Its sessions are not of this process: the limit of 57 connections is the pool's to keep.
    const large = { DATABASE_DIRECT_URL: direct, DATABASE_POOL_SIZE: '60' };
    await expect(find(url, large)).resolves.toBeDefined();
  });

  it('needs limits of the role, as it passes none of the shop on', async () => {
    const url = await lend({ statement_timeout: '15s' });
    await expect(find(url, { DATABASE_DIRECT_URL: plain.addressOf('localhost') })).rejects.toThrow(
      'through the pool of DATABASE_URL a session has no idle_in_transaction_session_timeout; let its role have one (alter role "toolyard" set idle_in_transaction_session_timeout = \'15s\')',
    );
  });

  it('cannot be the direct address, nor the owner’s', async () => {
    const url = await lend(limits);
    await expect(find(url, { DATABASE_DIRECT_URL: url })).rejects.toThrow('name PostgreSQL itself, or set');
    const direct = plain.addressOf('localhost');
    await expect(find(url, { DATABASE_DIRECT_URL: direct, DATABASE_OWNER_URL: url })).rejects.toThrow(
      'DATABASE_OWNER_URL leads through a pool that lends connections for one transaction',
    );
  });

  it('leads to the database, and signs in as the role, of the direct address', async () => {
    const url = await lend(limits);
    const direct = plain.addressOf('localhost');
    await expect(find(url, { DATABASE_DIRECT_URL: direct.replace(/toolyard$/, 'postgres') })).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to another database (postgres) than DATABASE_URL (toolyard)',
    );
    const { user, password } = plain.postgres.appConnection;
    await expect(
      find(url, { DATABASE_DIRECT_URL: direct.replace(/\/\/[^@]+@/, `//${user}:${password}@`) }),
    ).rejects.toThrow('DATABASE_DIRECT_URL signs in as toolyard_app, and DATABASE_URL as toolyard');
  });
});

describe('an unsuitable server', () => {
  const refusal = (problem: string) =>
    `The database cannot be used (PostgreSQL at localhost:${new URL(plain.addressOf('localhost')).port}/toolyard): ${problem}.`;

  async function asOwner(...statements: string[]): Promise<void> {
    const { pool, close } = openDatabase((await find(plain.addressOf('localhost'))).connection, {
      onIdleError: () => undefined,
    });
    for (const statement of statements) await pool.query(statement);
    await close();
  }

  it.each([
    { size: 1 },
    { size: 2 },
    { size: 2, lendsOldest: true },
    { size: 3, lendsOldest: true },
    { size: 9, lendsOldest: true },
  ])('is a pool that lends a connection for one transaction: %o', async (pool) => {
    const pooler = await startTransactionPooler((await find(plain.addressOf('localhost'))).connection, pool);
    const found = find(plain.addressOf('127.0.0.1').replace(/:\d+\//, `:${pooler.port}/`));
    await expect(found).rejects.toThrow(
      'a pool that lends connections for one transaction stands before it, which loses LISTEN and session locks; name PostgreSQL itself in DATABASE_DIRECT_URL',
    );
    await pooler.stop();
  });

  it('allows too few connections', async () => {
    await expect(find(plain.addressOf('localhost'), { DATABASE_POOL_SIZE: '50' })).rejects.toThrow(
      refusal(
        'it lets this role open 57 connections, and DATABASE_POOL_SIZE=50 needs 58; lower the one or raise the other',
      ),
    );
    await expect(find(plain.addressOf('localhost'), { DATABASE_POOL_SIZE: '49' })).resolves.toBeDefined();
  });

  it('has few connections left, which is logged', async () => {
    const { pool, close } = openDatabase((await find(plain.addressOf('localhost'))).connection, {
      maxConnections: 20,
      onIdleError: () => undefined,
    });
    const taken = await Promise.all(Array.from({ length: 20 }, () => pool.connect()));
    said.length = 0;
    await find(plain.addressOf('localhost'), { DATABASE_POOL_SIZE: '40' });
    for (const client of taken) client.release();
    await close();
    expect(said).toEqual([
      expect.stringMatching(/^PostgreSQL has 3\d of 57 connections left, and this process may open 48\.$/),
    ]);
  });

  it('belongs to another role than the one that creates or changes the tables', async () => {
    const { user, password } = plain.postgres.appConnection;
    await asOwner('create database lent', `grant all on database lent to ${user}`);
    const owned = plain.addressOf('localhost');
    const asGuest = (address: string) => address.replace(/\/\/[^@]+@/, `//${user}:${password}@`);
    const lent = asGuest(owned).replace(/toolyard$/, 'lent');
    await expect(find(lent)).rejects.toThrow(
      'toolyard_app may not make tables and schemas in it; let toolyard_app own it (alter database "lent" owner to "toolyard_app"), or name its owner as DATABASE_OWNER_URL.',
    );
    await expect(find(lent, { DATABASE_OWNER_URL: owned })).rejects.toThrow(
      'DATABASE_OWNER_URL leads to another database (toolyard) than DATABASE_URL (lent); let both name the same.',
    );
    await expect(find(lent, { DATABASE_OWNER_URL: owned.replace(/:\d+\//, ':1/') })).rejects.toThrow(
      'ECONNREFUSED 127.0.0.1:1. Check DATABASE_OWNER_URL.',
    );
    await prepareTables(await find(owned), createLog('silent'), { wanted: '0012-imgbb' });
    await expect(find(asGuest(owned))).rejects.toThrow(
      'its tables belong to toolyard, and toolyard_app may not change them; name its owner as DATABASE_OWNER_URL.',
    );
    await expect(find(asGuest(owned), { DATABASE_OWNER_URL: owned })).resolves.toMatchObject({
      appRole: 'toolyard_app',
    });
  });

  it('stores text in another encoding than UTF-8, or knows only ASCII letters', async () => {
    await asOwner(
      `create database bytes template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
      `create database ascii template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
    );
    const named = (database: string) => plain.addressOf('localhost').replace(/toolyard$/, database);
    await expect(find(named('bytes'))).rejects.toThrow(
      'its database is in SQL_ASCII; make one with encoding ',
    );
    said.length = 0;
    await find(named('ascii'));
    expect(said).toEqual([expect.stringContaining('knows no letters beyond ASCII')]);
  });
});
