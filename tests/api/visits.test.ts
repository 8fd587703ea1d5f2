import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayIn } from '#contracts/time-zone.ts';
import { openingHeaders } from '#features/catalogue/rules.ts';
import { type Overview, overviewSchema } from '#features/overview/contract.ts';
import { createVisitCounter, MOST_SEARCHES } from '#platform/database/visit-counter.ts';
import { servePages } from '#server/pages/pages.ts';
import { buildApp } from '#server/shop/app.ts';
import { buy, placeOrder } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner' }));

let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  await t.makeTool({ name: 'Claw hammer' });
  app = await buildApp(t.shop, async (scope) =>
    servePages(scope, {
      shopName: () => 'Toolyard',
      // A page of the list reads its tools as the loader does.
      async render({ url }) {
        const { pathname, search } = new URL(url);
        if (pathname === '/tools') await app.inject(`/tool${search}`);
        const status = pathname === '/gone' ? 404 : 200;
        return new Response(`page of ${url}`, { status, headers: { 'content-type': 'text/html' } });
      },
      origin: () => 'https://shop.example',
      countRendering: () => undefined,
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());
beforeEach(async () => {
  await t.shop.visits.share();
  await t.asOwner('truncate page_views, fruitless_searches');
});

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Asked = {
  site?: string;
  from?: string;
  agent?: string;
  method?: string;
  headers?: Record<string, string>;
};

/** Opens an address as a browser does: as a document, or by the scripts of a page that is open. By Node's own
 * client: `fetch` sends a mode of its own. */
async function open(
  path: string,
  { site = 'none', from, agent = BROWSER, method = 'GET', headers = {} }: Asked = {},
): Promise<IncomingMessage> {
  const isRead = path.startsWith('/tool/cards?') || path.startsWith('/tool/');
  const kind = isRead
    ? { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', ...openingHeaders }
    : { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
  const sent = request(`${origin}${path}`, {
    method,
    headers: {
      ...kind,
      'sec-fetch-site': isRead ? 'same-origin' : site,
      'user-agent': agent,
      ...(from && { referer: `${origin}${from}` }),
      ...headers,
    },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await buffer(response);
  return response;
}

async function read(query = ''): Promise<Overview> {
  await t.shop.visits.share();
  const { status, body } = await t.call('GET', `/overview${query}`, { token: admin.token });
  expect(status).toBe(200);
  return overviewSchema.parse(body);
}

const id = '01a20137-33b5-7421-aca1-fd1c0ded3fd6';

test('counts what was opened, as a scripted day of requests has it', async () => {
  const tool = await t.makeTool();
  // Each with what it is: a visit, a view of the list, of a tool.
  const day: [visits: number, lists: number, tools: number, path: string, asked?: Asked][] = [
    [1, 0, 0, '/'],
    [1, 0, 0, '/', { site: 'cross-site' }],
    [1, 1, 0, '/tools', { site: 'cross-site' }],
    [1, 0, 1, `/tools/${id}/claw-hammer`, { site: 'same-site' }],
    [1, 0, 0, '/about'],
    [1, 0, 0, `/family/${id}/hex-keys`],
    [0, 0, 0, `/family/${id}`, { site: 'same-origin', from: '/tools' }],
    [0, 0, 0, '/', { site: 'same-origin' }],
    [0, 1, 0, '/tools', { site: 'same-origin', from: '/' }],
    [0, 0, 0, '/tools?sort=price', { site: 'same-origin', from: '/tools' }],
    [0, 0, 1, `/tools/${id}`, { site: 'same-origin', from: '/tools' }],
    // By the scripts of an open page.
    [0, 1, 0, '/tool/cards?limit=24', { from: '/' }],
    [0, 0, 0, '/tool/cards?q=hammer&limit=24', { from: '/tools' }],
    [0, 0, 1, `/tool/${tool.id}`, { from: '/tools?q=hammer' }],
    [0, 0, 0, `/tool/${id}`, { from: '/tools' }],
    // Nobody's visit.
    [0, 0, 0, '/dashboard/overview'],
    [0, 0, 0, '/login'],
    [0, 0, 0, '/gone'],
    [0, 0, 0, '/robots.txt'],
    [
      0,
      0,
      0,
      '/tools',
      { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    [0, 0, 0, '/tools', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    [0, 0, 0, '/tools', { headers: { 'sec-fetch-dest': 'iframe' } }],
  ];
  const expected = { began: 0, lists: 0, tools: 0, placed: 0 };
  for (const round of [1, 2, 3]) {
    for (const [visits, lists, tools, path, asked] of day) {
      await open(path, asked);
      expected.began += visits;
      expected.lists += lists;
      expected.tools += tools;
    }
    if (round === 2) expect((await read()).visits).toMatchObject(expected);
  }
  expect((await read('?days=7')).visits).toMatchObject(expected);
  const bare = await fetch(`${origin}/tools`);
  expect(bare.status).toBe(200);
  expect((await read()).visits).toMatchObject(expected);
});

test('counts a page that the browser has already, and no other method', async () => {
  const { etag = '' } = (await open('/tools')).headers;
  expect((await open('/tools', { headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  await open('/tools', { method: 'HEAD' });
  expect((await read()).visits).toMatchObject({ began: 2, lists: 2, tools: 0, placed: 0 });
});

test('leads from visits to orders by what the database has of them', async () => {
  const before = await read();
  await open('/');
  const tool = await t.makeTool({ onHand: 50 });
  await buy(t, ada, tool.id);
  await placeOrder(t, ada, tool.id);
  const removed = await placeOrder(t, ada, tool.id);
  await t.call('DELETE', `/orders/${removed._id}`, { token: ada.token });
  const after = await read();
  expect(after.visits).toMatchObject({ began: 1, lists: 0, tools: 0, placed: before.visits.placed + 2 });
  expect(after.sales.orders).toBe(before.sales.orders + 1);
});

test.each([7, 30])('compares the last %i days with as many before, day by day', async (days) => {
  const today = dayIn(t.clock.now(), 'UTC');
  const daysAgo = (day: number) => new Date(Date.parse(today) - day * 86_400_000);
  // Every day has its own number, by which a sum tells its days.
  const past = Array.from({ length: 2 * days + 2 }, (_, ago) => ({ ago, views: 1 + ago * ago }));
  for (const { ago, views } of past) {
    const day = daysAgo(ago);
    await t.shop.db
      .insertInto('page_views')
      .values([
        { day, kind: 'visit', views },
        { day, kind: 'list', views: 2 * views },
        { day, kind: 'tool', views: 3 * views },
      ])
      .execute();
  }
  const { visits } = await read(`?days=${days}`);
  const seen = (from: number, to: number) => {
    const views = past.filter(({ ago }) => ago >= from && ago <= to).reduce((sum, day) => sum + day.views, 0);
    return { began: views, lists: 2 * views, tools: 3 * views };
  };
  expect(visits).toMatchObject(seen(0, days - 1));
  expect(visits.wholeDays).toMatchObject(seen(1, days - 1));
  expect(visits.wholeDays.previous).toMatchObject(seen(days + 1, 2 * days - 1));
});

test('compares the orders placed by whole days, without those removed', async () => {
  const before = (await read('?days=7')).visits;
  const tool = await t.makeTool({ onHand: 500 });
  const today = Date.parse(dayIn(t.clock.now(), 'UTC'));
  // Hours before the first moment of today: those counted now, until yesterday, and in the days before.
  const placed: [hours: number, now: number, wholeDays: number, previous: number][] = [
    [-0.0001, 1, 0, 0],
    [0.0001, 1, 1, 0],
    [6 * 24, 1, 1, 0],
    [6 * 24 + 0.0001, 0, 0, 0],
    [7 * 24, 0, 0, 0],
    [7 * 24 + 0.0001, 0, 0, 1],
    [13 * 24, 0, 0, 1],
    [13 * 24 + 0.0001, 0, 0, 0],
  ];
  for (const [hours] of placed) {
    for (const isRemoved of [false, true]) {
      const order = await placeOrder(t, ada, tool.id);
      const at = new Date(today - hours * 3_600_000);
      await t.shop.db
        .updateTable('orders')
        .set({ placed_at: at, ...(isRemoved && { deleted_at: at }) })
        .where('id', '=', order._id)
        .execute();
    }
  }
  const { visits } = await read('?days=7');
  const more = (column: 1 | 2 | 3) => placed.reduce((sum, each) => sum + each[column], 0);
  expect(visits.placed - before.placed).toBe(more(1));
  expect(visits.wholeDays.placed - before.wholeDays.placed).toBe(more(2));
  expect(visits.wholeDays.previous.placed - before.wholeDays.previous.placed).toBe(more(3));
});

test('counts by the days of the shop’s time zone', async () => {
  const counter = createVisitCounter(
    t.shop.db,
    { now: () => new Date('2026-11-20T23:30:00Z') },
    { zone: async () => 'Asia/Tokyo', onError: () => undefined },
  );
  counter.countView('visit');
  await counter.stop();
  expect(await t.asOwner('select day::text, kind, views::integer from page_views')).toEqual([
    { day: '2026-11-21', kind: 'visit', views: 1 },
  ]);
});

test('names searches that found nothing, until there is such a tool', async () => {
  await open('/tools?q=Moon%20%20Drill');
  await open('/tools?q=moon+drill&sort=price', { site: 'same-origin', from: '/tools' });
  await open('/tool/cards?q=moon+drill&limit=24', { from: '/' });
  await open('/tool/cards?q=anvil&limit=24', { from: '/' });
  // Found, or narrowed by a filter, or a program's.
  await open('/tools?q=claw');
  await open('/tool/cards?q=claw&category=None&limit=24', { from: '/' });
  await open('/tools?q=sundial', { agent: 'SomeBot/1.0' });
  await fetch(`${origin}/tool/cards?q=sextant&limit=5`);
  const { fruitlessSearches } = await read();
  expect(fruitlessSearches).toEqual({
    count: 2,
    searches: [
      { words: 'moon drill', times: 3 },
      { words: 'anvil', times: 1 },
    ],
  });
  await t.makeTool({ name: 'Anvil' });
  t.shop.cacheVersion.invalidate();
  await open('/tool/cards?q=anvil&limit=24', { from: '/' });
  expect((await read()).fruitlessSearches).toEqual(fruitlessSearches);
});

test('takes the beginnings of a search for typing', async () => {
  for (const words of ['gy', 'gyro', 'gyrosc', 'gyroscope', 'quadrant'])
    await open(`/tool/cards?q=${words}&limit=24`, { from: '/tools' });
  const { searches } = (await read()).fruitlessSearches;
  expect(searches.map(({ words }) => words)).toEqual(['gyroscope', 'quadrant']);
});

const personal = [
  'ada@joiner.example',
  'ada ＠ joiner.example',
  '+1 (555) 010-0142',
  '٠١٢٣٤٥٦٧',
  '4242 4242 4242 4242',
  'x'.repeat(61),
];

test.each(personal)('stores no search for %s', async (words) => {
  await open(`/tools?q=${encodeURIComponent(words)}`);
  expect((await read()).fruitlessSearches.count).toBe(0);
});

test('stores no search of an email address, a number or a page of text even by hand', async () => {
  for (const words of ['ada@joiner.example', '555 010 0142', 'x'.repeat(61), '']) {
    const insert = t.shop.db.insertInto('fruitless_searches').values({ day: new Date(), words, searches: 1 });
    await expect(insert.execute()).rejects.toThrow(/check constraint/);
  }
});

/** A counter of another process, whose searches all find nothing. */
function otherProcess() {
  const counter = createVisitCounter(t.shop.db, t.clock, {
    zone: async () => 'UTC',
    onError: () => undefined,
  });
  return {
    ...counter,
    search(words: string) {
      counter.noteResult(words, false);
      counter.countSearch(words);
    },
  };
}

test('adds up what several processes count at once', async () => {
  const processes = Array.from({ length: 6 }, otherProcess);
  const words = Array.from({ length: 20 }, (_, nth) => `${String.fromCharCode(97 + nth)} thing`);
  for (const [nth, each] of processes.entries()) {
    for (const word of nth % 2 ? words : words.toReversed()) each.search(word);
    for (const view of ['visit', 'list', 'tool'] as const) each.countView(view);
  }
  await Promise.all(processes.map((each) => each.stop()));
  const { visits, fruitlessSearches } = await read();
  expect(visits).toMatchObject({ began: 6, lists: 6, tools: 6 });
  expect(fruitlessSearches.count).toBe(20);
  expect(new Set(fruitlessSearches.searches.map(({ times }) => times))).toEqual(new Set([6]));
});

test('stores a thousand different searches a day, and goes on counting those', async () => {
  const counter = otherProcess();
  const nameOf = (nth: number) => [...String(nth)].map((digit) => 'qwertyuiop'[Number(digit)]).join('');
  for (let nth = 0; nth < 1.4 * MOST_SEARCHES; nth += 1) {
    counter.search(`${nameOf(nth)}.`);
    if (nth % 600 === 599) await counter.share();
  }
  await counter.share();
  counter.search(`${nameOf(7)}.`);
  counter.search('one more.');
  await counter.stop();
  const { count, searches } = (await read()).fruitlessSearches;
  expect(count).toBe(MOST_SEARCHES);
  expect(searches[0]).toEqual({ words: `${nameOf(7)}.`, times: 2 });
});

test('keeps what could not be added for the next round', async () => {
  const counter = otherProcess();
  counter.countView('list');
  counter.search('gyroscope');
  await t.asOwner('alter table fruitless_searches rename to elsewhere');
  await expect(counter.share()).rejects.toThrow(/fruitless_searches/);
  await t.asOwner('alter table elsewhere rename to fruitless_searches');
  counter.search('gyroscope');
  await counter.stop();
  const { visits, fruitlessSearches } = await read();
  expect(visits.lists).toBe(1);
  expect(fruitlessSearches.searches).toEqual([{ words: 'gyroscope', times: 2 }]);
});

test('forgets searches after ninety days', async () => {
  const today = dayIn(t.clock.now(), 'UTC');
  await t.asOwner(`insert into fruitless_searches (day, words, searches)
    select '${today}'::date - days, 'word ' || days, 1 from unnest(array[0, 89, 90, 91, 400]) days`);
  await t.shop.jobs.enqueue(t.shop.db, 'forget-old-searches', {});
  await t.runJobs();
  expect(await t.asOwner('select words from fruitless_searches order by day desc')).toEqual([
    { words: 'word 0' },
    { words: 'word 89' },
    { words: 'word 90' },
  ]);
});
