import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { readConfig } from '#platform/config/config.ts';
import { backUpBeforeChange } from '#server/shop/backup-before-change.ts';
import { type DatabaseServer, startDatabaseServer } from '#server/shop/database-server.ts';
import { makeFolder } from './support/bench-shop.ts';
import { type Row, showSpread, spreadOf } from './support/figures.ts';

const run = promisify(execFile);

const TOOLS = 100_000;
const ROUNDS = 5;
/** How long a shop may be away for its migrations. */
const WANTED = '≤ 5,000';

const LEFT_TO_A_JOB = 'a new value in every tool';

/** What migrations do to tables that are there, of the largest kinds. */
const changes: Record<string, string[]> = {
  'a column without a value, and one with a constant': [
    'alter table tools add column one text, add column two integer not null default 0 check (two >= 0)',
  ],
  'a constraint on tools': ['alter table tools add constraint short check (length(name) < 10000)'],
  'a reference from tools to categories': [
    'alter table tools add column other_category uuid references categories (id)',
  ],
  'a trigger on orders': [
    `create function nothing() returns trigger language plpgsql as $$ begin return new; end $$`,
    'create trigger nothing before insert on orders for each row execute function nothing()',
  ],
  'an index of tools': ['create index on tools (price_cents, id)'],
  'an index of stock movements': ['create index on stock_movements (tool_id, at)'],
  'an index of orders': ['create index on orders (placed_at, id)'],
  [LEFT_TO_A_JOB]: ['alter table tools add column three integer', 'update tools set three = 1'],
};

/** Measures how long changes of a shop of 100,000 tools hold up what serves it, each rolled back again.
 * `BENCH_DATA_DIR`: a folder filled by `npm run seed:large -- 100000`. */
export async function measureMigrations(): Promise<Row[]> {
  const dataDir = process.env.BENCH_DATA_DIR ?? (await makeFolder());
  try {
    const env = { ...process.env, SHOP_DATA_DIR: dataDir };
    if (!process.env.BENCH_DATA_DIR)
      await run('npm', ['run', '--silent', 'seed:large', '--', String(TOOLS)], { env });
    return await measure(dataDir);
  } finally {
    if (!process.env.BENCH_DATA_DIR) await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(dataDir: string): Promise<Row[]> {
  const server = await startDatabaseServer(readConfig({ SHOP_DATA_DIR: dataDir }), () => undefined);
  const client = new pg.Client(server.owner);
  await client.connect();
  try {
    const rows: Row[] = [];
    for (const [what, statements] of Object.entries(changes)) {
      const isLeft = what === LEFT_TO_A_JOB;
      const took = await repeatedly(isLeft ? 1 : ROUNDS, () => timeRolledBack(client, statements));
      rows.push({
        what: `${what}, ms`,
        ours: showSpread(spreadOf(took)),
        wanted: isLeft ? 'in no migration' : WANTED,
      });
    }
    rows.push({
      what: 'the backup of an embedded database before them, ms',
      ours: showSpread(spreadOf(await repeatedly(ROUNDS, () => timeBackup(server, dataDir)))),
      wanted: '',
    });
    return rows;
  } finally {
    await client.end();
    await server.stop();
  }
}

async function repeatedly<Taken>(rounds: number, time: () => Promise<Taken>): Promise<Taken[]> {
  const took: Taken[] = [];
  for (let round = 0; round < rounds; round += 1) took.push(await time());
  return took;
}

async function timeBackup(server: DatabaseServer, dataDir: string): Promise<number> {
  const startedAt = performance.now();
  const config = readConfig({ SHOP_DATA_DIR: dataDir });
  const backup = await backUpBeforeChange(config, server, () => undefined)?.(['bench']);
  const took = performance.now() - startedAt;
  await backup?.discard();
  return took;
}

async function timeRolledBack(client: pg.Client, statements: string[]): Promise<number> {
  await client.query('begin');
  const startedAt = performance.now();
  for (const statement of statements) await client.query(statement);
  const took = performance.now() - startedAt;
  await client.query('rollback');
  return took;
}
