import type { Page } from '@playwright/test';
import { familyPath } from '#features/catalogue/rules.ts';
import { schemaProblems } from '#tests/support/schema-problems.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAs, callAsAdmin, type Person } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, pageOf, type ShopTool } from './support/tools.ts';

type Family = { path: string; name: string; tools: ShopTool[] };

const widths = ['9', '10', '12.5', '8', '14', '17'];

/** Groups wrenches of six widths, of which all but the first have a minimum of 4 in packs of 2. */
async function makeFamily(): Promise<Family> {
  const name = `Wrenches ${crypto.randomUUID()}`;
  const tools: ShopTool[] = [];
  for (const [nth, width] of widths.entries())
    tools.push(
      await makeToolByApi({
        name: `Wrench ${width} mm ${crypto.randomUUID()}`,
        part_number: `W${crypto.randomUUID().slice(0, 8)}`,
        price: 10 + nth,
        price_breaks: nth === 0 ? [{ quantity: 20, price: 8 }] : [],
        min_order_quantity: nth === 0 ? 1 : 4,
        pack_step: nth === 0 ? 1 : 2,
        available_quantity: 30,
        specifications: [
          { name: 'Width', value: width, unit: 'mm' },
          { name: 'Finish', value: nth % 2 === 0 ? 'Chrome' : 'Black' },
          { name: 'Steel', value: 'Chrome vanadium' },
        ],
      }),
    );
  const toolIds = tools.map(({ id }) => id);
  const family = { name, description: 'Forged, DIN 3113.', toolIds };
  const { insertedId } = await callAsAdmin<{ insertedId: string }>('POST', '/families', family);
  return { path: familyPath({ _id: insertedId, name }), name, tools };
}

const at = (tools: ShopTool[], index: number) => tools[index] as ShopTool;
const quantityOf = (page: Page, { name }: ShopTool) =>
  page.getByRole('spinbutton', { name: `Quantity of ${name}` });
/** The widths in the table's rows, from the first to the last. */
const shownWidths = (page: Page) =>
  page.getByRole('rowheader').filter({ has: page.getByRole('button', { name: /^Details of/ }) });

