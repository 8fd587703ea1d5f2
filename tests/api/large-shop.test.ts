/** @module-tag sweep */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolSort } from '#features/catalogue/contract.ts';
import { listOrders } from '#features/order-lists/order-list.ts';
import { listTools, type ToolSearch } from '#features/search/find-tools.ts';
import { countToolFacets } from '#features/search/tool-facets.ts';
import { type OpenDatabase, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { makeDatabase } from '#tests/support/backups.ts';
import { makeDemoTools } from '#tests/support/demo-tools.ts';
import { createFreshDatabase, type FreshDatabase } from '#tests/support/fresh-database.ts';
import { makeTool } from '#tests/support/test-shop.ts';
import { largeNumbers, loadLargeShop } from '../../bench/seed-large/load-large-shop.ts';

/* A shop large enough for its orders to be walked and its facets to be sampled. Results are checked by
 * reading every tool. */
const TOOLS = 12_000;
const ORDERS = 16_000;

let database: FreshDatabase;
let open: OpenDatabase;
let client: pg.Client;
let indexesBefore: unknown[];

beforeAll(async () => {
  database = await createFreshDatabase();
  open = openDatabase(database.appConnection, { onIdleError: () => undefined });
  await makeDemoTools({ makeTool: (tool) => makeTool(open, tool) });
  client = new pg.Client(database.connection);
  await client.connect();
  indexesBefore = await readIndexes();
  await loadLargeShop(client, { ...largeNumbers(TOOLS), orders: ORDERS }, () => undefined);
}, 300_000);
afterAll(async () => {
  await client?.end();
  await open?.close();
  await database?.drop();
});

async function readIndexes(): Promise<unknown[]> {
  const { rows } = await client.query(
    "select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname",
  );
  return rows;
}

const everything: ToolSearch = {};

async function walk(search: ToolSearch, sort: ToolSort): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTools(open.db, search, { sort, limit: 100, cursor });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined && ids.length < 3_000);
  return ids;
}

