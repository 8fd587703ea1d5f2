/** @module-tag sweep */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log.ts';
import { startDatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import {
  freePort,
  runScript,
  type SpawnedShop,
  spawnShop,
  startSpawnedShop,
} from '#tests/support/spawn-shop.ts';
import { actAsAdmin, adminSettings } from '#tests/support/spawned-admin-shop.ts';
import { until } from '#tests/support/until.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-backup-'));
  await chmod(folder, 0o711);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

type Listed = { _id: string; name: string; img: string; available_quantity: number };

async function readTools(shop: SpawnedShop): Promise<Listed[]> {
  const tools = (await (await fetch(`${shop.origin}/tool?limit=100`)).json()) as Listed[];
  return tools.map(({ _id, name, img, available_quantity }) => ({ _id, name, img, available_quantity }));
}

/** Adds three tools that share a picture. */
async function fillShop({ origin }: SpawnedShop): Promise<void> {
  const admin = await actAsAdmin(origin);
  const img = await admin.uploadPicture('plane.png');
  const tool = { description: 'Takes shavings off.', img, price: 30 };
  for (const name of ['Block plane', 'Jack plane', 'Jointer']) {
    const { status } = await admin.post('/tool', {
      ...{ ...tool, name, min_order_quantity: 1, available_quantity: 5 },
    });
    expect(status).toBe(200);
  }
}

async function readPicture(shop: SpawnedShop, img: string): Promise<string> {
  return Buffer.from(await (await fetch(`${shop.origin}${img}`)).arrayBuffer()).toString('base64');
}

/** Makes the data folder of a shop of an older version, with as many contact messages. */
async function makeOldShop(dataDir: string, wanted: string, messages = 0): Promise<void> {
  const config = readConfig({ SHOP_DATA_DIR: dataDir });
  const server = await startDatabaseServer(config, () => undefined);
  await prepareTables(server, createLog('silent'), { wanted });
  const client = new pg.Client(server.owner);
  await client.connect();
  await client.query(
    `insert into contact_messages (id, name, email, phone)
      select gen_random_uuid(), 'Ada', 'ada@joiner.example', '555' from generate_series(1, $1)`,
    [messages],
  );
  await client.end();
  await server.stop();
}

