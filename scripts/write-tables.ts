import { writeFile } from 'node:fs/promises';
import { startThrowawayPostgres } from '#embedded-postgres/testing';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { describeTables } from './describe-tables.ts';
import { listNewMigrations } from './migration-sums.ts';

await listNewMigrations();
const postgres = await startThrowawayPostgres('toolyard');
try {
  const { db, close } = openDatabase(postgres.connection, { onIdleError: () => undefined });
  await migrate(db);
  const tables = await describeTables(db);
  await close();
  await writeFile(new URL('../src/platform/database/tables.ts', import.meta.url), tables);
} finally {
  await postgres.stop();
}
