import pg from 'pg';
import { toClientConfig } from '#platform/database/connection.ts';
import type { DatabaseServer } from '#server/database-server.ts';

/** Lends a connection of the owner of the tables, of its own, to `work`. */
export async function withOwnerClient<Result>(
  { owner }: Pick<DatabaseServer, 'owner'>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...toClientConfig(owner), application_name: 'toolyard backup' });
  // A connection that breaks fails the query under way; this only keeps it from ending the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
