import type { Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { comparisonPath } from '#features/compare/rules.ts';
import { inOwnShop } from './support/own-shop.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, holdScriptsBack, opened } from './support/test.ts';
import { makeToolByApi, type ShopTool } from './support/tools.ts';

/** A shop with public tool pages. */
const test = inOwnShop({ TOOL_PAGES: 'public' });

const sizes = ['8', '10', '13', '17', '19'];

/** Wrenches of different sizes, all of one steel; the list finds them by `word`. */
async function makeWrenches(): Promise<{ word: string; wrenches: ShopTool[] }> {
  const word = `Ringspanner${Date.now()}`;
  const wrenches = [];
  for (const size of sizes)
    wrenches.push(
      await makeToolByApi({
        name: `${word} ${size} mm`,
        price: Number(size),
        specifications: [
          { name: 'Jaw width', value: size, unit: 'mm' },
          { name: 'Steel', value: 'Cr-V', unit: null },
        ],
      }),
    );
  return { word, wrenches };
}

const mark = (page: Page, { name }: ShopTool) =>
  page.getByRole('article').filter({ hasText: name }).getByRole('checkbox', { name: 'Compare' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name) });
const columns = (page: Page) => page.getByRole('columnheader');

test('tools are marked in a list, up to four, and compared at an address that can be shared', {
  tag: '@main-job',
}, async ({ page, browser, ownShop }) => {
  const { word, wrenches } = await makeWrenches();
  const [first, second, third, fourth, fifth] = wrenches as [
    ShopTool,
    ShopTool,
    ShopTool,
    ShopTool,
    ShopTool,
  ];
  await opened(page, `/tools?q=${word}`);
  await mark(page, first).press(' ');
  await expect(page.getByText('1 of 4 tools')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Compare/ })).toHaveCount(0);
  for (const each of [second, third, fourth]) await mark(page, each).check();
  await expect(mark(page, fifth)).toBeDisabled();
  await mark(page, third).uncheck();
  await expect(mark(page, fifth)).toBeEnabled();
  await page.getByRole('link', { name: 'Compare 3 tools' }).click();
  await expect(page).toHaveURL(comparisonPath([first.id, second.id, fourth.id]));
  await expect(columns(page)).toHaveCount(3);
  await expect(row(page, 'Jaw width').getByRole('rowheader')).toHaveText('Jaw width (differs)');
  await expect(row(page, 'Jaw width').getByRole('cell')).toHaveText(['8 mm', '10 mm', '17 mm']);
  await expect(row(page, 'Steel').getByRole('rowheader')).toHaveText('Steel');
  await expectSoundScreen(page);
  await page.getByRole('link', { name: 'Show differences only' }).click();
  await expect(row(page, 'Steel')).toHaveCount(0);
  await expect(row(page, 'Jaw width')).toBeVisible();
  const other = await browser.newContext({ baseURL: ownShop });
  const guest = await other.newPage();
  await guest.goto(page.url());
  await expect(columns(guest)).toHaveCount(3);
  await expect(row(guest, 'Steel')).toHaveCount(0);
  await other.close();
  await page.getByRole('link', { name: `Remove ${second.name}` }).click();
  await expect(columns(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Add a tool' }).click();
  await expect(page.getByText('2 of 4 tools')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('2 of 4 tools')).toHaveCount(0);
});

test('a comparison of four is printed on one page', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  const { wrenches } = await makeWrenches();
  await opened(page, comparisonPath(wrenches.slice(0, 4).map(({ id }) => id)));
  await expect(columns(page)).toHaveCount(4);
  const printed = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  expect(printed.numPages).toBe(1);
  const { items } = await (await printed.getPage(1)).getTextContent();
  const words = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  for (const size of sizes.slice(0, 4)) expect(words).toContain(`${size} mm`);
});

test('what was marked before scripts load is compared, also without any', {
  tag: '@sweep',
}, async ({ page }) => {
  const { word, wrenches } = await makeWrenches();
  const letGo = await holdScriptsBack(page);
  await page.goto(`/tools?q=${word}`);
  for (const each of wrenches.slice(0, 2)) await mark(page, each).check();
  letGo();
  await page.getByRole('link', { name: 'Compare 2 tools' }).click();
  await expect(columns(page)).toHaveCount(2);
});

test('says so where there is nothing to compare, or no longer', {
  tag: ['@desk', '@sweep'],
}, async ({ page, tool }) => {
  await opened(page, '/compare');
  await expect(page.getByText('Choose tools to compare')).toBeVisible();
  await opened(page, comparisonPath(['019aa000-0000-7000-8000-000000000000', tool.id]));
  await expect(page.getByText('1 tool is no longer in the shop.')).toBeVisible();
  await expect(columns(page)).toHaveCount(1);
});