it('backs up an older shop before migrating it, and restores a running shop’s backup elsewhere', async () => {
  await makeOldShop(join(folder, 'first'), '0010-search');
  const METRICS_PORT = String(await freePort());
  const shop = await startSpawnedShop({
    SHOP_DATA_DIR: join(folder, 'first'),
    SHOP_DEMO: '0',
    METRICS_PORT,
    ...adminSettings,
  });
  expect(shop.printed()).toContain('This version changes the database. Backing it up first');
  expect(await readdir(join(folder, 'first', 'backups'))).toEqual([
    expect.stringMatching(/-before-0011-ship-undo\.tar\.gz$/),
  ]);
  await fillShop(shop);
  const tools = await readTools(shop);
  expect(tools).toHaveLength(3);
  const picture = await readPicture(shop, tools[0]?.img ?? '');
  const file = join(folder, 'backups', 'shop.tar.gz');
  const readMetrics = async () => (await fetch(`http://localhost:${METRICS_PORT}/metrics`)).text();
  expect(await readMetrics()).not.toMatch(/^toolyard_backup_age_seconds\{/m);
  const backup = await runScript('backup', [file], { SHOP_DATA_DIR: join(folder, 'first') });
  expect(backup.printed).toMatch(/shop\.tar\.gz: \d+ rows in \d+ tables, \d+ files of pictures, [\d.]+ MB\./);
  expect(backup.code).toBe(0);
  expect(await readMetrics()).toMatch(/^toolyard_backup_age_seconds\{kind="file"\} \d/m);
  const tried = await runScript('backup', ['--verify', file], { SHOP_DATA_DIR: join(folder, 'first') });
  expect(tried.printed).toMatch(
    /shop\.tar\.gz, made at \S+, was restored into a scratch database, which is gone again\. All is as it was backed up: \d+ rows in \d+ tables, \d+ files of pictures\.\n$/,
  );
  expect(tried.code).toBe(0);
  expect(await readdir(join(folder, 'backups'))).toEqual(['shop.tar.gz']);
  shop.kill('SIGKILL');
  await shop.ended;

  const elsewhere = { SHOP_DATA_DIR: join(folder, 'second') };
  const restored = await runScript('restore', [file], elsewhere);
  expect(restored.printed).toContain('Every row was compared with the backup’s.');
  expect(restored.code).toBe(0);
  const again = await startSpawnedShop({ ...elsewhere, SHOP_DEMO: '0' });
  expect(await readTools(again)).toEqual(tools);
  expect(await readPicture(again, tools[0]?.img ?? '')).toBe(picture);
  const signIn = await fetch(`${again.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: adminSettings.SHOP_ADMIN_EMAIL,
      password: adminSettings.SHOP_ADMIN_PASSWORD,
    }),
  });
  expect(signIn.status).toBe(200);
  await again.stop();

  const onto = await runScript('restore', [file], elsewhere);
  expect(onto).toEqual({
    code: 1,
    printed: 'The database is not empty: there are rows in users. Restore into an empty one.\n',
  });
  expect((await readdir(elsewhere.SHOP_DATA_DIR)).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('backs up the earlier database, even if it is killed while it writes the backup', async () => {
  const dataDir = join(folder, 'killed');
  await makeOldShop(dataDir, '0116-bounded-factors', 300_000);
  const settings = { SHOP_DATA_DIR: dataDir, SHOP_DEMO: '0', PORT: String(await freePort()) };
  const killed = spawnShop(settings);
  const backups = () => readdir(join(dataDir, 'backups')).catch((): string[] => []);
  await until('a backup to be under way', async () =>
    (await backups()).some((name) => name.startsWith('.backup-')),
  );
  killed.kill('SIGKILL');
  await killed.ended;
  expect((await backups()).filter((name) => !name.startsWith('.'))).toEqual([
    expect.stringMatching(/-before-0117-email-changes\.unfinished\.json$/),
  ]);

  const shop = await startSpawnedShop(settings);
  await until('the backup', async () => shop.printed().includes('The earlier database is backed up in'));
  await shop.stop();
  const names = await backups();
  expect(names).toEqual([expect.stringMatching(/-before-0117-email-changes\.tar\.gz$/)]);
  const tried = await runScript('backup', ['--verify', join(dataDir, 'backups', names[0] ?? '')], settings);
  expect(tried.printed).toMatch(/All is as it was backed up: 30\d{4} rows in/);
  expect(tried.code).toBe(0);
});

it.each([
  ['backup', 'npm run backup -- [--verify] [FILE]', 'two', ['one', 'two']],
  ['restore', 'npm run restore -- FILE', 'two', ['one', 'two']],
  ['repeat-erasures', 'npm run repeat-erasures -- LOG', 'two', ['one', 'two']],
  ['make-admin', 'npm run make-admin -- EMAIL', 'two', ['one', 'two']],
  ['end-sessions', 'npm run end-sessions -- EMAIL', '--all', ['one', '--all']],
  ['doctor', 'npm run doctor', 'one', ['one']],
  ['start', 'npm start', '--port', ['--port', '80']],
])('%s has help, refuses unknown options, and creates nothing', async (script, usage, odd, args) => {
  const settings = { SHOP_DATA_DIR: join(folder, 'mistyped') };
  const help = await runScript(script, ['--help'], settings);
  expect(help).toMatchObject({
    code: 0,
    printed: expect.stringMatching(`^${usage.replaceAll('[', '\\[')}\n\n`),
  });
  const refused = await runScript(script, args, settings);
  expect(refused.code).toBe(1);
  expect(refused.printed).toContain(`${odd}. Usage: ${usage}.`);
  if (['backup', 'make-admin', 'end-sessions'].includes(script)) {
    const nowhere = await runScript(
      script,
      [script === 'backup' ? 'x.tar.gz' : 'ada@home.example'],
      settings,
    );
    expect(nowhere.printed).toMatch(/^There is no shop in .*mistyped\. Set SHOP_DATA_DIR .*\n$/);
  }
  expect(await readdir(folder)).not.toContain('mistyped');
});

it('explains why a file is not a backup, and restores nothing from it', async () => {
  const SHOP_DATA_DIR = join(folder, 'none');
  const whole = await readFile(join(folder, 'backups', 'shop.tar.gz'));
  const [notTried, notAsItWas] = [1, 2];
  const files: [string, Buffer | undefined, string, number][] = [
    ['missing', undefined, 'there is no such file', notTried],
    ['empty', Buffer.alloc(0), 'it is empty', notAsItWas],
    ['cut', whole.subarray(0, 5_000), 'it is damaged or cut short', notAsItWas],
    ['foreign', Buffer.from('a letter'), 'it is not a backup of this shop', notAsItWas],
  ];
  for (const [name, bytes, reason, verdict] of files) {
    const file = join(folder, `${name}.tar.gz`);
    if (bytes) await writeFile(file, bytes);
    const { code, printed } = await runScript('restore', [file], { SHOP_DATA_DIR });
    expect([code, printed]).toEqual([1, `${file} cannot be restored: ${reason}.\n`]);
    const tried = await runScript('backup', ['--verify', file], { SHOP_DATA_DIR });
    expect(tried.code).toBe(verdict);
    expect(tried.printed).toContain(`${file} cannot be restored: ${reason}.\n`);
  }
  const left = await readdir(folder);
  expect(left.filter((name) => name === 'none' || name.startsWith('.'))).toEqual([]);
});

it('makes a backup and tries it, and leaves no scratch database when it is ended meanwhile', async () => {
  const within = join(folder, 'tries');
  await mkdir(within);
  const cli = [`--import=${pathToFileURL('scripts/require-node-24.js')}`, resolve('src/server/cli.ts')];
  const args = [...cli, 'backup', '--verify'];
  const env = { ...process.env, SHOP_DATA_DIR: join(folder, 'second'), SHOP_LOG_LEVEL: 'error' };
  const whole = spawn(process.execPath, args, { cwd: within, env });
  expect(await once(whole, 'close')).toEqual([0, null]);
  const [made = '', ...others] = await readdir(within);
  expect([made, others]).toEqual([expect.stringMatching(/^toolyard-.*\.tar\.gz$/), []]);
  const ended = spawn(process.execPath, [...args, made], { cwd: within, env });
  await until('the scratch database', async () =>
    (await readdir(within, { recursive: true })).some((name) => name.endsWith('postmaster.pid')),
  );
  ended.kill('SIGTERM');
  expect(await once(ended, 'close')).toEqual([1, null]);
  expect(await readdir(within)).toEqual([made]);
});

it('explains why a backup cannot be written', async () => {
  const settings = { SHOP_DATA_DIR: join(folder, 'second') };
  const intoFolder = await runScript('backup', [folder], settings);
  expect(intoFolder.code).toBe(1);
  expect(intoFolder.printed).toMatch(/is a folder\. Name a file in it: npm run backup -- .*\.tar\.gz\n$/);
  const beneathFile = await runScript('backup', [join(folder, 'cut.tar.gz', 'x.tar.gz')], settings);
  expect(beneathFile.code).toBe(1);
  expect(beneathFile.printed).toMatch(
    /^The backup cannot be written to .*: a file is in the place of its folder\.\n$/,
  );
});
