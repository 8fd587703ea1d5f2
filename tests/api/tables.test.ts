import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';
import { describeTables } from '../../scripts/describe-tables.ts';

test('the row types are those of the migrated database (else: npm run tables)', async () => {
  const { connection, drop } = await createFreshDatabase();
  onTestFinished(drop);
  const { db, close } = openDatabase(connection, { onIdleError: () => undefined });
  onTestFinished(close);
  const written = await readFile(new URL('../../src/platform/database/tables.ts', import.meta.url), 'utf8');
  expect(await describeTables(db)).toBe(written);
});
