import { schemaProblems } from '#tests/support/schema-problems.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin, newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, expectResolved, holdBack, opened } from './support/test.ts';
import { makeToolByApi, pageOf } from './support/tools.ts';

/** A shop with public tool pages. */
const test = inOwnShop({ TOOL_PAGES: 'public' });

test('a tool’s page is public, and only its order form asks the visitor to log in', {
  tag: ['@desk', '@sweep'],
}, async ({ page, ownShop, tool }) => {
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
    `/signup?from=${encodeURIComponent(pageOf(tool))}`,
  );
  await logIn.click();
  const person = newPerson();
  await signUpByApi(person);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(ownShop + pageOf(tool));
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  await expect(order).toHaveCount(0);
});

test('a tool’s page does not fetch the code of calls before one is made', {
  tag: ['@desk', '@sweep'],
}, async ({ page, tool }) => {
  const scripts: string[] = [];
  page.on('request', (request) =>
    scripts.push(/\/assets\/([\w-]+)-.{8}\.js$/.exec(request.url())?.[1] ?? ''),
  );
  const hasAllFacts = page.waitForResponse(/\/assets\/tool-more-/);
  await opened(page, pageOf(tool));
  await hasAllFacts;
  await page.waitForLoadState('networkidle');
  expect(scripts).toContain('tool-more');
  expect(scripts.filter((name) => name.endsWith('calls'))).toEqual([]);
});

test('a tool’s facts stay as the server wrote them while their code is on its way', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  const tool = await makeToolByApi({ specifications: [{ name: 'Blade', value: '150', unit: 'mm' }] });
  const letGo = await holdBack(page, '**/tool-more-*.js');
  await page.goto(pageOf(tool));
  const facts = page.getByRole('region', { name: 'Specifications' });
  const fromServer = await facts.elementHandle();
  await expectResolved(page);
  const isStill = () => fromServer?.evaluate((region) => region.isConnected);
  expect(await isStill()).toBe(true);
  letGo();
  await page.waitForLoadState('networkidle');
  expect(await isStill()).toBe(true);
  await expect(facts.getByRole('row', { name: 'Blade' })).toBeVisible();
});

test('a tool’s page is fully server-rendered, indexable, and follows every change', {
  tag: '@desk',
}, async ({ ownShop, request, tool }) => {
  const path = pageOf(tool);
  expect(path).toMatch(new RegExp(`^/tools/${tool.id}/try-square-[\\d-]+$`));
  const read = async (address: string) => (await request.get(address)).text();
  const html = await read(path);
  expect(html).toMatch(new RegExp(`<h1[^>]*>${tool.name}</h1>`));
  expect(html).toContain(`<link rel="canonical" href="${ownShop}${path}"/>`);
  expect(html).toContain('<meta name="robots" content="max-image-preview:large"/>');
  expect(html).toContain(`<meta property="og:url" content="${ownShop}${path}"/>`);
  const [, picture = ''] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? [];
  expect((await request.get(picture.replace(ownShop, ''))).headers()['content-type']).toBe('image/webp');
  const said = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  expect(schemaProblems(said, ownShop)).toEqual([]);
  expect(said).toMatchObject({
    '@type': 'Product',
    name: tool.name,
    offers: { price: 25, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  });
  expect(said).toMatchObject({ url: ownShop + path, offers: { url: ownShop + path } });
  const fileOfTools = async () => {
    const [, file = ''] = /<loc>[^<]*(\/sitemaps\/tools-[^<]*)<\/loc>/.exec(await read('/sitemap.xml')) ?? [];
    return read(file);
  };
  expect(await fileOfTools()).toMatch(new RegExp(`<loc>${ownShop}${path}</loc><lastmod>\\d{4}-`));
  for (const other of [`/tools/${tool.id}`, `/tools/${tool.id}/another-name`]) {
    expect(await read(other)).toContain(`<link rel="canonical" href="${ownShop}${path}"/>`);
  }

  // The second response is the cached one; it is dropped with the tool.
  expect(await read(path)).toContain(tool.name);
  await callAsAdmin('DELETE', `/tool/${tool.id}`);
  const gone = await request.get(path);
  expect(gone.status()).toBe(404);
  expect(await gone.text()).toContain('<meta name="robots" content="noindex"/>');
  expect(await fileOfTools()).not.toContain(path);
  expect((await request.get('/tools/no-id')).status()).toBe(404);
  expect((await request.get(`${path}/more`)).status()).toBe(404);
});

test('feeds say of a tool what its page says, as another program reads them', {
  tag: '@desk',
}, async ({ page, ownShop, tool }) => {
  await opened(page, '/tools');
  const newTools = page.locator('head link[rel=alternate][type="application/rss+xml"]');
  await expect(newTools).toHaveAttribute('title', 'New tools');
  const read = (address: string, id: string) =>
    page.evaluate(
      async ([path, wanted]) => {
        const feed = new DOMParser().parseFromString(await (await fetch(path)).text(), 'application/xml');
        const item = [...feed.querySelectorAll('item')].find((each) => each.textContent?.includes(wanted));
        const facts = [...(item?.children ?? [])].map(({ nodeName, textContent }) => [nodeName, textContent]);
        return { isBroken: feed.querySelector('parsererror') !== null, facts: Object.fromEntries(facts) };
      },
      [address, id] as const,
    );
  const link = ownShop + pageOf(tool);
  const rss = await read((await newTools.getAttribute('href')) ?? '', tool.id);
  expect(rss).toMatchObject({ isBroken: false, facts: { title: tool.name, link, guid: tool.id } });
  const google = await read('/feeds/google.xml', tool.id);
  expect(google).toMatchObject({
    isBroken: false,
    facts: { 'g:title': tool.name, 'g:link': link, 'g:availability': 'in_stock', 'g:condition': 'new' },
  });
  await opened(page, pageOf(tool));
  const said = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '',
  );
  const { offers } = [said].flat().find((each) => each['@type'] === 'Product');
  expect(google.facts['g:price']).toBe(`${offers.price.toFixed(2)} USD`);
  const shown = await page
    .locator('main')
    .getByText(/^\$[\d,.]+$/)
    .first()
    .textContent();
  expect(shown?.replaceAll(',', '')).toBe(`$${offers.price.toFixed(2)}`);
});
