import { startPostgresOf } from '#embedded-postgres/testing';
import { closeWith, runVitest, type Tally } from './run-suite.ts';

/** Connections for two suites; on version 15, only a superuser can drop a database during an autovacuum. */
const settings = { max_connections: '200', autovacuum: 'off' };

/** Runs the API suite on a throwaway PostgreSQL, with the programs of a folder that contains initdb and
 * postgres. */
export async function testOnPostgresql(folder: string): Promise<Tally> {
  const { version, url, stop } = await startPostgresOf(folder, settings);
  process.stdout.write(`On PostgreSQL ${version}:\n`);
  try {
    return await runVitest('api', { report: `api-on-${version}`, environment: { TEST_DATABASE_URL: url } });
  } finally {
    await stop();
  }
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Say where: npm run test:postgresql -- /usr/lib/postgresql/15/bin');
  closeWith([await testOnPostgresql(folder)]);
}
