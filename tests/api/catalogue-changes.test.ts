import { EventEmitter, on } from 'node:events';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { listenForCatalogueChanges, notifyCatalogueChanged } from '#platform/database/notifications.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';
import { storePicture } from '#workflows/store-picture.ts';

let t: TestShop;
let admin: TestUser;
let listener: ReturnType<typeof listenForCatalogueChanges>;
let next: () => Promise<string>;

beforeAll(async () => {
  t = await startTestShop();
  admin = await t.makeUser({ role: 'admin' });
});
afterAll(() => t.stop());

beforeEach(async () => {
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(t.shop.db);
  const heard = new EventEmitter();
  const events = on(heard, 'heard');
  next = async () => String((await events.next()).value);
  listener = listenForCatalogueChanges(
    { ...inject('databaseServer').owner, database: rows[0]?.database ?? '' },
    {
      onChange: (what) => heard.emit('heard', what),
      onBreak: () => heard.emit('heard', 'break'),
    },
  );
  // What may have changed before it listened.
  expect([await next(), await next()]).toEqual(['tools', 'reviews']);
});
afterEach(() => listener.close());

describe('a process that listens', () => {
  test('hears of a change when it is committed, and of none that is rolled back', async () => {
    const rolledBack = t.shop.db.transaction().execute(async (tx) => {
      await notifyCatalogueChanged(tx, 'tools');
      throw new Error('changed its mind');
    });
    await expect(rolledBack).rejects.toThrow('changed its mind');
    await t.shop.db.transaction().execute((tx) => notifyCatalogueChanged(tx, 'reviews'));
    expect(await next()).toBe('reviews');
  });

  test('hears of tools added and deleted, of reviews, and of AVIF made', async () => {
    const bytes = await plainPicture({ width: 40, height: 30 }).png().toBuffer();
    const { url: img } = await storePicture(t.shop, {
      userId: admin.userId,
      bytes,
      idempotencyKey: undefined,
    });
    await t.runJobs();
    expect(await next()).toBe('pictures');

    const tool = {
      name: 'Awl',
      description: 'Pricks.',
      min_order_quantity: 1,
      available_quantity: 1,
      price: 4,
    };
    const { token } = admin;
    const added = await t.call<{ insertedId: string }>('POST', '/tool', { token, body: { ...tool, img } });
    expect(added.status).toBe(200);
    expect(await next()).toBe('tools');

    await t.call('POST', '/review', { token, body: { rate: 5, reviews: 'Sharp.' } });
    expect(await next()).toBe('reviews');

    await t.call('DELETE', `/tool/${added.body.insertedId}`, { token });
    expect(await next()).toBe('tools');
  });

  test('listens again when its connection breaks, and takes everything as changed', async () => {
    const ended = await t.asOwner(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'toolyard listener'`);
    expect(ended).toHaveLength(1);
    expect(await next()).toBe('break');
    expect([await next(), await next()]).toEqual(['tools', 'reviews']);
    await t.shop.db.transaction().execute((tx) => notifyCatalogueChanged(tx, 'reviews'));
    expect(await next()).toBe('reviews');
  });
});

test('closing is quiet, even before it is connected', async () => {
  let breaks = 0;
  const connection = { ...inject('databaseServer').owner, database: 'no_such_database' };
  const hurried = listenForCatalogueChanges(connection, {
    onChange: () => undefined,
    onBreak: () => {
      breaks += 1;
    },
  });
  await hurried.close();
  expect(breaks).toBe(0);
});
