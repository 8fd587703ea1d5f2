import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { IN_PROCESS_ADDRESS } from '#http/limit-rate.ts';
import { readDatabaseUrl } from '#platform/database/connection.ts';
import { type OpenDatabase, openDatabase } from '#platform/database/database.ts';
import { buildApp } from '#server/shop/app.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

type Named = { name: string };

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
let unreachable: OpenDatabase;

beforeAll(async () => {
  const nowhere = readDatabaseUrl('postgres://shop:none@127.0.0.1:1/none');
  unreachable = openDatabase(nowhere, { onIdleError: () => undefined });
});
afterAll(() => unreachable?.close());
beforeEach(async () => {
  await t.shop.db.updateTable('tools').set({ deleted_at: new Date() }).execute();
});

/** Runs `work` while the shop cannot reach its database. */
async function withoutDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const { db } = t.shop;
  t.shop.db = unreachable.db;
  try {
    return await work();
  } finally {
    t.shop.db = db;
  }
}

async function tellsUnavailable(path: string): Promise<void> {
  const { status, headers, body } = await t.call('GET', path);
  expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '2']);
  expect(body).toMatchObject({ error: { code: 'unavailable' } });
}

it('repeats the last answer with all of its headers', async () => {
  for (const name of ['Awl', 'Gimlet', 'Auger']) await t.makeTool({ name });
  const path = '/tool?limit=2';
  const before = await t.call<Named[]>('GET', path);
  expect(before.body.map(({ name }) => name)).toEqual(['Auger', 'Gimlet']);
  const during = await withoutDatabase(() => t.call<Named[]>('GET', path));
  expect([during.status, during.body]).toEqual([200, before.body]);
  for (const name of ['content-type', 'x-total-count', 'link', 'etag', 'cache-control'])
    expect([name, during.headers.get(name)]).toEqual([name, before.headers.get(name)]);
  expect(during.headers.get('warning')).toBeNull();

  const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
  expect((await withoutDatabase(() => t.call('GET', path, { headers }))).status).toBe(304);
});

it('repeats one tool and its reviews too', async () => {
  const { id } = await t.makeTool({ name: 'Adze' });
  for (const path of [`/tool/${id}`, '/review?limit=9']) {
    const before = await t.call('GET', path);
    expect(await withoutDatabase(() => t.call('GET', path))).toMatchObject({
      status: 200,
      body: before.body,
    });
  }
});

it('replaces an older answer by a newer one, which is requested whenever possible', async () => {
  await t.makeTool({ name: 'Old' });
  await t.call('GET', '/tool');
  await t.makeTool({ name: 'New' });
  expect((await t.call<Named[]>('GET', '/tool')).body.map(({ name }) => name)).toEqual(['New', 'Old']);
  const during = await withoutDatabase(() => t.call<Named[]>('GET', '/tool'));
  expect(during.body.map(({ name }) => name)).toEqual(['New', 'Old']);
});

it('keeps reporting a removed tool as gone', async () => {
  const { id } = await t.makeTool();
  await t.call('GET', `/tool/${id}`);
  await t.shop.db.updateTable('tools').set({ deleted_at: new Date() }).execute();
  expect((await t.call('GET', `/tool/${id}`)).status).toBe(404);
  await withoutDatabase(() => tellsUnavailable(`/tool/${id}`));
});

it('repeats searches and later pages, and refuses what was never requested, for now', async () => {
  for (const name of ['Awl', 'Gimlet', 'Auger']) await t.makeTool({ name });
  const first = await t.call('GET', '/tool?limit=1');
  const asked = ['/tool?q=awl', nextPage(first.headers) ?? ''];
  for (const path of asked) expect((await t.call('GET', path)).status).toBe(200);
  await withoutDatabase(async () => {
    for (const path of asked) expect((await t.call('GET', path)).status).toBe(200);
    for (const path of ['/tool?q=auger', '/tool?limit=7']) await tellsUnavailable(path);
  });
});

it('refuses private answers, writes and invalid queries as usual', async () => {
  const user = await t.makeUser();
  await t.makeTool();
  const path = `/orders?email=${user.email}`;
  for (const each of [path, '/tool']) await t.call('GET', each, { token: user.token });
  await withoutDatabase(async () => {
    expect((await t.call('GET', path, { token: user.token })).status).toBe(503);
    expect((await t.call('POST', '/tool', { token: user.token, body: {} })).status).toBe(503);
    expect((await t.call('GET', '/tool?limit=0')).status).toBe(400);
  });
});

it('does not build the shop’s own pages from cached answers', async () => {
  await t.makeTool();
  const app = await buildApp(t.shop);
  const ask = (remoteAddress: string) => app.inject({ url: '/tool?limit=6', remoteAddress });
  expect((await ask(IN_PROCESS_ADDRESS)).statusCode).toBe(200);
  await withoutDatabase(async () => {
    expect((await ask(IN_PROCESS_ADDRESS)).statusCode).toBe(503);
    expect((await ask('203.0.113.9')).statusCode).toBe(200);
  });
  await app.close();
});
