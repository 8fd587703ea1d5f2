import type { ClientConfig } from 'pg';

/** How to reach a PostgreSQL: `host` is a name, an address, or the folder of a Unix socket. */
export type DatabaseConnection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** Undefined: in the clear, for what never leaves this machine or was said to be like that. */
  tls?: Tls;
  /** Settings of the session, as PostgreSQL's own `options` gives them: `-c name=value`. */
  options?: string;
};

/** An encrypted connection: what of the server's certificate is checked, against whom, and the shop's own one. PEM. */
export type Tls = {
  /** `nothing`: anybody may be at the other end. `authority`: who signed it. `name`: that, and whose it is. */
  checks: 'nothing' | 'authority' | 'name';
  /** Undefined: the authorities that Node trusts. */
  ca?: string;
  cert?: string;
  key?: string;
};

/** A connection as the driver takes it. Says something about TLS in any case: else the driver would ask `PGSSLMODE`. */
export function toClientConfig({ tls, ...parts }: DatabaseConnection): ClientConfig {
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

/** Whether nothing of a connection leaves this machine. */
export function isOnThisMachine({ host }: Pick<DatabaseConnection, 'host'>): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether nobody between can read along or answer in the database's place. */
export function isGuarded(connection: DatabaseConnection): boolean {
  return isOnThisMachine(connection) || (connection.tls !== undefined && connection.tls.checks !== 'nothing');
}
