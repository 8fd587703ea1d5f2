import { setInterval } from 'node:timers';
import type { ImportReport } from '#features/catalogue/imports/contract.ts';
import { moveOn, readReport, sendImport, toolsFile } from '#tests/support/imports.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

/** Measures an import of so many tools (100,000 where nothing is said): added, then changed, undone, and exported. */
const TOOLS = Number(process.env.TOOLS ?? 100_000);

const t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
const admin = await t.makeUser({ role: 'admin' });
const { img } = await t.makeTool({ onHand: 1 });
let most = 0;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 50);

/** Does something, and says how long it took and how much memory the process came to have meanwhile. */
async function measured<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  most = process.memoryUsage.rss();
  const start = performance.now();
  const result = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${what}: ${seconds} s, at most ${Math.round(most / 1024 / 1024)} MB\n`);
  return result;
}

const lines = (price: number, available: number) =>
  Array.from(
    { length: TOOLS },
    (_, index) =>
      `M-${index},Tool ${index},Made for measuring ${index % 977}.,Category ${index % 40},${price},1,${available},${img}`,
  );
const head = 'part_number,name,description,category,price,min_order_quantity,available_quantity,img';

async function check(what: string, content: string): Promise<ImportReport> {
  const form = toolsFile([head, content].join('\n'));
  return measured(`${what}, checked`, async () => {
    const { body } = await sendImport(t, admin, form);
    await t.runJobs();
    return readReport(t, admin, body.id);
  });
}

const added = await check('added', lines(5, 10).join('\n'));
process.stdout.write(`${JSON.stringify({ ...added, errors: added.errors.slice(0, 3) })}\n`);
await measured('added, applied', () => moveOn(t, admin, added._id, 'apply'));
await measured('exported', async () => {
  const headers = { authorization: `Bearer ${(await t.makeUser({ role: 'admin' })).token}` };
  let bytes = 0;
  const response = await fetch(`${t.url}/exports/tools.csv`, { headers });
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  process.stdout.write(`${bytes} bytes\n`);
});
const changed = await check('changed', lines(6, 12).join('\n'));
await measured('changed, applied', () => moveOn(t, admin, changed._id, 'apply'));
await measured('changed, undone', () => moveOn(t, admin, changed._id, 'undo'));
clearInterval(watch);
await t.stop();
