/** @module-tag sweep */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { createContext } from '#server/shop/create-context.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';

const hangs = new Error('the mail server hangs');

/** A shop with an open database connection, and a mailer that fails to close. */
async function openShop() {
  const { appConnection, drop } = await createFreshDatabase();
  onTestFinished(drop);
  const config = readConfig({ SHOP_SECRET: 's'.repeat(32), SHOP_LOG_LEVEL: 'silent' });
  const open = await createContext(config, appConnection);
  await sql`select`.execute(open.context.db);
  open.context.mailer.close = () => Promise.reject(hangs);
  return open;
}

test('releases everything else when one part fails to stop', async () => {
  const { pool, close } = await openShop();
  await expect(close()).rejects.toBe(hangs);
  expect(pool.ended).toBe(true);
});

test('keeps the first failure when a second part fails to stop', async () => {
  const { pool, close } = await openShop();
  await pool.end();
  await expect(close()).rejects.toMatchObject({
    error: { message: expect.stringContaining('end on pool') },
    suppressed: hangs,
  });
});
