import type { Page } from '@playwright/test';
import { schemaProblems } from '#tests/support/schema-problems.ts';
import { shopOrigin } from './support/shop-origin.ts';
import { expect, expectResolved, opened, test } from './support/test.ts';

/** The page's canonical URLs and robots directives; each may occur once. */
function headOf(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((tag) => tag.getAttribute(name));
    return { canonical: all('link[rel=canonical]', 'href'), robots: all('meta[name=robots]', 'content') };
  });
}

const found = (path: string) => ({ canonical: [shopOrigin() + path], robots: ['max-image-preview:large'] });
const hidden = { canonical: [], robots: ['noindex'] };

test('title, canonical address and noindex follow the reader from page to page @desk', {
  tag: '@sweep',
}, async ({ page, tool }) => {
  await opened(page, '/about');
  expect(await headOf(page)).toEqual(found('/about'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Policy' }).click();
  await expect(page).toHaveTitle('Policy – Toolyard');
  expect(await headOf(page)).toEqual(found('/policy'));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Portfolio' }).click();
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(9);
  await page.getByRole('link', { name: 'See hand tools' }).click();
  await expect(page).toHaveTitle(/Hand tools – Toolyard/);
  expect(await headOf(page)).toEqual(found('/tools?category=Hand+tools'));
  await page.goto(`/tools?q=${encodeURIComponent(tool.name)}`);
  await expect(page).toHaveTitle(`“${tool.name}” in Tools – Toolyard`);
  expect(await headOf(page)).toEqual(hidden);
  await page.goBack();
  await expect(page).toHaveTitle(/Hand tools – Toolyard/);
  expect(await headOf(page)).toEqual(found('/tools?category=Hand+tools'));
});

test('the structured data of a list is valid, and does not change after hydration', { tag: '@desk' }, async ({
  page,
  tool,
}) => {
  const said = page.locator('script[type="application/ld+json"]');
  await page.goto('/tools');
  const asSent = await said.textContent();
  await expectResolved(page);
  expect(await said.textContent()).toBe(asSent);
  const list = JSON.parse(asSent ?? '');
  expect(schemaProblems(list, shopOrigin())).toEqual([]);
  const items: { item: { name: string } }[] = list.itemListElement;
  const item = items.map((each) => each.item).find(({ name }) => name === tool.name);
  expect(item).toMatchObject({ offers: { price: 25, availability: 'https://schema.org/InStock' } });
});
