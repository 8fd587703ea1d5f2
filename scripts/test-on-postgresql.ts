import { mkdirSync } from 'node:fs';
import { startPostgresOf } from '#embedded-postgres/testing';
import { closeWith, resultsFolder, runVitest } from './run-vitest.ts';

/** Room for two suites; on 15, only a superuser drops a database that is just being vacuumed. */
const settings = { max_connections: '200', autovacuum: 'off' };

/**
 * `npm run test:postgresql -- /usr/lib/postgresql/15/bin`: starts a throwaway PostgreSQL from the programs in a folder and runs
 * the API suite on it.
 */
async function testOn(folder: string): Promise<void> {
  const { version, url, stop } = await startPostgresOf(folder, settings);
  process.stdout.write(`On PostgreSQL ${version}:\n`);
  try {
    mkdirSync(resultsFolder, { recursive: true });
    closeWith([runVitest('api', { report: `api-on-${version}`, environment: { TEST_DATABASE_URL: url } })]);
  } finally {
    await stop();
  }
}

const [folder] = process.argv.slice(2);
if (folder) await testOn(folder);
else {
  process.stderr.write('Say where: npm run test:postgresql -- FOLDER, which holds initdb and postgres\n');
  process.exitCode = 1;
}
