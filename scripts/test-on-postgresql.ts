import { mkdirSync } from 'node:fs';
import { startPostgresOf } from '#tests/support/start-postgres-of.ts';
import { closeWith, resultsFolder, runVitest } from './run-vitest.ts';

/**
 * `npm run test:postgresql -- /usr/lib/postgresql/15/bin`: starts a throwaway PostgreSQL from the programs in a folder and runs
 * the API suite on it.
 */
async function testOn(folder: string): Promise<void> {
  const { version, url, stop } = await startPostgresOf(folder);
  process.stdout.write(`On PostgreSQL ${version}:\n`);
  try {
    mkdirSync(resultsFolder, { recursive: true });
    closeWith([runVitest('api', `api-on-${version}`, { TEST_DATABASE_URL: url })]);
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
