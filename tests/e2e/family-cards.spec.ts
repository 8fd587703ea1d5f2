import type { Page } from '@playwright/test';
import { familyPath } from '#features/catalogue/rules.ts';
import { chips, closeFilters, found, names, openFilters } from './support/filters.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, type ShopTool } from './support/tools.ts';

const widths = ['8', '9', '10', '13', '17', '24'];

/** Groups wrenches of six widths, of two brands, and adds a drill of the same unique word. */
async function makeCards() {
  const word = `Quarl${Math.random().toString(36).slice(2, 8)}`;
  const name = `${word} wrenches`;
  const tools: ShopTool[] = [];
  for (const [nth, width] of widths.entries())
    tools.push(
      await makeToolByApi({
        name: `${word} wrench, ${width} mm`,
        part_number: `${word}-${width}`,
        category: 'Hand tools',
        brand: nth < 3 ? 'Kestrel' : 'Merlin',
        price: 10 + nth,
        min_order_quantity: width === '8' ? 5 : 1,
        available_quantity: width === '8' ? 1 : 40,
        specifications: [
          { name: 'Width', value: width, unit: 'mm' },
          { name: 'Steel', value: 'Chrome vanadium' },
        ],
      }),
    );
  const toolIds = tools.map(({ id }) => id);
  const family = { name, description: 'Forged, DIN 3113.', toolIds };
  const { insertedId } = await callAsAdmin<{ insertedId: string }>('POST', '/families', family);
  const drill = await makeToolByApi({
    name: `${word} drill`,
    category: 'Power tools',
    brand: 'Kestrel',
    price: 120,
  });
  return { word, name, path: familyPath({ _id: insertedId, name }), drill };
}

const cards = (page: Page) => found(page).getByRole('article');
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search tools' });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
/** The widths in the table's rows, from the first to the last. */
const shownWidths = (page: Page) =>
  page.getByRole('table').getByRole('rowheader').filter({ hasText: /^\d+$/ });
const details = (page: Page, word: string, width: string) =>
  page.getByRole('button', { name: `Details of ${word} wrench, ${width} mm` });

const publicShop = inOwnShop({ TOOL_PAGES: 'public' });

