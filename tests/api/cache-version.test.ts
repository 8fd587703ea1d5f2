/** @module-tag sweep */
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { storePicture } from '#features/pictures/store.ts';
import {
  type CacheVersion,
  createCacheVersion,
  invalidateEverywhere,
} from '#platform/cache/cache-version.ts';
import type { ReconnectingClient } from '#platform/database/reconnecting-client.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { until } from '#tests/support/until.ts';

const t = setUpShop();
let version: CacheVersion;
let following: ReconnectingClient;
let breaks: number;

beforeEach(async () => {
  version = createCacheVersion();
  breaks = 0;
  expect(version.present).toBeUndefined();
  following = version.follow(t.owner, () => {
    breaks += 1;
  });
  // There may have been changes before it listened.
  await until('the first word', async () => version.present === 1);
});
afterEach(() => following.close());

const commit = () => t.shop.db.transaction().execute(invalidateEverywhere);

/** Runs `work`, and waits until the version has changed. */
async function changes<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = version.present ?? 0;
  const result = await work();
  await until('the change', async () => (version.present ?? 0) > before);
  return result;
}

it('changes on a commit, and not on a rollback', async () => {
  const rolledBack = t.shop.db.transaction().execute(async (tx) => {
    await invalidateEverywhere(tx);
    throw new Error('changed its mind');
  });
  await expect(rolledBack).rejects.toThrow('changed its mind');
  await changes(commit);
  expect(version.present).toBe(2);
});

it('changes when tools are added and deleted, with reviews, and when AVIF is made', async () => {
  const { token, userId } = await t.makeUser({ role: 'admin' });
  const bytes = await plainPicture({ width: 40, height: 30 }).png().toBuffer();
  const { url: img } = await storePicture(t.shop, { userId, bytes, idempotencyKey: undefined });
  await changes(() => t.runJobs());
  const figures = { min_order_quantity: 1, available_quantity: 1, price: 4 };
  const tool = { name: 'Awl', description: 'Pricks.', img, ...figures };
  const added = await changes(() => t.call<{ insertedId: string }>('POST', '/tool', { token, body: tool }));
  expect(added.status).toBe(200);
  await changes(() => t.call('POST', '/review', { token, body: { rate: 5, reviews: 'Sharp.' } }));
  await changes(() => t.call('DELETE', `/tool/${added.body.insertedId}`, { token }));
});

it('changes only a few times in a rush of sales, and again after the last of them', async () => {
  const sales = 200;
  const before = version.present ?? 0;
  for (let sale = 0; sale < sales; sale += 1) await commit();
  const heard = version.present ?? 0;
  expect(heard - before).toBeLessThan(sales / 4);
  await until('the last change', async () => (version.present ?? 0) > heard);
});

it('changes when the listener connection breaks, and when it is back', async () => {
  expect(await version.isHeard()).toBe(true);
  await t.asOwner(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'toolyard listener'`);
  await until('the break', async () => breaks === 1);
  expect([await version.isHeard(), version.present]).toEqual([false, 2]);
  await until('the new connection', version.isHeard);
  expect(version.present).toBeGreaterThan(2);
  await changes(commit);
});

it('can be closed without a report before it has connected', async () => {
  let hurriedBreaks = 0;
  const connection = { ...inject('databaseServer').owner, database: 'no_such_database' };
  const hurried = createCacheVersion().follow(connection, () => {
    hurriedBreaks += 1;
  });
  await hurried.close();
  expect(hurriedBreaks).toBe(0);
});
