import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import pg from 'pg';
import { loadDemoCatalogue } from '#demo/load-demo-catalogue.ts';
import { runAsActor } from '#platform/actor.ts';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log.ts';
import { createContext } from '#server/shop/create-context.ts';
import { startDatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { explainStartFailure, StartFailure } from '#server/shop/start-failure.ts';
import { countForeignTools, largeNumbers, loadLargeShop } from './load-large-shop.ts';
import { progressBar } from './progress-bar.ts';

/** Fills the database of `SHOP_DATA_DIR` or `DATABASE_URL` with a large generated shop, always the same one.
 * The shop must not be running on an embedded database. Usage: npm run seed:large -- 1000000 [--anyway] */

const MOST_TOOLS = 10_000_000;
const say = (text: string) => process.stdout.write(text);

async function seed(count: number, isAnyway: boolean): Promise<void> {
  const config = readConfig({ SHOP_LOG_LEVEL: 'warn', ...process.env });
  if (config.mode === 'live') throw new StartFailure('A live shop is not filled with made-up tools.');
  const log = createLog(config.logLevel);
  const server = await startDatabaseServer(config, (line) => say(`${line}\n`));
  try {
    await prepareTables(server, log);
    const open = await createContext(config, server.connection);
    try {
      await runAsActor({ actor: 'start' }, () => loadDemoCatalogue(open.context, (line) => say(`${line}\n`)));
    } finally {
      await open.close();
    }
    const client = new pg.Client(server.owner);
    await client.connect();
    try {
      if (!isAnyway && (await countForeignTools(client)) > 0) {
        throw new StartFailure(
          'This shop has tools of its own. To add made-up ones all the same, say --anyway.',
        );
      }
      await loadLargeShop(client, largeNumbers(count), progressBar(say, process.stdout.isTTY));
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

try {
  if (existsSync('.env')) loadEnvFile('.env');
  const [count = '', ...flags] = process.argv.slice(2);
  const tools = /^\d+$/.test(count) ? Number(count) : 0;
  if (tools < 1 || tools > MOST_TOOLS)
    throw new StartFailure('Say how many tools: npm run seed:large -- 1000000');
  await seed(tools, flags.includes('--anyway'));
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exitCode = 1;
}
