import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SpawnedShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';

let folder: string;
let shop: SpawnedShop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-dev-'));
  await chmod(folder, 0o711);
  shop = await startSpawnedShop({ SHOP_DATA_DIR: folder, SHOP_DEMO: '0' }, { script: 'dev' });
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('npm run dev serves pages from source, and does not restart for files that it writes itself', async () => {
  const page = await fetch(`${shop.origin}/tools`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toMatch(/<h1[^>]*>Tools/);
  expect(html).toContain('src/app/entry.client.tsx');
  expect(shop.printed()).not.toContain('Restarting');
});
