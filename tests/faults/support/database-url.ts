import type { DatabaseConnection } from '#platform/database/connection.ts';

/** A connection as `DATABASE_URL` says it; a socket's folder stands in the host's place, percent-encoded. */
export function databaseUrl(connection: DatabaseConnection): string {
  const { host, port, user, password, database, options } = connection;
  const address = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
  return options === undefined ? address : `${address}?options=${encodeURIComponent(options)}`;
}
