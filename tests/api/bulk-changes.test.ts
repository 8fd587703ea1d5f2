import { expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Activity } from '#features/activity/contract.ts';
import type { ImportChange } from '#features/imports/contract.ts';
import { buy } from '#tests/support/buying.ts';
import { moveOn, readReport } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const send = (body: object) =>
  t.call<{ id: string } & ErrorReply>('POST', '/imports/bulk', { token: admin.token, body });

/** Sends a change and waits for its check. */
async function check(body: object) {
  const reply = await send(body);
  expect(reply.status).toBe(201);
  await t.runJobs();
  const { body: changes } = await t.call<ImportChange[]>('GET', `/imports/${reply.body.id}/changes`, {
    token: admin.token,
  });
  return { report: await readReport(t, admin, reply.body.id), changes };
}

const figuresOf = (id: string) =>
  t.shop.db
    .selectFrom('tools')
    .select(['price_cents', 'category', 'available_quantity'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const fields = (changes: ImportChange[]) => changes.map(({ before, after }) => ({ before, after }));

it.each([
  ['nothing to change', {}, 'pricePercent'],
  ['two prices', { pricePercent: 5, priceAmount: 1 }, 'priceAmount'],
  ['two counts', { availableTo: 5, availableBy: 1 }, 'availableBy'],
  ['more digits than money has', { priceAmount: 0.001 }, 'priceAmount'],
  ['a price below nothing', { pricePercent: -100 }, 'pricePercent'],
  ['a rounding of its own', { pricePercent: 5, priceRounding: 'to_97' }, 'priceRounding'],
  ['no tools', { tools: { ids: [] }, pricePercent: 1 }, 'tools.ids'],
])('refuses %s', async (_what, body, field) => {
  const reply = await send({ tools: {}, ...body });
  expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', field } } });
});

it('changes the tools of a search or a selection, previews them, and is undone', async () => {
  const [plane, saw] = [
    await t.makeTool({ name: 'Bulkplane', priceCents: 1_005, onHand: 4, category: 'Planes' }),
    await t.makeTool({ name: 'Bulksaw', priceCents: 333, onHand: 1 }),
  ];
  const start = [await figuresOf(plane.id), await figuresOf(saw.id)];
  const { report, changes } = await check({
    tools: { q: 'bulk' },
    pricePercent: 10,
    category: 'Sale',
    availableBy: 2,
  });
  expect(report).toMatchObject({ state: 'checked', fileName: null, rows: 2, changes: 2, wrong: 0 });
  expect(report.bulkChange).toMatchObject({ tools: { q: 'bulk' }, pricePercent: 10 });
  expect(fields(changes)).toEqual([
    {
      before: { price: 10.05, category: 'Planes', available_quantity: 4 },
      // Half a cent rounds up.
      after: { price: 11.06, category: 'Sale', available_quantity: 6 },
    },
    {
      before: { price: 3.33, category: null, available_quantity: 1 },
      after: { price: 3.66, category: 'Sale', available_quantity: 3 },
    },
  ]);
  // Undoing an increase does not restore units sold meanwhile.
  await buy(t, await t.makeUser(), saw.id, 1);
  expect(await moveOn(t, admin, report._id, 'apply')).toMatchObject({ state: 'applied' });
  expect(await figuresOf(saw.id)).toEqual({ price_cents: 366, category: 'Sale', available_quantity: 2 });
  expect(await moveOn(t, admin, report._id, 'undo')).toMatchObject({ state: 'undone', left: [] });
  expect(await figuresOf(plane.id)).toEqual(start[0]);
  expect(await figuresOf(saw.id)).toEqual({ ...start[1], available_quantity: 0 });

  const named = await check({ tools: { ids: [saw.id] }, priceAmount: -0.33, availableTo: 7, category: null });
  expect(fields(named.changes)).toEqual([
    { before: { price: 3.33, available_quantity: 0 }, after: { price: 3, available_quantity: 7 } },
  ]);
});

it('rounds new prices as asked', async () => {
  const tools = [await t.makeTool({ priceCents: 1_000 }), await t.makeTool({ priceCents: 30 })];
  const ids = tools.map(({ id }) => id);
  const { changes } = await check({ tools: { ids }, pricePercent: 5, priceRounding: 'to_99' });
  expect(fields(changes).map(({ after }) => after)).toEqual([{ price: 10.99 }, { price: 0.99 }]);
});

it('is recorded as what it was', async () => {
  const tool = await t.makeTool({ priceCents: 1_000 });
  const { report } = await check({ tools: { ids: [tool.id] }, priceAmount: 1, availableBy: 2 });
  await moveOn(t, admin, report._id, 'apply');
  await moveOn(t, admin, report._id, 'undo');
  const { body: events } = await t.call<Activity[]>('GET', `/activity?q=${report._id}`, {
    token: admin.token,
  });
  const about = { importId: report._id, changed: 1, fields: 'price_cents, available_quantity' };
  expect(events.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'bulk_change_undone', details: { ...about, left: 0 } },
    { action: 'bulk_change_applied', details: about },
  ]);
  const { body: found } = await t.call<Activity[]>('GET', '/activity?q=bulk%20price', { token: admin.token });
  expect(found.map(({ _id }) => _id)).toEqual(expect.arrayContaining(events.map(({ _id }) => _id)));
});

