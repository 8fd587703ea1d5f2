import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/index.ts';

// Run by the tests as a separate process, to be killed: starts the database in the given folder, commits a
// row, reports that, and waits.
const [dataDir = ''] = process.argv.slice(2);
const { connection } = await startEmbeddedPostgres({
  dataDir,
  name: 'tried',
  program: 'trial',
  say: () => undefined,
});
const client = new Client(connection);
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS kept (word text)');
await client.query("INSERT INTO kept VALUES ('committed')");
process.stdout.write('committed\n');