test('sizes are one table, filtered and sorted by its address, and several go to the cart at once', async ({
  page,
  buyer,
}) => {
  const { path, name, tools } = await makeFamily();
  expect(buyer.email).toBeTruthy();
  await opened(page, path);
  await expect(page).toHaveTitle(`${name} – Toolyard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('row', { name: 'Steel Chrome vanadium' })).toBeVisible();
  await expect(shownWidths(page)).toHaveText(widths);
  await expectSoundScreen(page);

  await page.getByRole('columnheader', { name: 'Width, mm' }).getByRole('link').click();
  await expect(page.getByRole('columnheader', { name: 'Width, mm' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(shownWidths(page)).toHaveText(['8', '9', '10', '12.5', '14', '17']);
  const filter = page.getByText('Filter', { exact: true });
  if (await filter.isVisible()) await filter.click();
  await page.getByRole('group', { name: 'Finish' }).getByRole('link', { name: 'Chrome' }).click();
  await expect(shownWidths(page)).toHaveText(['9', '12.5', '14']);
  await page.reload();
  await expect(shownWidths(page)).toHaveText(['9', '12.5', '14']);
  await expect(page.getByText('3 of 6 sizes')).toBeVisible();

  const [first, third] = [at(tools, 0), at(tools, 2)];
  await quantityOf(page, first).fill('25');
  await quantityOf(page, third).fill('3');
  await quantityOf(page, third).press('Enter');
  await expect(quantityOf(page, third)).toHaveValue('4');
  await expect(page.getByText('Raised from 3 to the minimum order')).toBeVisible();
  await expect(page.getByText('2 sizes selected · $248.00')).toBeVisible();
  await page.getByRole('link', { name: 'Remove filter: Finish: Chrome' }).click();
  await expect(shownWidths(page)).toHaveCount(6);
  await expect(quantityOf(page, first)).toHaveValue('25');
  await page.getByRole('button', { name: `Add ${at(tools, 1).name}` }).click();
  await expect(quantityOf(page, at(tools, 1))).toHaveValue('4');
  await page.getByRole('button', { name: `Remove ${at(tools, 1).name}` }).click();
  await expect(quantityOf(page, at(tools, 1))).toHaveValue('');
  await page.getByRole('link', { name: 'Review order' }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 0199');
  await page.getByRole('textbox', { name: 'Address' }).fill('3 Saw Pit Road, Portland, ME 04101');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Add 2 to cart' }).click();
  await expectToast(page, '2 lines added to your cart');
  await expect(page).toHaveURL('/dashboard/cart');
  await expect(page.getByText(first.name)).toBeVisible();
  await expect(page.getByText(third.name)).toBeVisible();
  await opened(page, path);
  await expect(quantityOf(page, first)).toHaveValue('');
});

test.describe('a refusal', () => {
  test.use({ expectedErrors: /the server responded with a status of 400/ });

  test('is said in its row, and nothing goes to the cart', { tag: '@desk' }, async ({ page, buyer }) => {
    const { path, tools } = await makeFamily();
    const [first, second] = [at(tools, 0), at(tools, 1)];
    await opened(page, path);
    await quantityOf(page, first).fill('2');
    await quantityOf(page, second).fill('30');
    await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 0199');
    await page.getByRole('textbox', { name: 'Address' }).fill('3 Saw Pit Road, Portland, ME 04101');
    await callAsAdmin('POST', `/tool/${second.id}/stock`, {
      kind: 'adjusted',
      quantity: -24,
      reason: 'Damaged in transport',
    });
    await page.getByRole('button', { name: 'Add 2 to cart' }).click();
    await expect(page.getByText('Nothing was added. The marked line needs attention.')).toBeVisible();
    await expect(quantityOf(page, second)).toBeFocused();
    await expect(quantityOf(page, second)).toHaveAttribute('aria-invalid', 'true');
    expect(await callAs<unknown[]>(buyer, 'GET', `/orders?email=${buyer.email}`)).toEqual([]);
    await quantityOf(page, second).fill('8');
    await expect(page.getByText('Only 6 left')).toBeVisible();
    await quantityOf(page, second).fill('6');
    await page.getByRole('button', { name: 'Add 2 to cart' }).click();
    await expectToast(page, '2 lines added to your cart');
    expect(await callAs<unknown[]>(buyer, 'GET', `/orders?email=${buyer.email}`)).toHaveLength(2);
  });
});

test('sizes are filtered and ordered by keyboard alone', { tag: '@desk' }, async ({ page, buyer }) => {
  const { path, tools } = await makeFamily();
  expect(buyer.email).toBeTruthy();
  await opened(page, path);
  const { keyboard } = page;
  await page.getByRole('group', { name: 'Finish' }).getByRole('link', { name: 'Black' }).focus();
  await keyboard.press('Enter');
  await expect(shownWidths(page)).toHaveText(['10', '8', '17']);
  await page.getByRole('combobox', { name: 'Width, mm, to' }).focus();
  await keyboard.type('10');
  await expect(shownWidths(page)).toHaveText(['10', '8']);
  await page.getByRole('button', { name: `Details of ${at(tools, 1).name}` }).focus();
  await keyboard.press('Enter');
  await expect(page.getByText('A try square for marking out joints')).toBeVisible();
  // Past the part number.
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(quantityOf(page, at(tools, 1))).toBeFocused();
  await keyboard.type('5');
  await keyboard.press('Tab');
  await expect(quantityOf(page, at(tools, 1))).toHaveValue('6');
  await page.getByRole('link', { name: 'Review order' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Phone' }).focus();
  await keyboard.type('+1 555 010 0199');
  await keyboard.press('Tab');
  await keyboard.type('3 Saw Pit Road, Portland, ME 04101');
  await page.getByRole('button', { name: 'Add 1 to cart' }).focus();
  await keyboard.press('Enter');
  await expectToast(page, '1 line added to your cart');
});

const publicShop = inOwnShop({ TOOL_PAGES: 'public' });

publicShop(
  'the page of sizes is complete before scripts, and search engines are led to it',
  {
    tag: '@desk',
  },
  async ({ ownShop, request, browser }) => {
    const { path, name, tools } = await makeFamily();
    const read = async (address: string) => (await request.get(address)).text();
    const html = await read(path);
    expect(html).toContain(`<link rel="canonical" href="${ownShop}${path}"/>`);
    expect(html).toContain('<meta name="robots" content="max-image-preview:large"/>');
    expect(html).toContain('<meta name="description" content="Forged, DIN 3113."/>');
    const said = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
    expect(schemaProblems(said, ownShop)).toEqual([]);
    expect(said).toMatchObject({ '@type': 'ProductGroup', name, variesBy: ['Width', 'Finish'] });
    expect(said.hasVariant).toHaveLength(tools.length);
    for (const query of ['?sort=price', '?spec=Finish%3ABlack'])
      expect(await read(path + query)).toContain(`<link rel="canonical" href="${ownShop}${path}"/>`);
    expect(await read('/sitemaps/tools-1.xml')).toContain(`<loc>${ownShop}${path}</loc>`);
    // A member with a text of its own stays the canonical page of itself.
    const member = await read(pageOf(at(tools, 0)));
    expect(member).toContain(`<link rel="canonical" href="${ownShop}${pageOf(at(tools, 0))}"/>`);
    const { version } = await callAsAdmin<{ version: number }>('GET', `/managetool/${at(tools, 0).id}`);
    await callAsAdmin('PATCH', `/tool/${at(tools, 0).id}`, { version, description: 'Forged, DIN 3113.' });
    expect(await read(pageOf(at(tools, 0)))).toContain(`<link rel="canonical" href="${ownShop}${path}"/>`);
    expect(await read('/sitemaps/tools-1.xml')).not.toContain(pageOf(at(tools, 0)));
    expect((await request.get('/family/no-id')).status()).toBe(404);

    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: ownShop });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('rowheader', { name: '12.5' })).toBeVisible();
    await expect(page.getByRole('spinbutton').first()).toBeHidden();
    await page.getByRole('columnheader', { name: 'Width, mm' }).getByRole('link').click();
    await expect(page).toHaveURL(/sort=column/);
    await page.getByRole('link', { name: at(tools, 3).part_number ?? '' }).click();
    await expect(page).toHaveURL(pageOf(at(tools, 3)));
    await context.close();
  },
);

publicShop('a visitor’s quantities are still there after logging in', { tag: '@desk' }, async ({ page }) => {
  const { path, tools } = await makeFamily();
  await opened(page, path);
  await quantityOf(page, at(tools, 0)).fill('3');
  await page.getByRole('link', { name: 'Review order' }).click();
  await page.getByRole('region', { name: 'Add to cart' }).getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.goBack();
  await expect(quantityOf(page, at(tools, 0))).toHaveValue('3');
});

test('a member’s page has the table of its sizes, and says which it is', async ({ page, buyer }) => {
  const { path, name, tools } = await makeFamily();
  expect(buyer.email).toBeTruthy();
  await opened(page, pageOf(at(tools, 2)));
  const table = page.getByRole('region', { name: `Sizes of ${name}` });
  await expect(table.getByRole('rowheader', { name: 'this tool' })).toContainText('12.5');
  await expectSoundScreen(page);
  await table.getByRole('link', { name: at(tools, 4).part_number ?? '' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(at(tools, 4).name);
  await page.getByRole('link', { name: `${name}: all sizes` }).click();
  await expect(page).toHaveURL(path);
});

/** A tool that a buyer has paid for, with a review of it. */
async function reviewByApi(buyer: Person, tool: ShopTool, rate: number, reviews: string): Promise<void> {
  await payOrderByApi(buyer, await placeOrderByApi(buyer, tool, tool.min_order_quantity));
  await callAs(buyer, 'POST', '/review', { toolId: tool.id, rate, reviews });
}

test('reviews of all sizes are on the family’s page and on each of theirs, each with its size', async ({
  page,
  buyer,
}) => {
  const { path, tools } = await makeFamily();
  const [first, second, third] = [at(tools, 0), at(tools, 1), at(tools, 2)];
  await reviewByApi(buyer, first, 5, 'Fits like a glove.');
  await reviewByApi(buyer, second, 2, 'Slips a little.');
  await opened(page, path);
  const reviews = page.getByRole('region', { name: 'Reviews of all sizes' });
  await page.getByRole('link', { name: 'Rated 3.5 out of 5' }).click();
  await expect(reviews.getByRole('article')).toHaveCount(2);
  await expect(reviews.getByRole('article').first()).toContainText('Slips a little.');
  await expect(reviews.getByRole('link')).toHaveText([second.name, first.name]);
  await expectSoundScreen(page);
  await reviews.getByRole('link', { name: first.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.name);

  await opened(page, pageOf(third));
  await reviews.scrollIntoViewIfNeeded();
  await expect(reviews.getByRole('article')).toHaveCount(2);
  await expectSoundScreen(page);
});

test('up to four sizes are marked in the table to be compared', async ({ page, buyer }) => {
  const { path, tools } = await makeFamily();
  expect(buyer.email).toBeTruthy();
  await opened(page, path);
  const mark = (index: number) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: at(tools, index).part_number ?? '' }) })
      .getByRole('checkbox', { name: 'Compare' });
  await mark(0).press(' ');
  await expect(page.getByText('1 of 4 tools')).toBeVisible();
  for (const index of [1, 2, 3]) await mark(index).check();
  await expect(mark(4)).toBeDisabled();
  await quantityOf(page, at(tools, 0)).fill('2');
  await expectSoundScreen(page);
  await page.getByRole('link', { name: 'Compare 4 tools' }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(4);
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByText('Width') })
      .getByRole('cell'),
  ).toHaveText(['9', '10', '12.5', '8'].map((width) => `${width} mm`));
});

test('a size that its tool’s name leaves out is told in the cart, in orders, and on the receipt', async ({
  page,
  buyer,
}) => {
  const name = `Wood screw ${crypto.randomUUID()}`;
  const tools: ShopTool[] = [];
  for (const length of ['30', '40'])
    tools.push(
      await makeToolByApi({
        name,
        part_number: `S${crypto.randomUUID().slice(0, 8)}`,
        specifications: [{ name: 'Length', value: length, unit: 'mm' }],
      }),
    );
  const toolIds = tools.map(({ id }) => id);
  await callAsAdmin('POST', '/families', { name: `Screws ${crypto.randomUUID()}`, toolIds });
  const order = await placeOrderByApi(buyer, at(tools, 1));
  await opened(page, '/dashboard/cart');
  const line = page.getByRole('listitem', { name: `${name}, Length 40 mm` });
  await expect(line).toContainText(`Part no. ${at(tools, 1).part_number}`);
  await expectSoundScreen(page);
  await payOrderByApi(buyer, order);
  await opened(page, '/dashboard/orders');
  await expect(page.getByText(`${name}, Length 40 mm`).first()).toBeVisible();
  await expect(page.getByText(`Part no. ${at(tools, 1).part_number}`).first()).toBeVisible();
  await expectSoundScreen(page);
});
