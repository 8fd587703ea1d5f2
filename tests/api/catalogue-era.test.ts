import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CatalogueEra, createCatalogueEra } from '#platform/database/catalogue-era.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { KeptConnection } from '#platform/database/kept-connection.ts';
import { type CatalogueChange, notifyCatalogueChanged } from '#platform/database/notifications.ts';
import { createFreshDatabase, type FreshDatabase } from '#tests/support/fresh-database.ts';
import { until } from '#tests/support/until.ts';

let database: FreshDatabase;
let era: CatalogueEra;
let following: KeptConnection;
let breaks: number;

beforeAll(async () => {
  database = await createFreshDatabase();
});
afterAll(() => database?.drop());

beforeEach(async () => {
  era = createCatalogueEra();
  breaks = 0;
  expect(era.present).toBeUndefined();
  following = era.follow(database.connection, () => {
    breaks += 1;
  });
  // What may have changed before it listened: tools and reviews.
  await until('the first word', async () => era.present === 2);
});
afterEach(() => following.close());

/** Commits changes one after the other. */
async function commit(...changes: CatalogueChange[]): Promise<void> {
  const { db, close } = openDatabase(database.connection, { onIdleError: () => undefined });
  for (const change of changes) await db.transaction().execute((tx) => notifyCatalogueChanged(tx, change));
  await close();
}

it('ends with each change of the tools and the reviews', async () => {
  await commit('tools', 'reviews', 'tools');
  await until('three changes', async () => era.present === 5);
});

it('ends a few times only in a rush of sales, and again after the last of them', async () => {
  const before = era.present ?? 0;
  const sales = 200;
  await commit(...Array<CatalogueChange>(sales).fill('stock'), 'reviews');
  const heard = era.present ?? 0;
  await until('the last change', async () => (era.present ?? 0) > before);
  expect(heard - before).toBeLessThan(sales / 4);
});

it('ends when nobody tells of changes any more, and when somebody does again', async () => {
  await database.asOwner(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'toolyard listener'`);
  await until('the break', async () => breaks === 1);
  await until(
    'the era to end with the break and with the new connection',
    async () => (era.present ?? 0) >= 5,
  );
});
