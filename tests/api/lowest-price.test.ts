import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import { reductionOf } from '#features/catalogue/rules.ts';
import { checkFile, csv, moveOn, readReport } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', TOOL_PAGES: 'public' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) =>
  new Date(t.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

const read = async (id: string) => (await t.call<ToolDetails>('GET', `/tool/${id}`)).body;

/** Edits the tool as it is now. */
async function edit(id: string, body: object) {
  const { version } = await read(id);
  return t.call<ToolDetails & ErrorReply>('PATCH', `/tool/${id}`, {
    token: admin.token,
    body: { version, ...body },
  });
}

/** What the database has kept of a tool's prices, oldest first. */
async function historyOf(id: string) {
  const rows = await t.shop.db
    .selectFrom('tool_prices')
    .select(['price_cents', 'since'])
    .where('tool_id', '=', id)
    .orderBy('since')
    .execute();
  return rows.map(({ price_cents }) => price_cents);
}

/** Makes all that happened to a tool `days` older. */
async function age(id: string, days: number) {
  await sql`update tool_prices set since = since - ${days} * interval '1 day' where tool_id = ${id}`.execute(
    t.shop.db,
  );
  await sql`update tools set created_at = created_at - ${days} * interval '1 day',
    reduced_since = reduced_since - ${days} * interval '1 day' where id = ${id}`.execute(t.shop.db);
}

describe('the public prices of a tool', () => {
  it('are kept by changes only, with the first one', async () => {
    const { id } = await t.makeTool({ priceCents: 1_000 });
    expect(await historyOf(id)).toEqual([1_000]);
    await edit(id, { name: 'Renamed' });
    await edit(id, { price: 10, available_quantity: 77 });
    expect(await historyOf(id)).toEqual([1_000]);
    await edit(id, { price: 12 });
    await edit(id, { price: 9 });
    expect(await historyOf(id)).toEqual([1_000, 1_200, 900]);
  });

  it('of a tool from before there was a history begin with the one before its first change', async () => {
    const { id } = await t.makeTool({ priceCents: 1_000 });
    const old = await t.makeTool({ priceCents: 500, minOrderQuantity: 5 });
    await t.shop.db.deleteFrom('tool_prices').execute();
    await age(id, 100);
    await age(old.id, 100);
    await edit(id, { price: 8 });
    expect(await historyOf(id)).toEqual([1_000, 800]);
    await edit(old.id, { price_breaks: [{ quantity: 5, price: 4 }] });
    expect(await historyOf(old.id)).toEqual([500, 400]);
  });

  it('are those of the minimum order', async () => {
    const { id } = await t.makeTool({ priceCents: 1_000, minOrderQuantity: 10, onHand: 500 });
    await edit(id, {
      price_breaks: [
        { quantity: 10, price: 8 },
        { quantity: 50, price: 6 },
      ],
    });
    await edit(id, { price_breaks: [{ quantity: 10, price: 8 }] });
    await edit(id, { min_order_quantity: 1 });
    expect(await historyOf(id)).toEqual([1_000, 800, 1_000]);
    // Price and breaks change at once: what is between them was never public.
    await edit(id, { min_order_quantity: 10, price: 7, price_breaks: [{ quantity: 10, price: 5 }] });
    expect(await historyOf(id)).toEqual([1_000, 800, 1_000, 500]);
  });

  it('are none while it is a draft, or has left the shop', async () => {
    const { id, img } = await t.makeTool({ priceCents: 1_000 });
    await t.shop.db.updateTable('tools').set({ img: null }).where('id', '=', id).execute();
    await t.shop.db.updateTable('tools').set({ price_cents: 100 }).where('id', '=', id).execute();
    await t.shop.db.updateTable('tools').set({ img, price_cents: 2_000 }).where('id', '=', id).execute();
    await t.call('DELETE', `/tool/${id}`, { token: admin.token });
    expect(await historyOf(id)).toEqual([1_000, null, 2_000, null]);
  });

  it('are kept in their order by edits at the same moment', async () => {
    const { id } = await t.makeTool({ priceCents: 1_000 });
    const prices = [700, 800, 900, 600, 500, 400];
    await Promise.all(
      prices.map((price_cents) =>
        t.shop.db.transaction().execute(async (tx) => {
          await sql`select pg_sleep(random() / 50)`.execute(tx);
          await tx.updateTable('tools').set({ price_cents }).where('id', '=', id).execute();
        }),
      ),
    );
    const kept = await historyOf(id);
    expect(kept.toSorted()).toEqual([1_000, ...prices].toSorted());
    expect(kept.at(-1)).toBe((await read(id)).price * 100);
  });
});

describe('a reduction', () => {
  const reduce = (id: string, price: number, former_price: number, days = 7) =>
    edit(id, { price, former_price, reduced_until: dayFromNow(days) });

  it('may be told from the lowest price of the 30 days before it, and from no other', async () => {
    const { id } = await t.makeTool({ name: 'Zsale plane', priceCents: 10_000 });
    await age(id, 50);
    await edit(id, { price: 70 });
    await age(id, 12);
    await edit(id, { price: 100 });
    await age(id, 20);
    const reduced = await reduce(id, 60, 100);
    expect(reduced).toMatchObject({
      status: 200,
      body: { price: 60, former_price: 100, reduced_until: dayFromNow(7), lowestPrice30Days: 70 },
    });
    expect(reductionOf(reduced.body)).toEqual({ former: 70, percent: 14 });
    const [listed] = (await t.call<Tool[]>('GET', '/tool?q=zsale')).body;
    expect(listed).toMatchObject({ price: 60, lowestPrice30Days: 70, reduced_until: dayFromNow(7) });
    expect(listed).not.toHaveProperty('former_price');

    // It stays anchored to its beginning.
    await age(id, 3);
    expect((await edit(id, { price: 55 })).body).toMatchObject({ price: 55, lowestPrice30Days: 70 });
    const feed = await (await fetch(`${t.url}/feeds/google.xml`)).text();
    const item = feed.split('<item>').find((part) => part.includes(id));
    expect(item).toContain('<g:price>70.00 USD</g:price><g:sale_price>55.00 USD</g:sale_price>');
  });

  it('begins anew with a price that is raised, also by a break, and falls again', async () => {
    const { id } = await t.makeTool({ priceCents: 10_000 });
    await age(id, 40);
    await reduce(id, 80, 120);
    await age(id, 3);
    await edit(id, { price: 110 });
    await age(id, 3);
    expect((await edit(id, { price: 90 })).body).toMatchObject({ price: 90, lowestPrice30Days: 80 });
    const other = await t.makeTool({ priceCents: 10_000 });
    await age(other.id, 40);
    await reduce(other.id, 95, 120);
    await edit(other.id, { min_order_quantity: 10, price_breaks: [{ quantity: 10, price: 70 }] });
    await edit(other.id, { price_breaks: [] });
    expect((await read(other.id)).lowestPrice30Days).toBe(70);
  });

  it('is told from nothing where that was not higher, or is unknown', async () => {
    const { id } = await t.makeTool({ priceCents: 10_000 });
    await edit(id, { price: 50 });
    await edit(id, { price: 100 });
    await age(id, 10);
    const { body } = await reduce(id, 60, 100);
    expect(body).toMatchObject({ lowestPrice30Days: 50 });
    expect(reductionOf(body)).toBeUndefined();
    const feed = await (await fetch(`${t.url}/feeds/google.xml`)).text();
    expect(feed.split('<item>').find((part) => part.includes(id))).not.toContain('sale_price');
  });

  it('that lasts 30 days and more before counts the price in force when they began', async () => {
    const { id } = await t.makeTool({ priceCents: 4_000 });
    await edit(id, { price: 90 });
    await age(id, 31);
    expect((await reduce(id, 60, 90)).body.lowestPrice30Days).toBe(90);
    const other = await t.makeTool({ priceCents: 4_000 });
    await edit(other.id, { price: 90 });
    await age(other.id, 29);
    expect((await reduce(other.id, 60, 90)).body.lowestPrice30Days).toBe(40);
  });

  it('ends with a price that is no longer lower, and by hand', async () => {
    const { id } = await t.makeTool({ priceCents: 10_000 });
    await reduce(id, 80, 100);
    expect((await edit(id, { price: 100 })).body).toMatchObject({
      price: 100,
      former_price: null,
      reduced_until: null,
    });
    await reduce(id, 80, 100);
    const byHand = await edit(id, { price: 95, former_price: null, reduced_until: null });
    expect(byHand.body).toMatchObject({ price: 95, former_price: null, lowestPrice30Days: null });
  });

  it.each([
    ['former_price', { price: 80, reduced_until: '2999-01-01' }],
    ['former_price', { price: 80, former_price: 80, reduced_until: '2999-01-01' }],
    ['former_price', { price: 80, former_price: -1, reduced_until: '2999-01-01' }],
    ['reduced_until', { price: 80, former_price: 100 }],
    ['reduced_until', { price: 80, former_price: 100, reduced_until: '2020-01-01' }],
    ['reduced_until', { price: 80, former_price: 100, reduced_until: '2999-02-30' }],
    ['reduced_until', { price: 80, former_price: 100, reduced_until: 'soon' }],
  ])('is refused for %s, and changes nothing: %j', async (field, body) => {
    const { id } = await t.makeTool({ priceCents: 10_000 });
    expect(await edit(id, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    });
    expect(await read(id)).toMatchObject({ version: 1, price: 100, former_price: null });
  });
});

describe('many tools at once', () => {
  let id = '';
  beforeEach(async () => {
    const tool = await t.makeTool({
      priceCents: 10_000,
      partNumber: `LP-${crypto.randomUUID().slice(0, 8)}`,
    });
    id = tool.id;
    await age(id, 40);
  });
  const numberOf = async () => (await read(id)).part_number ?? '';

  test('a file reduces prices, and its undo ends that', async () => {
    const head = 'part_number,price,former_price,reduced_until';
    const checked = await checkFile(t, admin, csv(head, `${await numberOf()},80,100,${dayFromNow(9)}`));
    expect(checked).toMatchObject({ changes: 1, wrong: 0 });
    await moveOn(t, admin, checked._id, 'apply');
    expect(await read(id)).toMatchObject({ price: 80, former_price: 100, lowestPrice30Days: 100 });
    await moveOn(t, admin, checked._id, 'undo');
    expect(await read(id)).toMatchObject({ price: 100, former_price: null, reduced_until: null });
    expect(await historyOf(id)).toEqual([10_000, 8_000, 10_000]);
  });

  test('a file that ends a reduction is undone with it', async () => {
    await edit(id, { price: 80, former_price: 100, reduced_until: dayFromNow(5) });
    const checked = await checkFile(t, admin, csv('part_number,price', `${await numberOf()},120`));
    await moveOn(t, admin, checked._id, 'apply');
    expect(await read(id)).toMatchObject({ price: 120, former_price: null });
    await moveOn(t, admin, checked._id, 'undo');
    // The days before have the reduced price now, so nothing may be told.
    expect(await read(id)).toMatchObject({ price: 80, former_price: 100, lowestPrice30Days: 80 });
  });

  test('a bulk change changes the price after a reduction as much', async () => {
    await edit(id, { price: 80, former_price: 100, reduced_until: dayFromNow(5) });
    const { body } = await t.call<{ id: string }>('POST', '/imports/bulk', {
      token: admin.token,
      body: { tools: { ids: [id] }, pricePercent: 10 },
    });
    await t.runJobs();
    const report = await readReport(t, admin, body.id);
    expect(report).toMatchObject({ changes: 1, wrong: 0 });
    await moveOn(t, admin, body.id, 'apply');
    // The price before was the reduced one.
    expect(await read(id)).toMatchObject({ price: 88, former_price: 110, lowestPrice30Days: 80 });
  });
});

/** The lowest price of the 30 days before the last change, counted from the list of changes alone. */
function lowestOf(changes: { day: number; cents: number }[], start: number): number {
  const inForce = changes.filter(({ day }) => day <= start - 30).at(-1);
  const later = changes.filter(({ day }) => day > start - 30 && day < start);
  return Math.min(...[...(inForce ? [inForce] : []), ...later].map(({ cents }) => cents));
}

test('the lowest price agrees with a list of changes that is kept apart', async () => {
  const change = fc.record({
    gap: fc.integer({ min: 1, max: 25 }),
    cents: fc.integer({ min: 2_000, max: 9_000 }),
  });
  const cases = fc.array(change, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(cases, fc.integer({ min: 1, max: 40 }), async (changes, lastGap) => {
      const { id } = await t.makeTool({ priceCents: 9_500 });
      const apart = [{ day: 0, cents: 9_500 }];
      let day = 0;
      for (const { gap, cents } of changes) {
        await age(id, gap);
        day += gap;
        if (apart.at(-1)?.cents !== cents) apart.push({ day, cents });
        await t.shop.db.updateTable('tools').set({ price_cents: cents }).where('id', '=', id).execute();
      }
      await age(id, lastGap);
      const set = { price_cents: 1_000, former_price_cents: 9_900, reduced_until: '2999-01-01' };
      await t.shop.db.updateTable('tools').set(set).where('id', '=', id).execute();
      const { lowestPrice30Days } = await read(id);
      expect(lowestPrice30Days).toBe(lowestOf(apart, day + lastGap) / 100);
      expect(await historyOf(id)).toHaveLength(apart.length + 1);
    }),
    { numRuns: 40 },
  );
});

// The last one: 40 days later the admin is logged out.
test('a reduction ends when its last day is over, also for a shop that was down, whatever becomes of one tool', async () => {
  const ids: string[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const { id } = await t.makeTool({ priceCents: 10_000 });
    await edit(id, { price: 80, former_price: 100, reduced_until: dayFromNow(1) });
    ids.push(id);
  }
  const [failing = '', ...others] = ids.toSorted();
  await t.asOwner(`
    create function fail_once() returns trigger language plpgsql as $$ begin
      if new.id = '${failing}' and new.former_price_cents is null then raise exception 'stuck'; end if; return new; end $$`);
  await t.asOwner('create trigger fails before update on tools for each row execute function fail_once()');
  await t.runJobs();
  for (const id of ids) expect(await read(id)).toMatchObject({ price: 80 });
  t.clock.advance(40 * DAY_MS);
  await t.shop.jobs.enqueue(t.shop.db, 'end-reductions', {});
  await t.runJobs();
  for (const id of others) {
    expect(await read(id)).toMatchObject({
      price: 100,
      former_price: null,
      reduced_until: null,
      lowestPrice30Days: null,
      version: 3,
    });
    expect((await historyOf(id)).at(-1)).toBe(10_000);
  }
  expect(await read(failing)).toMatchObject({ price: 80, version: 2 });
  await t.asOwner('drop trigger fails on tools');
  await t.shop.jobs.enqueue(t.shop.db, 'end-reductions', {});
  await t.runJobs();
  expect(await read(failing)).toMatchObject({ price: 100, version: 3 });
  const events = await t.shop.db
    .selectFrom('audit_events')
    .select('tool_id')
    .where('action', '=', 'reduction_ended')
    .where('tool_id', 'in', ids)
    .execute();
  expect(events.map(({ tool_id }) => tool_id).toSorted()).toEqual(ids.toSorted());
});