async function read(conditions: string, order: string, limit = 3_000): Promise<string[]> {
  const { rows } = await client.query(
    `select id from tools where deleted_at is null and ${conditions} order by ${order} limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

const hasWord = (word: string) => `concat_ws(' ', name, brand, category, description) ~* '\\y${word}\\y'`;
const orders = {
  newest: 'id desc',
  price: 'price_cents, id',
  '-price': 'price_cents desc, id desc',
  rating: 'coalesce(rating_tenths, 0) desc, id desc',
};

test.each(['newest', 'price', '-price', 'rating'] as const)(
  'lists common words by %s, complete and in order',
  async (sort) => {
    const filtered = { ...everything, category: 'Drills', q: 'the drill', minCents: 10_000, orderable: true };
    expect(await walk({ ...everything, q: 'with sold' }, sort)).toEqual(
      await read(`${hasWord('with')} and ${hasWord('sold')}`, orders[sort]),
    );
    expect(await walk({ ...everything, q: 'with', minCents: 12_345, maxCents: 23_456 }, sort)).toEqual(
      await read(`${hasWord('with(out)?')} and price_cents between 12345 and 23456`, orders[sort]),
    );
    expect(await walk({ ...everything, rating: 3, maxCents: 40_000 }, sort)).toEqual(
      await read('rating_tenths >= 30 and price_cents <= 40000', orders[sort]),
    );
    expect(await walk({ ...everything, q: 'the', brand: ['Halden', 'Tarnholt'] }, sort)).toEqual(
      await read(`${hasWord('the(m|ir|se|n|y|re)?')} and brand in ('Halden', 'Tarnholt')`, orders[sort]),
    );
    expect(await walk(filtered, sort)).toEqual(
      await read(
        `${hasWord('the')} and ${hasWord('drills?')} and category = 'Drills' and price_cents >= 10000 and orderable`,
        orders[sort],
      ),
    );
    expect(await walk(everything, sort)).toEqual(await read('true', orders[sort]));
  },
);

test('reports whether there are more than are counted, with any filters', async () => {
  const total = async (search: Partial<ToolSearch>) => {
    const page = await listTools(
      open.db,
      { ...everything, ...search },
      { sort: 'newest', limit: 1, cursor: undefined },
    );
    return page.isMoreThanTotal ? 'more' : page.total;
  };
  const count = async (conditions: string) => {
    const found = await read(conditions, 'id', 20_000);
    return found.length > 10_000 ? 'more' : found.length;
  };
  // In the texts of most tools, and the beginning of no specification word, which would be found too.
  const q = 'the';
  const seen = [];
  for (const minCents of [undefined, 1, 500, 1_000, 1_500, 2_000, 4_000, 20_000]) {
    const conditions = `${hasWord(`${q}[[:alnum:]]*`)} and price_cents >= ${minCents ?? 0}`;
    const real = await count(conditions);
    seen.push(real);
    expect([minCents, await total({ q, minCents })]).toEqual([minCents, real]);
    expect(await total({ q, minCents, orderable: true })).toBe(await count(`${conditions} and orderable`));
  }
  expect([seen[0], new Set(seen).size > 2]).toEqual(['more', true]);
});

test('counts exactly up to 10,000, and reports that there are more beyond', async () => {
  const page = await listTools(open.db, everything, { sort: undefined, limit: 1, cursor: undefined });
  expect([page.total, page.isMoreThanTotal]).toEqual([10_000, true]);
  const facets = await countToolFacets(open.db, everything, 'usd');
  expect(facets.total).toEqual({ count: 10_000, isExact: false });
  const { rows } = await client.query(
    'select category as value, count(*)::integer as count from tools group by category order by count(*) desc, category collate "C"',
  );
  // A category's count is exact, or less than the real one if it was sampled.
  const counted = new Map(facets.categories.map((each) => [each.value, each]));
  expect([...counted.keys()].sort()).toEqual(rows.map(({ value }) => value).sort());
  for (const { value, count } of rows) {
    const hits = counted.get(value) ?? { count: -1, isExact: true };
    expect([value, hits.isExact ? hits.count === count : hits.count < count]).toEqual([value, true]);
  }
  expect(facets.categories.filter(({ count }) => count > 50).length).toBeGreaterThan(20);
  const [{ value: drills, count } = { value: '', count: 0 }] = rows;
  const chosen = await countToolFacets(open.db, { ...everything, category: drills }, 'usd');
  expect(chosen.total).toEqual({ count, isExact: true });
});

test('loads the same words that the trigger would have written', async () => {
  const { rows } = await client.query(`
    select word from (select distinct word from tools, unnest(tsvector_to_array(words)) word) had
      full join search_vocabulary using (word) where had.word is null or search_vocabulary.word is null`);
  expect(rows).toEqual([]);
});

test.each([
  ['price', 'total_cents, id'],
  ['-price', 'total_cents desc, id desc'],
  ['buyer', 'lower(user_name), id'],
  ['tool', 'lower(tool_name), id'],
] as const)(
  'lists more orders than are counted by %s, near the first and far from it',
  async (sort, order) => {
    // Enough buyers before the others that none of the nearest orders fits.
    await client.query(`update orders set user_name = 'Aaron', email = 'aaron@small.example' where id in (
    select id from orders where shipped_at is not null order by id limit 4500) and user_name <> 'Aaron'`);
    const { rows } = await client.query(
      `select id from orders where email like '%@large.example' order by ${order} limit 300`,
    );
    const ids: string[] = [];
    for (let cursor: string | undefined; ids.length < 300; ) {
      const page = await listOrders(open.db, { q: 'larg', sort, limit: 100, cursor });
      expect([page.total, page.isMoreThanTotal]).toEqual([10_000, true]);
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual(rows.map(({ id }) => id));
  },
);

test('leaves every index unchanged after loading', async () => {
  expect(indexesBefore.length).toBeGreaterThan(20);
  expect(await readIndexes()).toEqual(indexesBefore);
});

test('loads the declared numbers of users and orders, and ratings that match the reviews', async () => {
  const { rows } = await client.query(
    'select (select count(*)::integer from users) as users, (select count(*)::integer from orders) as orders',
  );
  expect(rows).toEqual([{ users: TOOLS / 10, orders: ORDERS }]);
  const { rows: wrong } = await client.query(`
    select id from tools left join (select tool_id, sum(rate) as sum, count(*) as count from reviews group by tool_id) rated
      on tool_id = tools.id where (rating_sum, rating_count) is distinct from (coalesce(sum, 0), coalesce(count, 0))`);
  expect(wrong).toEqual([]);
});

test('finds the tools of an upgraded shop but not its removed ones, and corrects typos', async () => {
  const { connection, asOwner } = await makeDatabase();
  const server = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), { wanted: '0018-contact-message' });
  await asOwner(`insert into pictures (id, url, width, height, colour, webp_srcset)
    values (gen_random_uuid(), '/s', 4, 3, '#eee', '/s 4w')`);
  await asOwner(`insert into tools (id, name, brand, description, img, price_cents, min_order_quantity, on_hand, deleted_at)
    values (gen_random_uuid(), 'Étau XHP-486Z', 'Ostrand', 'Holds', '/s', 1, 1, 9, null),
      (gen_random_uuid(), 'Étau of before', 'Ostrand', 'Held', '/s', 1, 1, 9, now())`);
  await prepareTables(server, createLog('silent'));
  const { db, close } = openDatabase(connection, { onIdleError: () => undefined });
  const namesFor = async (q: string) => {
    const { rows } = await listTools(
      db,
      { ...everything, q },
      { sort: undefined, limit: 9, cursor: undefined },
    );
    return rows.map(({ name }) => name);
  };
  for (const q of ['etau', 'xhp486', '486z', 'ostrad', 'holds', '']) {
    expect([q, await namesFor(q)]).toEqual([q, ['Étau XHP-486Z']]);
  }
  await close();
});
