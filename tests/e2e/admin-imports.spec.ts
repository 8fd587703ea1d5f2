import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openListFilters, rowsWith } from './support/rows.ts';
import { expectSoundScreen, openMenu } from './support/screen.ts';
import { shopOrigin } from './support/shop-origin.ts';
import { expect, opened, test } from './support/test.ts';
import { availableUnits, makePicture, makeToolByApi, type ShopTool, uploadPicture } from './support/tools.ts';

let made = 0;
/** A tool with its own part number. */
async function makeNumbered(tool: Partial<ShopTool> = {}) {
  made += 1;
  const number = `IMP-${Date.now()}-${made}`;
  return { number, ...(await makeToolByApi({ part_number: number, ...tool })) };
}

const priceOf = async (tool: ShopTool): Promise<number> =>
  (await (await fetch(`${shopOrigin()}/tool/${tool.id}`)).json()).price;

const choose = (page: Page, lines: string[], name = 'prices.csv') =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });

/** Chooses a file with known columns, and has it checked. */
async function send(page: Page, lines: string[]): Promise<void> {
  await choose(page, lines);
  await expect(page.getByRole('group', { name: 'Columns' })).toBeVisible();
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
}

const told = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();

/** Undoes the displayed import after confirming. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).press('Enter');
  await told(page, /^Undone /);
}

test('a file of tools is mapped, checked, applied and undone', async ({ page, admin: _ }) => {
  const [saw, file] = [await makeNumbered({ price: 12.5 }), await makeNumbered({ price: 3 })];
  await opened(page, '/dashboard/managetool');
  await openMenu(page);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page).toHaveTitle('Import – Toolyard');
  const check = page.getByRole('button', { name: 'Check the file' });
  await check.press('Enter');
  await expect(page.getByLabel('CSV file')).toBeFocused();
  await expect(page.getByLabel('CSV file')).toHaveAccessibleDescription(/^Please choose a file/);

  // No other test sends a file of that name.
  const [article, name] = [`Artikel ${saw.number}`, `${saw.number}.csv`];
  const lines = [
    `${article};Preis;Available Quantity;Remark`,
    `${saw.number};15,50;44;cut`,
    `${file.number};free;4;`,
  ];
  await choose(page, lines, name);
  await expect(page.getByLabel('What Available Quantity is')).toHaveValue('available_quantity');
  await check.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'The file needs a column with part numbers' });
  await expect(alert).toBeVisible();
  await page.getByLabel(`What ${article} is`).selectOption('Part number');
  await page.getByLabel('What Preis is').selectOption('Price');
  await expectSoundScreen(page);
  await check.press('Enter');

  await told(page, '1 tool will change. Nothing has been changed yet.');
  await expect(page.getByText('Row 3, Preis: Price must be a number')).toBeVisible();
  await expect(page.getByText('Not imported: Remark')).toBeVisible();
  const row = rowsWith(page, saw.name);
  await expect(row).toContainText('Before $12.50');
  await expect(row).toContainText('After $15.50');
  await expectSoundScreen(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Error file' }).press('Enter');
  const errors = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
  expect(errors[1]).toBe(`Preis: Price must be a number,${file.number},free,4,`);

  await page.getByRole('button', { name: 'Apply to 1 tool, skipping 1 row' }).press('Enter');
  await told(page, /^Applied /);
  expect([await priceOf(saw), await availableUnits(saw), await priceOf(file)]).toEqual([15.5, 44, 3]);
  await undo(page);
  expect([await priceOf(saw), await availableUnits(saw)]).toEqual([12.5, saw.available_quantity]);

  await page.getByRole('link', { name: 'All imports' }).click();
  await expect(rowsWith(page, name)).toContainText('Undone');
  await expectSoundScreen(page);
});

test('twenty rows with two errors are imported in one try, and a file without a right row is not ready', {
  tag: '@sweep',
}, async ({ page, admin: _ }) => {
  const code = `TRY-${Date.now()}`;
  const rows = Array.from({ length: 20 }, (_row, nth) => {
    const isWrong = nth === 6 || nth === 13;
    return `${code}-${nth},Scraper ${code} ${nth},${isWrong ? 'free' : '4.50'}`;
  });
  await opened(page, '/dashboard/import');
  await choose(page, ['Part number,Name,Cost of it', ...rows]);
  await expect(page.getByText(/^No column for Price, /)).toBeVisible();
  await page.getByLabel('What Cost of it is').selectOption('Price');
  await expect(page.getByText(/^No column for Price, /)).toHaveCount(0);
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  await told(page, /^18 tools will be added\. /);
  await expect(page.getByText(/^Row 8 and 1 other, Cost of it: Price must be a number/)).toBeVisible();
  await expect(page.getByText('Ready to apply', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Apply to 18 tools, skipping 2 rows' }).press('Enter');
  await told(page, /^Applied /);
  await undo(page);

  await page.getByRole('link', { name: 'All imports' }).click();
  await send(page, ['Part number,Name,Price', `${code}-x,Scraper,free`]);
  await told(page, /^No row can be imported\./);
  await expect(page.getByText('Nothing to import', { exact: true })).toBeVisible();
  await expect(page.getByText('Ready to apply', { exact: true })).toHaveCount(0);
});

test('a file of the wrong type is reported, before it is sent and after', { tag: '@sweep' }, async ({
  page,
  admin: _,
}) => {
  await opened(page, '/dashboard/import');
  await choose(page, ['']);
  await expect(page.getByLabel('CSV file')).toHaveAccessibleDescription(/^We can’t find any columns/);
  await choose(page, ['Part number,Name', 'X,"Saw'], 'broken.csv');
  await expect(page.getByLabel('What Part number is')).toHaveValue('part_number');
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  await told(page, 'Nothing was changed.');
  await expect(page.getByText(/^Row 2: The file can’t be read past this point/)).toBeVisible();
});

test('a wide file folds what is not recognized, keeps its button in sight, and is asked for the unit of weights', async ({
  page,
  admin: _,
}) => {
  const tool = await makeNumbered();
  const others = Array.from({ length: 60 }, (_column, nth) => `Metafield ${nth}`);
  const empty = others.map(() => '');
  await opened(page, '/dashboard/import');
  await choose(page, [
    ['Name', 'Price', 'SKU', 'Weight', 'Gift Card', 'Handle', 'Title', ...others].join(','),
    [tool.name, '15', tool.number, '2.5', 'false', 'saw', tool.name, ...empty].join(','),
    ['Gift card', '25', 'CARD', '', 'true', 'card', 'Gift card', ...empty].join(','),
  ]);
  await expect(page.getByText('63 columns not recognized')).toBeVisible();
  await expect(page.getByLabel('What Metafield 7 is')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeInViewport();
  await expect(page.getByLabel('Weights are in')).toHaveValue('lb');
  await page.getByLabel('Weights are in').selectOption('Ounces');
  await expectSoundScreen(page);
  await page.getByText('63 columns not recognized').click();
  await page.getByLabel('What Metafield 7 is').selectOption('Weight');
  await expect(page.getByRole('alert').filter({ hasText: 'weight_grams' })).toBeVisible();
  await page.getByLabel('What Metafield 7 is').selectOption('Not imported');
  await page.getByRole('button', { name: 'Check the file' }).press('Enter');
  await told(page, '1 tool will change. Nothing has been changed yet.');
  await expect(rowsWith(page, tool.name)).toContainText('Weight');
  await expect(rowsWith(page, tool.name)).toContainText('After 2.5 oz');
  await expect(page.getByText('Row 3: Skipped: a gift card. Gift cards can’t be sold here.')).toBeVisible();
});

const picture = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await makePicture(colour),
});

test('pictures are uploaded with the file that names them, and are saved for the next file', {
  tag: '@sweep',
}, async ({ page, admin: _ }) => {
  const tool = await makeNumbered();
  await opened(page, '/dashboard/import');
  const input = page.getByLabel('Pictures (optional)');
  await expect(input).toHaveAccessibleDescription(/^Write a picture’s file name in the picture columns\./);
  await input.setInputFiles([
    await picture('saw.jpg', '#a05020'),
    { name: 'list.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('No picture, but a list.') },
    await picture('side.jpg', '#20a050'),
  ]);
  await told(page, '2 of 3 uploaded');
  await expect(page.getByRole('alert').getByText(/^list\.jpg: That file is text/)).toBeVisible();
  await expectSoundScreen(page);
  const lines = ['Part number,Image,More pictures', `${tool.number},SAW.jpg,"side.jpg\nback.jpg"`];
  await send(page, lines);
  await expect(page.getByText(/^Row 2, More pictures: There’s no picture “back\.jpg”/)).toBeVisible();

  await page.getByRole('link', { name: 'All imports' }).click();
  await told(page, '2 of 3 uploaded');
  await input.setInputFiles([await picture('back.jpg', '#2050a0'), await picture('saw.jpg', '#805080')]);
  await told(page, '3 pictures uploaded');
  await expect(page.getByText(/the last one is used: saw\.jpg$/)).toBeVisible();
  await send(page, lines);
  await told(page, '1 tool will change. Nothing has been changed yet.');
  await page.getByRole('button', { name: 'Apply to 1 tool' }).press('Enter');
  await told(page, /^Applied /);
  const saved = await (await fetch(`${shopOrigin()}/tool/${tool.id}`)).json();
  expect(saved.img).toBe(await uploadPicture('#805080'));
  expect(saved.pictures.map(({ img }: { img: string }) => img)).toEqual([
    await uploadPicture('#20a050'),
    await uploadPicture('#2050a0'),
  ]);
});

test('a wrong column mapping can be corrected; a tool is for sale once it has a picture', {
  tag: '@sweep',
}, async ({ page, admin: _ }) => {
  made += 1;
  const number = `DRAFT-${Date.now()}-${made}`;
  const name = `Draft of a plane ${number}`;
  const [cost, note] = [`Cost ${number}`, `Note ${number}`];
  // No picture is fetched from the shop itself.
  const inward = `http://127.0.0.1/${number}.jpg`;
  await opened(page, '/dashboard/import');
  await choose(page, [
    `Part number,Name,${cost},Image,${note}`,
    `${number},${name},5,,7`,
    `${number}-2,${name} 2,6,${inward},8`,
  ]);
  await page.getByLabel(`What ${note} is`).selectOption('Price');
  const check = page.getByRole('button', { name: 'Check the file' });
  await check.press('Enter');
  await told(
    page,
    '2 tools will be added. Nothing has been changed yet. 2 tools will be drafts until they have a picture.',
  );
  await expect(rowsWith(page, name).first()).toContainText('$7.00');
  await told(page, '1 picture will be fetched from the web once you apply this import.');
  await expect(rowsWith(page, inward)).toBeVisible();
  await expectSoundScreen(page);

  await page.getByRole('button', { name: 'Change columns or numbers' }).press('Enter');
  await expect(page.getByLabel(`What ${note} is`)).toHaveValue('price');
  await page.getByLabel(`What ${note} is`).selectOption('Not imported');
  await page.getByLabel(`What ${cost} is`).selectOption('Price');
  await check.press('Enter');
  await expect(rowsWith(page, name).first()).toContainText('$5.00');
  await page.getByRole('button', { name: 'Apply to 2 tools' }).press('Enter');
  await told(page, /^Applied /);
  await expect(page.getByText(`${inward}: The address isn’t on the public internet.`)).toBeVisible();
  await expectSoundScreen(page);

  await opened(page, `/dashboard/managetool?stock=draft&q=${number}&sort=name`);
  const row = rowsWith(page, name).first();
  await expect(row.getByText('Draft: needs a picture')).toBeVisible();
  await expectSoundScreen(page);
  await row.getByRole('link', { name: `Edit ${name}`, exact: true }).press('Enter');
  await expect(page.getByText('Buyers can’t see it until it has a picture.')).toBeVisible();
  await expectSoundScreen(page);
  const search = `${shopOrigin()}/tool?q=${encodeURIComponent(name)}`;
  expect(await (await fetch(search)).json()).toEqual([]);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await picture('plane.jpg', '#205080'));
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page).toHaveURL(/managetool\?stock=draft/);
  await expect(rowsWith(page, name)).toHaveCount(1);
  expect(await (await fetch(search)).json()).toMatchObject([{ name }]);
});

test.describe('pictures that have not been uploaded', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('can be cancelled and retried by keyboard, and are not discarded without a question', {
    tag: '@sweep',
  }, async ({ page, admin: _ }) => {
    const tool = await makeNumbered();
    await opened(page, '/dashboard/import');
    const input = page.getByLabel('Pictures (optional)');
    const chosen = [await picture('saw.jpg', '#a05020'), await picture('side.jpg', '#20a050')];
    const held = Promise.withResolvers<void>();
    await page.route('**/image', async (route) => {
      await held.promise;
      await route.abort();
    });
    await input.setInputFiles(chosen);
    await expect(page.getByText('0 of 2 uploaded')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Picture upload' })).toHaveAttribute('max', '2');
    await send(page, ['Part number,Price', `${tool.number},7`]);
    await expect(page.getByText(/^Your pictures are still uploading/)).toBeVisible();
    await expectSoundScreen(page);
    await page.getByRole('button', { name: 'Cancel the upload' }).press('Enter');
    await expect(input).toBeFocused();
    await expect(page.getByText('0 of 2 uploaded')).toHaveCount(0);

    held.resolve();
    await input.setInputFiles(chosen);
    const resume = page.getByRole('button', { name: 'Upload the remaining 2' });
    await expect(resume).toBeVisible();
    await expect(page.getByRole('alert').getByText(/^We couldn’t reach the shop/)).toBeVisible();
    await page.unroute('**/image');
    await resume.press('Enter');
    await told(page, '2 pictures uploaded');
    await expect(input).toBeFocused();
    await page.getByRole('main').getByRole('link', { name: 'Manage Tools' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).press('Enter');
    await told(page, '2 pictures uploaded');
  });
});

