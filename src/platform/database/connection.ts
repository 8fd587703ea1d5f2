import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import { errorCode } from '#platform/errors.ts';

/** How to reach a PostgreSQL: `host` is a name, an address, or the folder of a Unix socket. */
export type DatabaseConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** Undefined: unencrypted, because the connection never leaves this machine or is configured so. */
  tls?: Tls;
  /** Session settings in the format of PostgreSQL's `options`: `-c name=value`. */
  options?: string;
  /** Whether a pool in front of PostgreSQL lends it for one transaction at a time: what belongs to a session
   * is lost between two. */
  isLent?: boolean;
};

/** An encrypted connection: which checks the server's certificate must pass, the authorities, and the shop's
 * own certificate. PEM. */
type Tls = {
  /** `nothing`: the server is not authenticated. `authority`: the signer is checked. `name`: signer and host
   * name are checked. */
  checks: 'nothing' | 'authority' | 'name';
  /** Undefined: the authorities that Node trusts. */
  ca?: string;
  cert?: string;
  key?: string;
};

/** Converts a connection to the driver's config. Always sets TLS explicitly: otherwise the driver would read
 * `PGSSLMODE`. */
export function toClientConfig({ tls, isLent: _, ...parts }: DatabaseConnection): ClientConfig {
  if (!tls) return { ...parts, ssl: false };
  const { checks, ...pem } = tls;
  return {
    ...parts,
    ssl: {
      ...pem,
      rejectUnauthorized: checks !== 'nothing',
      ...(checks !== 'name' && { checkServerIdentity: () => undefined }),
    },
  };
}

function isOnThisMachine({ host }: Pick<DatabaseConnection, 'host'>): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether no one in between can read along or answer in the database's place. */
export function isGuarded(connection: DatabaseConnection): boolean {
  return isOnThisMachine(connection) || (connection.tls !== undefined && connection.tls.checks !== 'nothing');
}

/** Supported query parameters, with libpq's meaning:
 * https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-PARAMKEYWORDS */
const known = ['host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options'];

const modes = ['disable', 'require', 'verify-ca', 'verify-full'];

const DEFAULT_PORT = 5432;

/** An invalid PostgreSQL address. `message` says why, without any part that may be secret. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
}

/** Parses `postgres://user:password@host:port/database?sslmode=…`; a socket's folder is the host, with `%2F`,
 * or in `?host=`. Default: unencrypted on this machine, else `verify-full`. `require` checks the certificate
 * if an authority is given, as in libpq; `prefer` and `allow`, which may silently end up unencrypted, are
 * refused. `caFile`: a PEM file of the authorities that sign the server's certificate, if the address names
 * none. @throws DatabaseUrlError */
export function readDatabaseUrl(address: string, caFile?: string): DatabaseConnection {
  const url = parse(address);
  const given = Object.fromEntries(url.searchParams);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new DatabaseUrlError(`has ${unknown}, which is none of ${known.join(', ')}`);
  const host = given.host || decode(url.hostname).replace(/^\[(.+)\]$/, '$1') || 'localhost';
  const port = Number(given.port || url.port || DEFAULT_PORT);
  const user = decode(url.username);
  if (!user) throw new DatabaseUrlError('names no user');
  const tls = readTls(given, { host, caFile });
  return {
    host,
    port,
    user,
    password: decode(url.password),
    database: decode(url.pathname.slice(1)) || user,
    ...(tls && { tls }),
    ...(given.options && { options: given.options }),
  };
}

function parse(address: string): URL {
  try {
    // The URL standard does not accept an address without a host, as used with a socket named after the `?`.
    return new URL(address.replace(/@(?=[/?]|$)/, '@localhost'));
  } catch {
    throw new DatabaseUrlError('is not an address such as postgres://user:password@host:5432/database');
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new DatabaseUrlError('has a % that starts no %XX: write %25 for it');
  }
}

function readTls(
  given: Record<string, string>,
  { host, caFile }: { host: string; caFile: string | undefined },
): Tls | undefined {
  const mode = given.sslmode || (isOnThisMachine({ host }) && !given.sslrootcert ? 'disable' : 'verify-full');
  if (!modes.includes(mode))
    throw new DatabaseUrlError(`has sslmode=${mode}, which is none of ${modes.join(', ')}`);
  if (mode === 'disable' || host.startsWith('/')) return undefined;
  if ((given.sslcert === undefined) !== (given.sslkey === undefined))
    throw new DatabaseUrlError('has one of sslcert and sslkey, which go together');
  if (given.sslrootcert === 'system' && mode !== 'verify-full')
    throw new DatabaseUrlError('has sslrootcert=system, which goes with sslmode=verify-full only');
  const ca = given.sslrootcert === 'system' ? undefined : (given.sslrootcert ?? caFile);
  if (mode === 'verify-ca' && ca === undefined) {
    throw new DatabaseUrlError(
      'has sslmode=verify-ca, which needs DATABASE_CA_FILE: anybody has a certificate of a public authority',
    );
  }
  return {
    checks: mode === 'verify-full' ? 'name' : ca === undefined ? 'nothing' : 'authority',
    ...(ca !== undefined && { ca: readPem(ca) }),
    ...(given.sslcert && { cert: readPem(given.sslcert) }),
    ...(given.sslkey && { key: readPem(given.sslkey) }),
  };
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = errorCode(error) || String(error);
    throw new DatabaseUrlError(`needs the file ${file}, which cannot be read (${reason})`);
  }
}
