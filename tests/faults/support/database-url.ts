import type { DatabaseConnection } from '#platform/database/database.ts';

/** A connection as `DATABASE_URL` says it; a socket's folder stands in the host's place, percent-encoded. */
export function databaseUrl(connection: DatabaseConnection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, password, database } = connection;
  return `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}
