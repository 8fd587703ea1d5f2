/** @module-tag sweep */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicDetails } from '#contracts/shop-details.ts';
import { demoTools } from '#demo/demo-tools.ts';
import { loadDemoCatalogue } from '#demo/load-demo-catalogue.ts';
import demoReviews from '#demo/reviews.json' with { type: 'json' };
import type { Tool } from '#features/catalogue/contract.ts';
import type { Brand, Category } from '#features/categories/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import type { Review } from '#features/reviews/contract.ts';
import type { DemoData, SetupGuide } from '#features/setup-guide/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { runAsActor } from '#platform/actor.ts';
import { buy, placeOrder, startPayment } from '#tests/support/buying.ts';
import { readPages } from '#tests/support/next-page.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

let t: TestShop;
let admin: TestUser;
let ada: TestUser;

/** Loads the demo catalogue with one small picture for every plate; returns what was added. */
const load = () =>
  runAsActor({ actor: 'start' }, () =>
    loadDemoCatalogue(
      t.shop,
      () => undefined,
      () => plainPicture({ width: 8, height: 6 }).png().toBuffer(),
    ),
  );

const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
  const reply = await t.call<Body>(method, path, { token: admin.token, body });
  expect([method, path, reply.status < 300]).toEqual([method, path, true]);
  return reply.body;
};
const toolsOf = () =>
  readPages<Tool>((path) => t.call('GET', path, { token: admin.token }), '/tool?limit=100');
const named = (tools: Tool[], slug: string) => {
  const name = demoTools.find((tool) => tool.slug === slug)?.name;
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`no ${slug}`);
  return tool;
};
const clear = () => call<{ tools: number; reviews: number }>('DELETE', '/demo-data');
const namesOf = async (path: string) =>
  (await call<(Brand | Category)[]>('GET', path)).map(({ name }) => name).sort();

