import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaProblems } from '#tests/support/schema-problems.ts';
import { startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { e2eAdmin } from './support/admin.ts';
import { callAsAdmin, newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { visitShop } from './support/shop-origin.ts';
import { test as base, expect, opened } from './support/test.ts';

/** The test of a shop of its own, whose tool pages everybody may see. */
const test = base.extend<object, { publicShop: string }>({
  publicShop: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-e2e-public-'));
      // As root, PostgreSQL runs as another user, who must be able to pass through.
      await chmod(dataDir, 0o711);
      const shop = await startSpawnedShop({
        TOOL_PAGES: 'public',
        SHOP_DATA_DIR: dataDir,
        SHOP_DEMO: '0',
        SHOP_RATE_LIMIT: 'off',
        SHOP_ADMIN_EMAIL: e2eAdmin.email,
        SHOP_ADMIN_PASSWORD: e2eAdmin.password,
      });
      visitShop(shop.origin);
      await use(shop.origin);
      visitShop(undefined);
      shop.kill('SIGTERM');
      await shop.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  baseURL: ({ publicShop }, use) => use(publicShop),
});

test('a tool’s page is there for everybody, and only its order form asks to log in', {
  tag: ['@desk', '@sweep'],
}, async ({ page, publicShop, tool }) => {
  const path = `/tools/${tool.id}`;
  await opened(page, path);
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle(`${tool.name} – Toolyard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.name);
  await expectSoundScreen(page);
  const order = page.getByRole('region', { name: 'Order this tool' });
  const logIn = order.getByRole('link', { name: 'Login' });
  await page.getByRole('button', { name: 'BUY NOW' }).click();
  await expect(logIn).toBeFocused();
  await expect(order.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    `/signup?from=${encodeURIComponent(path)}`,
  );
  await logIn.click();
  const person = newPerson();
  await signUpByApi(person);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(publicShop + path);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await expect(order).toHaveCount(0);
});

test('a tool’s page comes whole from the server, is to be found, and follows every change @desk', async ({
  publicShop,
  request,
  tool,
}) => {
  const path = `/tools/${tool.id}`;
  const read = async (address: string) => (await request.get(address)).text();
  const html = await read(path);
  expect(html).toMatch(new RegExp(`<h1[^>]*>${tool.name}</h1>`));
  expect(html).toContain(`<link rel="canonical" href="${publicShop}${path}"/>`);
  expect(html).toContain('<meta name="robots" content="max-image-preview:large"/>');
  expect(html).toContain(`<meta property="og:url" content="${publicShop}${path}"/>`);
  const said = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  expect(schemaProblems(said, publicShop)).toEqual([]);
  expect(said).toMatchObject({
    '@type': 'Product',
    name: tool.name,
    offers: { price: 12.5, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  });
  expect(await read('/sitemap.xml')).toContain(`<loc>${publicShop}${path}</loc>`);

  // The second answer is the one that is kept, and goes with the tool.
  expect(await read(path)).toContain(tool.name);
  await callAsAdmin('DELETE', `/tool/${tool.id}`);
  const gone = await request.get(path);
  expect(gone.status()).toBe(404);
  expect(await gone.text()).toContain('<meta name="robots" content="noindex"/>');
  expect(await read('/sitemap.xml')).not.toContain(path);
  expect((await request.get('/tools/no-id')).status()).toBe(404);
});