it('changes the tools of a category and a brand', async () => {
  const saw = await t.makeTool({ name: 'One', priceCents: 100, category: 'Bulksaws', brand: 'Bulkbrand' });
  await t.makeTool({ name: 'Two', priceCents: 100, category: 'Bulksaws' });
  await t.makeTool({ name: 'Three', priceCents: 100, brand: 'Bulkbrand' });
  const tools = { category: 'Bulksaws', brand: 'Bulkbrand' };
  const { report } = await check({ tools, priceAmount: 1 });
  expect(report).toMatchObject({ rows: 1, changes: 1, bulkChange: { tools } });
  await moveOn(t, admin, report._id, 'apply');
  expect((await figuresOf(saw.id)).price_cents).toBe(200);
});

it('names tools that cannot be changed this way, and skips them on request', async () => {
  const [cheap, dear] = [
    await t.makeTool({ name: '=Cheap', priceCents: 100 }),
    await t.makeTool({ name: 'Dear', priceCents: 900 }),
  ];
  const { report } = await check({ tools: { ids: [cheap.id, dear.id] }, priceAmount: -1 });
  expect(report).toMatchObject({ state: 'checked', changes: 1, wrong: 1 });
  expect(report.errors).toEqual([{ row: 2, column: 'price', message: 'Price must be more than 0' }]);
  const response = await fetch(`${t.url}/imports/${report._id}/errors.csv`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(await response.text()).toBe(
    "error,part_number,name\r\nprice: Price must be more than 0,,'=Cheap\r\n",
  );
  await expect(moveOn(t, admin, report._id, 'apply')).rejects.toThrow('409');
  await moveOn(t, admin, report._id, 'apply', { leaveOutErrors: true });
  expect([await figuresOf(cheap.id), await figuresOf(dear.id)]).toMatchObject([
    { price_cents: 100 },
    { price_cents: 800 },
  ]);
});

it('alerts staff to a tool that runs low by it, and notes when there is enough again', async () => {
  const tool = await t.makeTool({ name: 'Lowered', onHand: 50 });
  const lowered = await check({ tools: { ids: [tool.id] }, availableTo: 1 });
  await moveOn(t, admin, lowered.report._id, 'apply');
  const isLow = async () =>
    (
      await t.shop.db
        .selectFrom('tools')
        .select('low_since')
        .where('id', '=', tool.id)
        .executeTakeFirstOrThrow()
    ).low_since !== null;
  expect(await isLow()).toBe(true);
  await moveOn(t, admin, lowered.report._id, 'undo');
  expect(await isLow()).toBe(false);
});
