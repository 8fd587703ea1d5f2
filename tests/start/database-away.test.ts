import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { makePassableFolder } from '#embedded-postgres/testing';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { type DatabaseTransaction, openDatabase } from '#platform/database/database.ts';
import { databaseUrl } from '#tests/faults/support/database-url.ts';
import { signalPostgres } from '#tests/faults/support/postgres-parts.ts';
import { freePort, type SpawnedShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { until } from '#tests/support/until.ts';

const message = { name: 'Cora', email: 'cora@home.example', phone: '555 0199' };

let folder: string;
let postgres: EmbeddedPostgres;
let shop: SpawnedShop;

const startPostgres = () =>
  startEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    name: 'toolyard',
    program: 'test',
    say: () => undefined,
  });

beforeAll(async () => {
  folder = await makePassableFolder();
  postgres = await startPostgres();
  shop = await startShop();
  await changeTools((tx) => insertTool(tx, 'Claw hammer'));
});

afterAll(async () => {
  await shop?.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const startShop = (settings: Record<string, string> = {}) =>
  startSpawnedShop({
    ...settings,
    DATABASE_URL: databaseUrl(postgres.connection),
    SHOP_DATA_DIR: join(folder, 'shop'),
    SHOP_SECRET: 'the same at each process of this shop',
    SHOP_DEMO: '0',
    SHOP_LOG_LEVEL: 'silent',
  });

const get = (path: string) => fetch(`${shop.origin}${path}`);
const shows = async (path: string, words: string) => (await (await get(path)).text()).includes(words);

async function send(): Promise<Response> {
  return fetch(`${shop.origin}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
}

async function bodiesOf(paths: string[]): Promise<Record<string, string>> {
  const entries = paths.map(async (path) => {
    const reply = await get(path);
    expect([path, reply.status]).toEqual([path, 200]);
    return [path, await reply.text()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Changes the tools as another process of the shop would, and notifies all processes. */
async function changeTools(work: (tx: DatabaseTransaction) => Promise<void>): Promise<void> {
  const { db, close } = openDatabase(postgres.connection, { onIdleError: () => undefined });
  await db.transaction().execute(async (tx) => {
    await work(tx);
    await invalidateEverywhere(tx);
  });
  await close();
}

async function insertTool(tx: DatabaseTransaction, name: string): Promise<void> {
  const id = uuid();
  const img = `/pictures/${id}-800.webp`;
  const size = { width: 800, height: 600, colour: '#eeeeee', webp_srcset: `${img} 800w` };
  await tx
    .insertInto('pictures')
    .values({ id: uuid(), url: img, ...size })
    .execute();
  const figures = { price_cents: 1250, min_order_quantity: 1, on_hand: 100 };
  await tx
    .insertInto('tools')
    .values({ id, name, description: 'Drives nails.', img, ...figures })
    .execute();
}

it('a process that has rendered no page answers with pages while PostgreSQL is down', async () => {
  const fresh = await startShop();
  onTestFinished(fresh.stop);
  await postgres.stop();
  for (const [path, status] of [
    ['/tools', 503],
    ['/login', 200],
    ['/no/such', 404],
  ] as const) {
    const reply = await fetch(`${fresh.origin}${path}`);
    const { 'content-type': type, 'retry-after': wait } = Object.fromEntries(reply.headers);
    expect([path, reply.status, type]).toEqual([path, status, 'text/html; charset=utf-8']);
    expect(wait).toBe(status === 503 ? '2' : undefined);
  }
  postgres = await startPostgres();
  await until('a page', async () => (await fetch(`${fresh.origin}/tools`)).status === 200);
});

it('is not ready before the first admin is there', async () => {
  const { db, close } = openDatabase(postgres.connection, { onIdleError: () => undefined });
  onTestFinished(close);
  const port = await freePort();
  const readyz = () => fetch(`http://127.0.0.1:${port}/readyz`);
  await db.connection().execute(async (holder) => {
    // What a start takes to make the admin, so that it waits before that.
    await sql`select pg_advisory_lock(hashtextextended('toolyard admin', 0))`.execute(holder);
    const starting = startShop({ PORT: String(port) });
    onTestFinished(async () => (await starting).stop());
    await until('it to listen', () =>
      readyz().then(
        () => true,
        () => false,
      ),
    );
    expect(await (await readyz()).json()).toMatchObject({
      error: { code: 'unavailable', message: 'The shop is still starting' },
    });
    await sql`select pg_advisory_unlock(hashtextextended('toolyard admin', 0))`.execute(holder);
    await starting;
  });
  expect((await readyz()).status).toBe(200);
});

it('what is kept is served while PostgreSQL is frozen, and the shop says that it is not ready', async () => {
  const [tool] = await (await get('/tool?limit=6')).json();
  const kept = [`/tool/${tool._id}`, '/tool?limit=6', '/tools', '/_.data'];
  const before = await bodiesOf(kept);
  await signalPostgres(join(folder, 'database'), 'SIGSTOP');
  onTestFinished(() => signalPostgres(join(folder, 'database'), 'SIGCONT'));
  // Begun first, it ends last, when the time for a statement is over.
  const write = send().then(({ status }) => status);
  const meanwhile = (async () => {
    expect((await get('/readyz')).status).toBe(503);
    expect(await bodiesOf(kept)).toEqual(before);
    expect([(await get('/tools?q=vice')).status, (await get('/tool?limit=7')).status]).toEqual([503, 503]);
    return 'before it';
  })();
  expect(await Promise.race([write, meanwhile])).toBe('before it');
  await signalPostgres(join(folder, 'database'), 'SIGCONT');
  expect(await write).toBe(200);
  await until('the shop to be ready again', async () => (await get('/readyz')).status === 200);
});

it('browsing works while PostgreSQL is down, other calls answer 503, and all recovers by itself', async () => {
  await until('the page to show the tool', async () => shows('/tools', 'Claw hammer'));
  const [tool] = await (await get('/tool?limit=6')).json();
  const shared = ['/', '/tools', '/about', '/portfolio', '/policy', '/_.data', '/tools.data'];
  const calls = ['/tool?limit=6', '/tool?limit=24', `/tool/${tool._id}`, '/review?limit=9'];
  const before = await bodiesOf([...shared, ...calls]);
  expect(before['/tools']).toContain(tool.name);
  expect((await send()).status).toBe(200);

  await postgres.stop();
  await until('the shop to notice', async () => (await get('/readyz')).status === 503);
  const why = { code: 'unavailable', message: 'The database isn’t answering' };
  expect(await (await get('/readyz')).json()).toMatchObject({ error: why });
  expect(await bodiesOf([...shared, ...calls])).toEqual(before);
  expect((await get('/healthz')).status).toBe(200);

  const write = await send();
  expect([write.status, write.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await write.json()).toMatchObject({ error: { code: 'unavailable' } });

  const search = await get('/tools?q=saw');
  expect([search.status, search.headers.get('retry-after')]).toEqual([503, '2']);
  expect(search.headers.get('content-security-policy')).not.toContain('unsafe');
  const words = await search.text();
  expect(words).toContain('The tools couldn’t be loaded. The shop is busy. Please try again in a moment.');
  expect(words).toContain('Try again');
  expect([(await get('/login')).status, (await get('/no/such')).status]).toEqual([200, 404]);

  postgres = await startPostgres();
  await until('the shop to be ready again', async () => (await get('/readyz')).status === 200);
  expect((await send()).status).toBe(200);
  expect((await get('/tools?q=saw')).status).toBe(200);

  await changeTools((tx) => insertTool(tx, 'Nail puller'));
  for (const path of ['/tools', '/', '/tools.data'])
    await until(`the change to be seen at ${path}`, () => shows(path, 'Nail puller'));
  expect(await shows('/tool?limit=6', 'Nail puller')).toBe(true);
});
