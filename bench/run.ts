import { cpus, totalmem } from 'node:os';
import { measureBehindCdn } from './behind-cdn/behind-cdn.ts';
import { measureBuyer } from './buyer.ts';
import { measureCatalogue } from './catalogue.ts';
import { measureFamilies } from './families.ts';
import { measureImports } from './import-tools.ts';
import { measureKeeper } from './keeper.ts';
import { measureLongestInputs } from './longest-inputs.ts';
import { measureMigrations } from './migrations.ts';
import { measureMovements } from './movements.ts';
import { measureNodes } from './nodes.ts';
import { measureOrderCost } from './order-cost.ts';
import { measurePapers } from './papers.ts';
import { measurePhone } from './phone.ts';
import { measureQuickOrder } from './quick-order.ts';
import { measureResources } from './resources.ts';
import { measureReturns } from './returns.ts';
import { measureScroll } from './scroll.ts';
import { measureServing } from './serving.ts';
import { toTable } from './support/to-table.ts';
import { writePart } from './support/write-part.ts';
import { measureTraces } from './traces.ts';
import { measureWebhooks } from './webhooks.ts';
import { measureWholeFiles } from './whole-files.ts';
import { measureWrites } from './writes/writes.ts';

/* Measures the shop beside a baseline, alternating in one run, and writes the results to
 * docs/measurements.md. Usage: npm run bench [-- part …]. Needs wrk, pgbench, nginx and a Chromium (Debian's
 * wrk, postgresql-client, nginx-light, chromium). */

const parts = {
  serving: async () => toTable(await measureServing()),
  phone: async () => toTable(await measurePhone()),
  scroll: async () => toTable(await measureScroll()),
  resources: async () => toTable(await measureResources()),
  traces: async () => toTable(await measureTraces()),
  writes: async () => toTable(await measureWrites()),
  buyer: async () => toTable(await measureBuyer()),
  keeper: async () => toTable(await measureKeeper()),
  imports: async () => toTable(await measureImports()),
  'quick-order': async () => toTable(await measureQuickOrder()),
  families: async () => toTable(await measureFamilies()),
  movements: async () => toTable(await measureMovements()),
  returns: async () => toTable(await measureReturns()),
  webhooks: async () => toTable(await measureWebhooks()),
  migrations: async () => toTable(await measureMigrations()),
  'longest-inputs': measureLongestInputs,
  nodes: async () => toTable(await measureNodes()),
  papers: async () => toTable(await measurePapers()),
  'whole-files': async () => toTable(await measureWholeFiles()),
  catalogue: measureCatalogue,
  cdn: measureBehindCdn,
  'order-cost': async () => toTable(await measureOrderCost()),
};

const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;

const asked = process.argv.slice(2);
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`${name} …\n`);
  const text = `\`npm run bench -- ${name}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}.\n\n${await measure()}`;
  process.stdout.write(`${text}\n`);
  writePart(name, text);
}
