/** @module-tag sweep */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureAdmin } from '#features/users/manage-users.ts';
import { makeApiKey } from '#tests/support/api-keys.ts';
import { buy } from '#tests/support/buying.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { runTool } from './run-tool.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const admin = { email: 'keeper@shop.example', password: 'anvil-and-tongs' };

const t = setUpShop({ SHOP_ADMIN_EMAIL: admin.email, SHOP_ADMIN_PASSWORD: admin.password });
let folder: string;

beforeAll(async () => {
  await ensureAdmin(t.shop);
  folder = await mkdtemp(join(tmpdir(), 'toolyard-clients-'));
  await cp(join(import.meta.dirname, 'clients'), folder, { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const description = join(folder, 'openapi.json');
  await writeFile(description, await (await fetch(`${t.url}/openapi.json`)).text());
  await writeFile(
    join(folder, 'picture.png'),
    await plainPicture({ width: 60, height: 40 }).png().toBuffer(),
  );
  await runTool('generate-clients.js', description, folder, t.url);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('generates clients with sound types, also in code that uses them', async () => {
  const options = {
    compilerOptions: {
      ...{ target: 'esnext', module: 'nodenext', lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] },
      ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    },
    include: ['*.ts', 'hey-api', 'orval'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await run(join(root, 'checks/node_modules/.bin/tsc'), ['-p', folder], { cwd: folder }).catch(({ stdout }) =>
    expect.fail(stdout),
  );
});

it.each(['hey-api', 'orval'])('sign in, upload, order and pay: %s', async (generator) => {
  const buyer = { name: 'Bo Buyer', email: `bo@${generator}.example`, password: 'rivets-and-rods' };
  const given = JSON.stringify({ origin: t.url, admin, buyer });
  const script = join(folder, `buy-with-${generator}.ts`);
  const { stdout } = await run(process.execPath, [script, given, join(folder, 'picture.png')]);
  expect(JSON.parse(stdout)).toMatchObject({ paid: true, minQuantity: 2, price: 25, email: buyer.email });
});

it.each(['hey-api', 'orval'])('ship, invoice and price with an API key: %s', async (generator) => {
  const tool = await t.makeTool();
  const order = await buy(t, await t.makeUser(), tool.id);
  await t.runJobs();
  const { key: apiKey } = await makeApiKey(t, await t.makeUser({ role: 'admin' }), {
    scopes: ['orders:read', 'orders:write', 'invoices:read', 'tools:read', 'tools:write'],
  });
  const given = JSON.stringify({ origin: t.url, apiKey, toolId: tool.id });
  const { stdout } = await run(process.execPath, [join(folder, `keep-with-${generator}.ts`), given]);
  expect(JSON.parse(stdout)).toEqual({ modifiedCount: 1, price: 19.5, file: '%PDF-' });
  const row = t.shop.db.selectFrom('orders').select('shipped_at').where('id', '=', order._id);
  expect((await row.executeTakeFirstOrThrow()).shipped_at).not.toBeNull();
});
