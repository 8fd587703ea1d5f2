/** @module-tag sweep */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessTokenOf, signUp } from '#tests/support/accounts.ts';
import { buy, expectStatus } from '#tests/support/buying.ts';
import { readFile } from '#tests/support/deploy-files.ts';
import { brought, makeProductionFolder } from '#tests/support/production-folder.ts';
import { type SpawnedShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { actAsAdmin, adminSettings, callerOf } from '#tests/support/spawned-admin-shop.ts';

let folder: string;
let shop: SpawnedShop;

beforeAll(async () => {
  folder = await makeProductionFolder();
  const settings = { SHOP_DATA_DIR: join(folder, '.shop-data'), SHOP_DEMO: '0', ...adminSettings };
  shop = await startSpawnedShop(settings, { folder });
});

afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function fetchBytes(path: string, token?: string) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  const reply = await fetch(new URL(path, shop.origin), { headers });
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
}

it('is made of what the documentation says', () => {
  expect(readFile('docs/operating.md')).toContain(`\ntar -czf toolyard.tar.gz ${brought.join(' ')}\n`);
});

it('has none of the tools that build and check, and builds nothing', () => {
  for (const name of ['vite', 'vitest', 'typescript', '@react-router/dev', '@biomejs', 'playwright-core'])
    expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);
  expect(shop.printed()).not.toContain('Building the pages');
});

it('serves a page with a tool and its picture, an order that is paid, and its invoice', async () => {
  const admin = await actAsAdmin(shop.origin);
  const img = await admin.uploadPicture('plane.png');
  const figures = { min_order_quantity: 1, available_quantity: 3, price: 42 };
  const tool = { name: 'Block plane', description: 'Trims end grain.', img, ...figures };
  const added = await admin.post<{ insertedId: string }>('/tool', tool);
  const { insertedId } = expectStatus(added, 200);
  const page = await fetchBytes('/tools?q=plane');
  expect(page.status).toBe(200);
  expect(String(page.bytes)).toContain('Block plane');
  const picture = await fetchBytes(img);
  expect(picture.status).toBe(200);
  expect(picture.bytes.subarray(8, 12).toString()).toBe('WEBP');

  const t = { call: callerOf(shop.origin) };
  const account = await signUp(t);
  const buyer = { ...account, token: await accessTokenOf(t, account) };
  const order = await buy(t, buyer, insertedId, 2);
  const { status, bytes } = await fetchBytes(`/orders/${order._id}/invoice.pdf`, buyer.token);
  expect(status).toBe(200);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
});