test('a search for one size finds its family’s card, which leads to that size, and from there to all', {
  tag: '@main-job',
}, async ({ page, buyer }) => {
  const { word, name, path } = await makeCards();
  expect(buyer.email).toBeTruthy();
  await opened(page, '/');
  await searchBox(page).fill(`10 mm ${word} wrench`);
  await searchBox(page).press('Enter');
  await expect(names(page)).toHaveText([name]);
  await expect(cards(page)).toContainText('1 of 6 sizes');
  await expect(cards(page)).toContainText(`${word} wrench, 10 mm`);
  await expect(cards(page)).toContainText('$12.00');
  await expect(cards(page)).not.toContainText('–');
  await expect(page.getByText('1 tool', { exact: true }).first()).toBeVisible();
  await expectSoundScreen(page);

  await cards(page).getByRole('link', { name: 'See sizes' }).click();
  await expect(page).toHaveURL(`${path}?q=10+mm+${word}+wrench`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(shownWidths(page)).toHaveText(['10', '8', '9', '13', '17', '24']);
  await expect(page.getByText('1 size fits your search, and comes first')).toBeVisible();
  await expect(details(page, word, '10')).toHaveAttribute('aria-expanded', 'false');
  await expectSoundScreen(page);

  await page.getByRole('link', { name: 'Show in the usual order' }).click();
  await expect(page).toHaveURL(path);
  await expect(shownWidths(page)).toHaveText(widths);
  await expect(page.getByRole('link', { name: 'Show in the usual order' })).toHaveCount(0);
  await page.goBack();
  await expect(shownWidths(page).first()).toHaveText('10');
});

test('a part number in the search box leads, by keyboard alone, to its size, which is open', {
  tag: '@desk',
}, async ({ page, buyer }) => {
  const { word, name, path } = await makeCards();
  expect(buyer.email).toBeTruthy();
  await opened(page, '/about');
  await page.keyboard.press('Control+k');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(`${word.toLowerCase()}-13`);
  await expect(suggestions(page).first()).toHaveText(`${name}1 of 6 sizes$13.00`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${path}?q=${word.toLowerCase()}-13`);
  await expect(shownWidths(page).first()).toHaveText('13');
  await expect(details(page, word, '13')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('button', { name: /^Details of/, expanded: true })).toHaveCount(1);

  await page.keyboard.press('Control+k');
  await page.keyboard.type(`${word}-24`);
  await page.keyboard.press('Enter');
  await expect(cards(page)).toContainText('1 of 6 sizes');
  await page.getByRole('link', { name: 'See sizes' }).focus();
  await page.keyboard.press('Enter');
  await expect(details(page, word, '24')).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('link', { name: 'Show in the usual order' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);
  await expect(shownWidths(page)).toHaveText(widths);
});

test('the list, its filters, and their counts agree: a family is one card, whatever fits', async ({
  page,
}) => {
  const { word, name, drill } = await makeCards();
  await opened(page, `/tools?q=${word}`);
  await expect(names(page)).toHaveText([drill.name, name]);
  await expect(page.getByText('2 tools', { exact: true }).first()).toBeVisible();
  await expect(cards(page).last()).toContainText(/(?<!of )6 sizes/);
  await expect(cards(page).last()).toContainText('$10.00 – $15.00');
  await expect(cards(page).last()).toContainText('5 of 6 in stock');

  const panel = await openFilters(page);
  await expect(panel.getByRole('checkbox', { name: 'Kestrel 2' })).toBeVisible();
  await expect(panel.getByRole('checkbox', { name: 'Merlin 1' })).toBeVisible();
  await expect(panel.getByRole('checkbox', { name: 'In stock 2' })).toBeVisible();
  await expect(panel.getByRole('radio', { name: 'Power tools 1' })).toBeVisible();
  await panel.getByRole('radio', { name: 'Hand tools 1' }).check();
  await expect(names(page)).toHaveText([name]);
  await expect(page.getByText('1 tool', { exact: true }).first()).toBeVisible();
  await panel.getByRole('checkbox', { name: 'Merlin 1' }).check();
  await expect(cards(page)).toContainText('3 of 6 sizes');
  await expect(cards(page).getByText('In stock', { exact: true })).toBeVisible();
  await expect(cards(page)).toContainText('$13.00 – $15.00');
  await closeFilters(page);
  await expect(chips(page)).toHaveText(['Hand tools', 'Merlin', 'Clear filters']);
  await page.getByRole('link', { name: 'Show as rows' }).click();
  await expect(cards(page)).toContainText('3 of 6 sizes');
  await expectSoundScreen(page);
  await expect(cards(page).getByRole('link', { name: 'See sizes' })).toHaveAttribute(
    'href',
    RegExp(`\\?q=${word}&category=Hand\\+tools&brand=Merlin$`),
  );
});

publicShop(
  'without scripts, a card leads to what fits, and back to the usual order',
  { tag: '@desk' },
  async ({ browser, ownShop, viewport }) => {
    const { word, name, path } = await makeCards();
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: ownShop, viewport });
    const page = await context.newPage();
    await page.goto(`/tools?q=${word}+17`);
    await expect(names(page)).toHaveText([name]);
    await cards(page).getByRole('link', { name: 'See sizes' }).click();
    await expect(page).toHaveURL(`${path}?q=${word}+17`);
    await expect(shownWidths(page)).toHaveText(['17', '8', '9', '10', '13', '24']);
    await page.getByRole('link', { name: 'Show in the usual order' }).click();
    await expect(page).toHaveURL(path);
    await expect(shownWidths(page)).toHaveText(widths);
    await context.close();
  },
);
