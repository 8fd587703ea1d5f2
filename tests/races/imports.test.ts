/** @module-tag sweep */
import { expect, test } from 'vitest';
import { applyImport } from '#features/imports/apply-import.ts';
import { readImport } from '#features/imports/read-import.ts';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import { orderBody } from '#tests/support/buying.ts';
import { sendImport, toolsFile } from '#tests/support/imports.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import { setUpRaceShop } from './support/race-shop.ts';

/** More than one statement writes. */
const TOOLS = 1_500;

const t = setUpRaceShop();

/** An import allowed to apply, whose job has not started yet. */
async function startApplying(admin: TestUser, file: string): Promise<() => Promise<void>> {
  const { body } = await sendImport(t, admin, toolsFile(file));
  await readImport(t.shop, { importId: body.id }, { isLast: false });
  const reply = await t.call('POST', `/imports/${body.id}/apply`, { token: admin.token });
  expect(reply.status).toBe(200);
  const acting = { actor: 'admin', userId: admin.userId };
  return () => applyImport(t.shop, { importId: body.id, acting }, { isLast: false });
}

const tools = () =>
  t.shop.db
    .selectFrom('tools')
    .select(['part_number', 'price_cents', 'available_quantity', 'version'])
    .where('part_number', 'is not', null)
    .orderBy('part_number')
    .execute();

const statesOf = async () =>
  (await t.shop.db.selectFrom('imports').select('state').orderBy('id').execute()).map(({ state }) => state);

const fileOf = (price: number, rest = '') =>
  ['part_number,price', ...Array.from({ length: TOOLS }, (_, index) => `R-${index},${price}`), rest].join(
    '\n',
  );

test('a killed import has changed nothing, and the next try completes it', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const { img } = await t.makeTool();
  const added = ['part_number,name,description,price,min_order_quantity,available_quantity,img'];
  for (let index = 0; index < TOOLS; index += 1) added.push(`R-${index},Tool,Made.,5,1,3,${img}`);
  const apply = await startApplying(admin, added.join('\n'));
  // The server loses the connection after the first block, whose progress is reported outside the
  // transaction.
  await t.asOwner(`
    create function kill_writer() returns trigger language plpgsql as $$
    begin
      perform pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and objid::bigint = (hashtextextended('toolyard imports', 0) & 4294967295);
      return new;
    end $$;
    alter function kill_writer() security definer;
    create trigger kill_writer after update of done on imports for each row when (new.done > 0) execute function kill_writer()`);
  await expect(apply()).rejects.toThrow();
  await t.asOwner('drop trigger kill_writer on imports');
  expect(await tools()).toEqual([]);
  expect(await statesOf()).toEqual(['applying']);
  await apply();
  expect(await tools()).toHaveLength(TOOLS);
  expect(await statesOf()).toEqual(['applied']);
});

test('of two concurrent imports of the same tools one is applied, and the other changes nothing', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const applies = [await startApplying(admin, fileOf(6)), await startApplying(admin, fileOf(7))];
  const ends = await Promise.allSettled(applies.map((apply) => apply()));
  // An import that finds another one writing is retried later.
  for (const [index, { status }] of ends.entries()) if (status === 'rejected') await applies[index]?.();
  expect((await statesOf()).slice(1).toSorted()).toEqual(['applied', 'failed']);
  const all = await tools();
  expect(new Set(all.map(({ price_cents }) => price_cents)).size).toBe(1);
  expect(new Set(all.map(({ version }) => version))).toEqual(new Set([2]));
});

test('an edit during an import is never lost', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const { id } = await t.shop.db
    .selectFrom('tools')
    .select('id')
    .where('part_number', '=', `R-${TOOLS - 1}`)
    .executeTakeFirstOrThrow();
  const apply = await startApplying(admin, fileOf(8));
  const body = { version: 2, price: 99 };
  const [, edit] = await Promise.all([apply(), t.call('PATCH', `/tool/${id}`, { token: admin.token, body })]);
  // What was applied before the conflict with the edit is undone.
  await t.runJobs();
  const [state] = (await statesOf()).slice(-1);
  const edited = (await tools()).filter(({ price_cents }) => price_cents === 9_900).length;
  // Whichever came first, the other one was refused.
  if (edit.status === 200) expect({ state, edited }).toEqual({ state: 'failed', edited: 1 });
  else expect({ status: edit.status, state, edited }).toEqual({ status: 409, state: 'applied', edited: 0 });
  expect(await findStockDifferences(t.shop.db, 1)).toMatchObject({ count: 0 });
});

test('an order of a tool that an import changes goes through between two of its steps', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const buyer = await t.makeUser();
  const { id } = await t.shop.db
    .selectFrom('tools')
    .select('id')
    .where('part_number', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const apply = await startApplying(admin, fileOf(12));
  const importId = (
    await t.shop.db
      .selectFrom('imports')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;
  // The second step waits for the last tool, which this test locks; the first step is committed.
  const done = await t.shop.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('tools')
      .select('id')
      .where('part_number', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .execute();
    const applying = apply();
    const doneRows = async () =>
      (
        await t.shop.db
          .selectFrom('imports')
          .select('done')
          .where('id', '=', importId)
          .executeTakeFirstOrThrow()
      ).done;
    await until('the first steps to be done', async () => (await doneRows()) >= TOOLS - 500);
    const order = await t.call('POST', '/orders', {
      token: buyer.token,
      body: { ...orderBody(id), price: 12 },
    });
    expect(order.status).toBe(201);
    expect((await statesOf()).at(-1)).toBe('applying');
    return { applying, rows: await doneRows() };
  });
  expect(done.rows).toBe(TOOLS - 500);
  await done.applying;
  expect((await statesOf()).at(-1)).toBe('applied');
});

test('an import that meets an edit between its steps undoes what it has done', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const prices = async () => new Set((await tools()).map(({ price_cents }) => price_cents));
  const before = await prices();
  const apply = await startApplying(admin, fileOf(13));

  await t.asOwner(`
    create function edit_last() returns trigger language plpgsql as $$
    begin
      update tools set version = version + 1
        where id = (select id from tools where part_number is not null order by id desc limit 1);
      return new;
    end $$;
    alter function edit_last() security definer;
    create trigger edit_last after update of done on imports for each row when (new.done = 500) execute function edit_last()`);
  await apply();
  await t.asOwner('drop trigger edit_last on imports');

  expect((await statesOf()).at(-1)).toBe('applying');
  await t.runJobs();
  expect((await statesOf()).at(-1)).toBe('failed');
  expect(await prices()).toEqual(before);
  expect(await findStockDifferences(t.shop.db, 1)).toMatchObject({ count: 0 });
});