describe('clearing the demo catalogue', () => {
  let before: Tool[];
  let paid: Order;
  let unpaid: Order;
  let held: Order;

  beforeAll(async () => {
    t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
    admin = await t.makeUser({ role: 'admin' });
    ada = await t.makeUser();
    await load();
    before = await toolsOf();
    const hammer = named(before, 'claw-hammer');
    paid = await buy(t, ada, hammer._id, hammer.min_order_quantity);
    const saw = named(before, 'hand-saw');
    unpaid = await placeOrder(t, ada, saw._id, saw.min_order_quantity);
    held = await placeOrder(t, ada, saw._id, saw.min_order_quantity);
    expect((await startPayment(t, ada, held)).status).toBe(200);
    await t.call('POST', '/review', {
      token: ada.token,
      body: { rate: 1, reviews: 'Bends.', toolId: hammer._id },
    });
    // What the owner has taken over: a price, a stock count, a document, a
    // category, and a brand of their own.
    const { version } = await call<{ version: number }>(
      'GET',
      `/managetool/${named(before, 'band-saw')._id}`,
    );
    await call('PATCH', `/tool/${named(before, 'band-saw')._id}`, { version, price: 999 });
    await call('POST', `/tool/${named(before, 'metal-lathe')._id}/stock`, { kind: 'received', quantity: 2 });
    const own = { name: 'Own plane', brand: 'Kestrow', category: 'Saws, chisels, and planes' };
    await t.makeTool(own);
    const machines = (await call<Category[]>('GET', '/categories')).find(({ name }) => name === 'Machines');
    await call('PATCH', `/categories/${machines?._id}`, { name: 'Machinery' });
  });
  afterAll(() => t?.stop());

  test('says before what goes and what stays, and deletes nothing yet', async () => {
    expect(await call<DemoData>('GET', '/demo-data')).toEqual({
      tools: demoTools.length - 2,
      changedTools: 2,
      reviews: demoReviews.length,
      orders: 3,
      unpaidOrders: 2,
    });
    expect(await call<SetupGuide>('GET', '/setup-guide')).toMatchObject({ hasDemo: true });
    expect(await toolsOf()).toHaveLength(demoTools.length + 1);
  });

  test('deletes its tools and reviews, and leaves what the owner has', async () => {
    expect(await clear()).toEqual({ tools: demoTools.length - 2, reviews: demoReviews.length });
    await t.runJobs();
    const left = await toolsOf();
    expect(left.map(({ name }) => name).sort()).toEqual(
      ['Own plane', named(before, 'band-saw').name, named(before, 'metal-lathe').name].sort(),
    );
    // The made-up reviews of the tools that stay are gone too, and their stars.
    expect(left.map(({ rating, rating_count }) => [rating, rating_count])).toEqual(left.map(() => [null, 0]));
    const { body: reviews } = await t.call<Review[]>('GET', '/review');
    expect(reviews.map((review) => review.reviews)).toEqual(['Bends.']);
    expect(await call<SetupGuide>('GET', '/setup-guide')).toMatchObject({ hasDemo: false });
  });

  test('hides figures, services and texts that were true of the demo alone', async () => {
    const { body: details } = await t.call<PublicDetails>('GET', '/details');
    expect(details.statistics.figures).toEqual([]);
    expect(details.support.cards).toEqual([]);
    expect(details.about.parts.map(({ heading }) => heading)).toEqual([
      'What we sell',
      'How we sell it',
      'Contact us',
    ]);
    expect(JSON.stringify(details)).not.toMatch(/demo|trial|Mechanic|Workers|Sell Rate/);
    const { version, own, defaults } = await call<ManagedDetails>('GET', '/managedetails');
    expect(own).toEqual([]);
    expect(defaults.statistics.figures).toEqual([]);
    // Who edits them then meets no conflict, and what is typed shows.
    const figures = [{ value: '12', label: 'Years' }];
    const body = { version, statistics: { figures } };
    expect((await t.call('PATCH', '/details', { token: admin.token, body })).status).toBe(200);
    expect((await t.call<PublicDetails>('GET', '/details')).body.statistics).toEqual({ figures });
    await t.shop.db.updateTable('shop_details').set({ own: '{}' }).execute();
  });

  test('deletes the categories and brands that nothing else has, and none that was edited', async () => {
    const ofKept = demoTools.filter(({ slug }) => ['band-saw', 'metal-lathe'].includes(slug));
    // 'Machinery' was edited; the parent of the owner's own category stays with it.
    const categories = ['Machinery', 'Saws, chisels, and planes', 'Hand tools'];
    const kept = ofKept.flatMap(({ subcategory = [] }) => subcategory);
    expect(await namesOf('/categories')).toEqual([...new Set([...categories, ...kept])].sort());
    const brands = ['Kestrow', ...ofKept.map(({ brand }) => brand)];
    expect(await namesOf('/brands')).toEqual([...new Set(brands)].sort());
  });

  test('deletes its families', async () => {
    expect(await call<unknown[]>('GET', '/managefamilies')).toEqual([]);
  });

  test('leaves orders with their copies; unpaid ones can no longer be paid', async () => {
    const read = (id: string) => call<Order>('GET', `/orders/${id}`);
    expect(await read(paid._id)).toMatchObject({ paid: true, toolName: paid.toolName, img: paid.img });
    expect((await startPayment(t, ada, unpaid)).status).toBe(409);
    expect((await startPayment(t, ada, held)).status).toBe(409);
    const [row] = await t.asOwner(`select sum(held) as held from tools where deleted_at is not null`);
    expect(Number(row?.held)).toBe(0);
    expect((await t.call('GET', `/orders/${paid._id}/invoice.pdf`, { token: ada.token })).status).toBe(200);
  });

  test('keeps the stock of every tool what its movements add up to', async () => {
    expect(await findStockDifferences(t.shop.db, 5)).toMatchObject({ count: 0 });
  });

  test('is in the audit trail, with each tool', async () => {
    const events = await t.shop.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id', 'details'])
      .where('action', 'in', ['demo_cleared', 'tool_removed'])
      .execute();
    expect(events.filter(({ action }) => action === 'tool_removed')).toHaveLength(demoTools.length - 2);
    expect(events.filter(({ action }) => action === 'demo_cleared')).toEqual([
      {
        action: 'demo_cleared',
        actor_id: admin.userId,
        details: { tools: demoTools.length - 2, reviews: demoReviews.length },
      },
    ]);
  });

  test('does nothing the second time, and the demo is not loaded again', async () => {
    const tools = await toolsOf();
    expect(await clear()).toEqual({ tools: 0, reviews: 0 });
    expect(await load()).toEqual({ tools: 0, reviews: 0 });
    expect(await toolsOf()).toEqual(tools);
  });
});

describe('the demo catalogue of a shop from before it was marked', () => {
  afterAll(() => t?.stop());

  test('is recognized by what its loader made', async () => {
    t = await startTestShop();
    await load();
    // There were no families before.
    const marked = () => t.asOwner(`select kind, id from demo_rows where kind <> 'family' order by kind, id`);
    const loaded = await marked();
    expect(loaded.length).toBeGreaterThan(demoTools.length + demoReviews.length);
    await t.makeTool({ category: 'Own', brand: 'Own' });
    await t.asOwner('delete from demo_rows');
    const { readFile } = await import('node:fs/promises');
    const migration = await readFile(
      new URL('../../database/migrations/0103-setup-guide.sql', import.meta.url),
      'utf8',
    );
    const statements = migration.split(/;\n/).filter((statement) => statement.includes('into demo_rows'));
    for (const statement of statements) await t.asOwner(statement);
    expect(await marked()).toEqual(loaded);
  });
});