test.describe('a bulk change of tools', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('is chosen, previewed, applied and undone, naming what was changed since', {
    tag: '@sweep',
  }, async ({ page, admin: _ }) => {
    const code = `Bulk${Date.now()}`;
    const tools = [
      await makeNumbered({ name: `${code} saw`, price: 10 }),
      await makeNumbered({ name: `${code} file`, price: 20 }),
    ];
    await opened(page, `/dashboard/managetool?q=${code}`);
    await page.getByRole('checkbox', { name: `Select ${code} saw` }).press('Space');
    await expect(page.getByRole('button', { name: 'Change 1 tool' })).toBeVisible();
    await page.getByRole('checkbox', { name: `Select ${code} saw` }).press('Space');
    await expect(page.getByRole('button', { name: /^Change/ })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select all shown' }).press('Space');
    await page.getByRole('button', { name: 'Change all 2 tools' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'See the changes' }).press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Choose what to change');
    await dialog.getByLabel('Price').selectOption('By a percentage');
    await expect(dialog.getByText('Choose what to change')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'See the changes' }).press('Enter');
    await expect(dialog.getByLabel('Percent')).toHaveAccessibleDescription(/Percent is required/);
    await dialog.getByLabel('Percent').fill('-10');
    await dialog.getByLabel('Round new prices').selectOption('To .99');
    await dialog.getByRole('combobox', { name: 'Stock' }).selectOption('Change by');
    await dialog.getByLabel('Units').fill('5');
    await expectSoundScreen(page);
    await dialog.getByLabel('Units').press('Enter');

    await told(page, '2 tools will change. Nothing has been changed yet.');
    await expect(rowsWith(page, `${code} file`)).toContainText('After $17.99');
    await expectSoundScreen(page);
    await page.getByRole('button', { name: 'Apply to 2 tools' }).press('Enter');
    await told(page, /^Applied /);
    const [saw, file] = tools;
    if (!saw || !file) throw new Error('no tools');
    expect([await priceOf(saw), await availableUnits(saw)]).toEqual([8.99, 45]);

    const { search } = new URL(page.url());

    // Somebody else corrects one of them meanwhile.
    await page.getByRole('link', { name: `${code} saw` }).click();
    await opened(page, `/dashboard/managetool?q=${code}`);
    await page.getByRole('link', { name: `Edit ${code} saw` }).click();
    await page.getByLabel('Price', { exact: true }).fill('9.5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`Saved ${code} saw`)).toBeVisible();
    await opened(page, '/dashboard/import');
    // Other tests may have made the same kind of change since.
    await expect(page.locator(`a[href$="${search}"]`)).toHaveText('Bulk change');
    await page.locator(`a[href$="${search}"]`).click();
    await undo(page);
    await expect(
      page.getByRole('heading', { name: '1 tool changed or used since, left as it is' }),
    ).toBeVisible();
    expect([await priceOf(saw), await priceOf(file)]).toEqual([9.5, 20]);
    await expect(page.getByRole('heading', { name: 'Undone changes' })).toBeVisible();
    await expect(rowsWith(page, `${code} file`)).toContainText('Before $20.00');
    await expect(page.getByRole('deletion')).toHaveCount(0);
    await expectSoundScreen(page);
  });
});

