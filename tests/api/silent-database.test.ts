/** @module-tag sweep */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable, openDatabase } from '#platform/database/database.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';
import { openMovingAddress } from '#tests/support/moving-address.ts';

test('a silent database connection times out, and the next one goes where the address now leads', async () => {
  const { connection, drop } = await createFreshDatabase();
  onTestFinished(drop);
  const address = await openMovingAddress(connection);
  onTestFinished(address.close);
  const { db, close } = openDatabase(
    { ...connection, host: '127.0.0.1', port: address.port },
    { maxConnections: 2, statementSeconds: 1, onIdleError: () => undefined },
  );
  onTestFinished(close);
  const ask = (on = db) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
  const before = await ask();
  address.moveTo(connection, 'left in silence');
  // The pool hands it out again, since nothing shows that it is dead.
  const hanging = ask().catch((error: unknown) => error);
  await db.connection().execute(async (holder) => {
    const held = await ask(holder);
    expect(await hanging).toSatisfy(isDatabaseUnavailable);
    // Waiting for the other connection must not mark this one as failed.
    expect((await ask(holder)).rows).toEqual(held.rows);
  });
  const after = await ask();
  expect(after.rows).not.toEqual(before.rows);
});
