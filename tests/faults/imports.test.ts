/** @module-tag sweep */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportReport } from '#features/catalogue/imports/contract.ts';
import { findStockDifferences } from '#features/catalogue/stock/ledger.ts';
import { sendImport, toolsFile } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

/** More than are written by one statement. */
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

/** Sends a file that is to be checked. */
async function send(lines: string[]): Promise<string> {
  const { body } = await sendImport({ url: node.origin }, fleet.admin, toolsFile(lines.join('\n')));
  await reach(body.id, 'checked', ({ state }) => state === 'checked');
  return body.id;
}

const move = (id: string, deed: 'apply' | 'undo') =>
  node.call('POST', `/imports/${id}/${deed}`, { token: fleet.admin.token });

async function fillShop(): Promise<void> {
  const { img } = await fleet.makeTool({ onHand: 1 });
  const head = 'part_number,name,description,price,min_order_quantity,available_quantity,img';
  const rows = Array.from({ length: TOOLS }, (_, index) => `K-${index},Tool,Made.,5,1,3,${img}`);
  const id = await send([head, ...rows]);
  await move(id, 'apply');
  await reach(id, 'applied', ({ state }) => state === 'applied');
}

/** Every price and count that the tools of the files have. */
const figures = async () =>
  fleet.shop.db
    .selectFrom('tools')
    .select(['price_cents', 'available_quantity'])
    .distinct()
    .where('part_number', 'is not', null)
    .execute();

/** Kills the process with an import half done: the last of its tools, by their ids, is kept from it. */
async function killHalfWay(id: string, deed: 'apply' | 'undo'): Promise<void> {
  await fleet.shop.db.transaction().execute(async (tx) => {
    const last = tx.selectFrom('tools').select('id').orderBy('id', 'desc').limit(1);
    await last.forUpdate().execute();
    await move(id, deed);
    await reach(id, 'half done', ({ done }) => done > 0 && done < TOOLS);
    await node.end('SIGKILL');
  });
}

test('a shop that is killed half-way through an import, and through undoing it, has done all of it or nothing', async () => {
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
  expect(await figures()).toEqual(before);
  await node.start();
  expect(await report(id)).toMatchObject({ state: 'applying', changes: TOOLS, appliedAt: null });
  await reach(id, 'applied', ({ state }) => state === 'applied');
  expect(await figures()).toEqual(after);

  await killHalfWay(id, 'undo');
  expect(await figures()).toEqual(after);
  await node.start();
  expect(await report(id)).toMatchObject({ state: 'undoing', undoneAt: null });
  await reach(id, 'undone', ({ state }) => state === 'undone');
  expect(await figures()).toEqual(before);
  expect(await findStockDifferences(fleet.shop.db, 1)).toMatchObject({ count: 0 });
});