test('a bulk change moves the tools of a category and a brand to another, suggested category', {
  tag: '@sweep',
}, async ({ page, admin: _ }) => {
  const code = `Bulk${Date.now()}`;
  const [from, to, brand] = [`${code} from`, `${code} to`, `${code} brand`];
  const [tool, file] = [
    await makeToolByApi({ category: from, brand, price_breaks: [{ quantity: 10, price: 11 }] }),
    await makeToolByApi({ category: from }),
  ];
  await makeToolByApi({ category: to });
  await opened(page, '/dashboard/managetool');
  const controls = page.getByRole('search', { name: 'Tools' });
  await openListFilters(page);
  await controls.getByLabel('Category').selectOption(from);
  for (const { name } of [tool, file]) await expect(rowsWith(page, name)).toHaveCount(1);
  await controls.getByLabel('Brand').selectOption(brand);
  await expect(rowsWith(page, file.name)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all shown' }).press('Space');
  await page.getByRole('button', { name: 'Change 1 tool' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price').selectOption('By a percentage');
  await expect(dialog.getByText(/^Price breaks stay as they are/)).toBeVisible();
  await dialog.getByLabel('Percent').fill('-50');
  await dialog.getByRole('combobox', { name: 'Category' }).selectOption('Set to');
  await expect(dialog.locator(`datalist option[value="${to}"]`)).toBeAttached();
  await dialog.getByLabel('New category').fill(to);
  await dialog.getByLabel('New category').press('Enter');
  await told(page, '1 tool will change. Nothing has been changed yet.');
  await expect(rowsWith(page, tool.name)).toContainText(to);
  await page.getByRole('button', { name: 'Apply to 1 tool' }).press('Enter');
  await told(page, /^Applied /);
  const saved = await fetch(`${shopOrigin()}/tool/${tool.id}`);
  expect(await saved.json()).toMatchObject({ category: to, price: 6.25, price_breaks: [] });

  // The price break that the price has overtaken shows, and is removed.
  await opened(page, `/dashboard/managetool/${tool.id}/edit`);
  await expect(page.getByText('Not below the price, so not used: row 1')).toBeVisible();
  await expect(page.getByLabel('From quantity 1')).toHaveValue('10');
  await expect(page.getByLabel('Price per unit 1')).toHaveValue('11.00');
  await page.getByRole('button', { name: 'Remove row 1' }).press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText(`Saved ${tool.name}`)).toBeVisible();
  const after = await fetch(`${shopOrigin()}/tool/${tool.id}`);
  expect(await after.json()).toMatchObject({ overtaken_breaks: [] });
});
