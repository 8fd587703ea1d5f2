/** @module-tag sweep */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportReport } from '#features/imports/contract.ts';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import { sendImport, toolsFile } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

/** More than one statement writes. */
const TOOLS = 2_500;
const WITHIN_MS = 60_000;

let fleet: ShopFleet;
let node: FleetProcess;
beforeEach(async () => {
  fleet = await startShopFleet(1);
  [node] = fleet.processes;
});
afterEach(() => fleet.stop());

const report = async (id: string) =>
  (await node.call<ImportReport>('GET', `/imports/${id}`, { token: fleet.admin.token })).body;

const reach = (id: string, what: string, isThere: (import_: ImportReport) => boolean) =>
  until(`the import to be ${what}`, async () => isThere(await report(id)), WITHIN_MS);

async function start(lines: string[]): Promise<string> {
  return (await sendImport({ url: node.origin }, fleet.admin, toolsFile(lines.join('\n')))).body.id;
}

/** Uploads a file to be checked. */
async function send(lines: string[]): Promise<string> {
  const id = await start(lines);
  await reach(id, 'checked', ({ state }) => state === 'checked');
  return id;
}

const move = (id: string, action: 'apply' | 'undo') =>
  node.call('POST', `/imports/${id}/${action}`, { token: fleet.admin.token });

/** A file of tools that are new to the shop. */
async function newTools(): Promise<string[]> {
  const { img } = await fleet.makeTool({ onHand: 1 });
  const head = 'part_number,name,description,price,min_order_quantity,available_quantity,img';
  return [head, ...Array.from({ length: TOOLS }, (_, index) => `K-${index},Tool,Made.,5,1,3,${img}`)];
}

async function fillShop(): Promise<void> {
  const id = await send(await newTools());
  await move(id, 'apply');
  await reach(id, 'applied', ({ state }) => state === 'applied');
}

/** Every distinct price and count of the files' tools. */
const figures = async () =>
  fleet.shop.db
    .selectFrom('tools')
    .select(['price_cents', 'available_quantity'])
    .distinct()
    .where('part_number', 'is not', null)
    .execute();

/** Kills the process during an import: this test locks the last tool by id, so the import cannot finish. */
async function killHalfWay(id: string, action: 'apply' | 'undo'): Promise<void> {
  await fleet.shop.db.transaction().execute(async (tx) => {
    const last = tx.selectFrom('tools').select('id').orderBy('id', 'desc').limit(1);
    await last.forUpdate().execute();
    await move(id, action);
    await reach(id, 'half done', ({ done }) => done > 0 && done < TOOLS);
    await node.end('SIGKILL');
  });
}

test('a shop killed during an import or its undoing completes it after a restart', async () => {
  await fillShop();
  const [before, after] = [
    [{ price_cents: 500, available_quantity: 3 }],
    [{ price_cents: 700, available_quantity: 9 }],
  ];
  const id = await send([
    'part_number,price,available_quantity',
    ...Array.from({ length: TOOLS }, (_, index) => `K-${index},7,9`),
  ]);
  await killHalfWay(id, 'apply');
  expect(await figures()).toEqual(expect.arrayContaining([...before, ...after]));
  await node.start();
  expect(await report(id)).toMatchObject({ state: 'applying', changes: TOOLS, appliedAt: null });
  await reach(id, 'applied', ({ state }) => state === 'applied');
  expect(await figures()).toEqual(after);

  await killHalfWay(id, 'undo');
  expect(await figures()).toEqual(expect.arrayContaining([...before, ...after]));
  await node.start();
  expect(await report(id)).toMatchObject({ state: 'undoing', undoneAt: null });
  await reach(id, 'undone', ({ state }) => state === 'undone');
  expect(await figures()).toEqual(before);
  expect(await findStockDifferences(fleet.shop.db, 1)).toMatchObject({ count: 0 });
});

test('a shop killed while it reads a file reads the whole file once', async () => {
  const { db } = fleet.shop;
  await sql`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1500); return new; end $$`.execute(db);
  await sql`create trigger wait_for_test before insert on import_rows for each row
    when (new.row = 1500) execute function wait_for_test()`.execute(db);
  const lines = await newTools();
  const id = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(1500)`.execute(tx);
    const started = await start(lines);
    await reach(started, 'half read', ({ state, rows }) => state === 'reading' && rows > 1_000);
    await node.end('SIGKILL');
    return started;
  });
  await node.start();
  await reach(id, 'checked', ({ state }) => state === 'checked');
  expect(await report(id)).toMatchObject({ rows: TOOLS, changes: TOOLS, added: TOOLS, wrong: 0 });
  await move(id, 'apply');
  await reach(id, 'applied', ({ state }) => state === 'applied');
  expect(await figures()).toEqual([{ price_cents: 500, available_quantity: 3 }]);
});
