import type { DatabaseConnection } from '#platform/database/connection.ts';

/** Returns a connection as a `DATABASE_URL`; a socket's folder replaces the host, percent-encoded. */
export function databaseUrl(connection: DatabaseConnection): string {
  const { host, port, user, password, database, options } = connection;
  const address = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
  return options === undefined ? address : `${address}?options=${encodeURIComponent(options)}`;
}
