import type { Page } from '@playwright/test';
import { callAsAdmin } from './support/people.ts';
import { expectPicture, rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makePicture, makeToolByApi, type ShopTool, uploadPicture } from './support/tools.ts';

test.beforeEach(({ admin: _ }) => undefined);

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const editByApi = (tool: ShopTool, edit: object) => callAsAdmin('PATCH', `/tool/${tool.id}`, edit);
const editPage = (tool: ShopTool) => `/dashboard/managetool/${tool.id}/edit`;

test('a price is corrected from Manage Tools by keyboard, and is right everywhere at once', async ({
  page,
}) => {
  const tool = await makeToolByApi({ price: 12.5, category: 'Marking', brand: 'Ostrand' });
  await opened(page, `/dashboard/managetool?q=${encodeURIComponent(tool.name)}`);
  await page.getByRole('link', { name: `Edit ${tool.name}` }).press('Enter');
  await expect(page).toHaveTitle('Edit tool – Toolyard');
  await expect(field(page, 'Name')).toHaveValue(tool.name);
  await expectPicture(page.getByRole('img', { name: 'Current picture' }));
  await expect(field(page, 'Price')).toHaveValue('12.50');
  await field(page, 'Price').press('ControlOrMeta+a');
  await page.keyboard.type('13.95');
  await expect(page.getByText('Unsaved changes: Price', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expectToast(page, `Saved ${tool.name}`);
  await expect(page).toHaveURL(/\/dashboard\/managetool\?q=/);
  await expect(rowsWith(page, tool.name).getByText('$13.95', { exact: true })).toBeVisible();

  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByText('$13.95', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Edit tool' }).click();
  await expect(page).toHaveURL(editPage(tool));
  await expect(field(page, 'Brand (optional)')).toHaveValue('Ostrand');
  await expectSoundScreen(page);
});

test.describe('somebody else’s edit meanwhile', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is shown beside the user’s own edit, and nothing typed is lost', { tag: '@sweep' }, async ({
    page,
  }) => {
    const tool = await makeToolByApi({ price: 12.5, brand: 'Ostrand' });
    await opened(page, editPage(tool));
    await field(page, 'Price').fill('14');
    await field(page, 'Description').fill('Square, and stays so.');
    const pictures = [{ img: await uploadPicture('#305090') }];
    await editByApi(tool, { version: 1, price: 13, brand: 'Quillfeather', pictures });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Someone else changed this tool' })).toBeFocused();
    const versions = (name: string) => page.getByRole('group', { name });
    await expect(versions('Price').getByRole('radio', { name: 'In the shop now 13' })).not.toBeChecked();
    await expect(versions('Price').getByRole('radio', { name: 'Yours 14' })).toBeChecked();
    const theirBrand = versions('Brand (optional)').getByRole('radio', {
      name: 'In the shop now Quillfeather',
    });
    await expect(theirBrand).toBeChecked();
    const theirPictures = versions('More pictures (optional)').first().locator('label');
    await expect(theirPictures.first()).toHaveText('In the shop nowPictures: 1');
    await expectPicture(theirPictures.first().getByRole('presentation'));
    await expect(theirPictures.last()).toHaveText('YoursPictures: 0');
    await expect(field(page, 'Description')).toHaveValue('Square, and stays so.');
    await expectSoundScreen(page);

    await page.getByRole('button', { name: 'Use all of theirs' }).click();
    await expect(field(page, 'Price')).toHaveValue('13');
    await page.getByRole('button', { name: 'Keep all of mine' }).click();
    await expect(field(page, 'Brand (optional)')).toHaveValue('Ostrand');
    await theirBrand.check();
    await theirPictures.first().getByRole('radio').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, `Saved ${tool.name}`);
    const saved = await callAsAdmin('GET', `/tool/${tool.id}`);
    expect(saved).toMatchObject({
      price: 14,
      brand: 'Quillfeather',
      description: 'Square, and stays so.',
      pictures,
      version: 3,
    });
  });

  test('that is none is told, and nothing is sent again', { tag: '@sweep' }, async ({ page }) => {
    const tool = await makeToolByApi({ price: 12.5 });
    await opened(page, editPage(tool));
    let sent = 0;
    const error = { code: 'version_conflict', message: 'Someone else changed this tool' };
    await page.route(/\/tool\/[\w-]+$/, (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      sent += 1;
      return route.fulfill({ status: 409, json: { error } });
    });
    await field(page, 'Price').fill('14');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: error.message })).toBeVisible();
    expect(sent).toBe(1);
    await expect(field(page, 'Price')).toHaveValue('14');
  });
});

test('a draft restored over somebody else’s edit is a conflict, and an emptied field stays empty', {
  tag: '@sweep',
}, async ({ page }) => {
  const tool = await makeToolByApi({ price: 12.5, brand: 'Ostrand' });
  await editByApi(tool, { version: 1, weight_grams: 400 });
  await opened(page, editPage(tool));
  await field(page, 'Price').fill('14');
  await field(page, 'Weight, lb').fill('');
  await editByApi(tool, { version: 2, price: 13, brand: 'Quillfeather' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Someone else changed this tool' })).toBeFocused();
  const versions = (name: string) => page.getByRole('group', { name });
  await expect(versions('Price').getByRole('radio', { name: 'Yours 14' })).toBeChecked();
  await expect(versions('Weight, lb').getByRole('radio', { name: 'Yours' })).toBeChecked();
  await expect(field(page, 'Weight, lb')).toHaveValue('');
  await expect(field(page, 'Brand (optional)')).toHaveValue('Quillfeather');
  await versions('Price').getByRole('radio', { name: 'In the shop now 13' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `Saved ${tool.name}`);
  expect(await callAsAdmin('GET', `/tool/${tool.id}`)).toMatchObject({
    price: 13,
    brand: 'Quillfeather',
    weight_grams: null,
    version: 4,
  });
});

test.describe('a copy with a part number in use', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('a copy is a new tool; the next one keeps its category and brand; a high minimum warns', {
    tag: '@sweep',
  }, async ({ page }) => {
    const number = `CP-${Date.now()}`;
    const tool = await makeToolByApi({
      category: 'Marking',
      brand: `Brand ${Date.now()}`,
      part_number: number,
    });
    await opened(page, editPage(tool));
    await page.getByRole('link', { name: 'Copy this tool' }).click();
    const copy = `${tool.name} copy`;
    await expect(field(page, 'Category (optional)')).toHaveValue('Marking');
    await field(page, 'Name').fill(copy);
    await expect(field(page, 'Part number (optional)')).toHaveValue('');
    await field(page, 'Part number (optional)').fill(number);
    await field(page, 'Minimum Order Quantity').fill('41');
    await expect(page.getByText(/^More than is available/)).toBeVisible();
    await field(page, 'Minimum Order Quantity').fill('4');
    await expect(page.getByText(/^More than is available/)).toBeHidden();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(field(page, 'Part number (optional)')).toBeFocused();
    await expect(field(page, 'Part number (optional)')).toHaveAccessibleDescription(
      'Another tool has this part number',
    );
    await field(page, 'Part number (optional)').fill(`${number}-2`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(page, 'Tool added successfully!');
    await expect(page).toHaveURL('/dashboard/addtool');
    await expect(field(page, 'Name')).toHaveValue('');
    await expect(field(page, 'Price')).toHaveValue('');
    await expect(field(page, 'Category (optional)')).toHaveValue('Marking');
    await expect(page.locator('datalist option[value="Marking"]')).toHaveCount(1);

    // Everybody finds it by its new number, and sees that number.
    await opened(page, `/dashboard/managetool?q=${number}-2`);
    await expect(rowsWith(page, copy)).toHaveCount(1);
    await expect(rowsWith(page, copy)).toContainText(`${number}-2`);
    await opened(page, `/tools?q=${number}`);
    await expect(page.getByRole('article').first()).toContainText(number);
    await page.getByRole('article').first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/tools\/[\da-f-]{36}/);
    await expect(page.getByText(`Marking · ${number}`)).toBeVisible();
  });
});

test('specifications are typed, sorted and removed by keyboard, and show on the tool’s page', {
  tag: '@sweep',
}, async ({ page }) => {
  const tool = await makeToolByApi({});
  await opened(page, editPage(tool));
  await page.getByRole('button', { name: 'Add a specification' }).press('Enter');
  await expect(field(page, 'Specification 1')).toBeFocused();
  for (const text of ['Jaw width', '125', 'mm']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  for (const [row, name] of [
    [2, 'Body'],
    [3, 'Colour'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a specification' }).press('Enter');
    await field(page, `Specification ${row}`).fill(name);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Row 2: Each specification needs a value')).toBeVisible();
  await expect(field(page, 'Specification 1')).toBeFocused();
  await field(page, 'Value 2').fill('Cast iron');
  await page.getByRole('button', { name: 'Move row 2 up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move row 1 down' })).toBeFocused();
  await expect(field(page, 'Value 1')).toHaveValue('Cast iron');
  await page.getByRole('button', { name: 'Remove row 3' }).press('Enter');
  await expect(field(page, 'Specification 2')).toBeFocused();
  await field(page, 'Weight, lb').fill('34');
  // At this scroll position the top bar may cover part of a button, and axe would report the rest as too
  // small a target.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expectSoundScreen(page);
  // A reload loses nothing.
  await page.reload();
  await expect(field(page, 'Specification 2')).toHaveValue('Jaw width');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `Saved ${tool.name}`);
  expect(await callAsAdmin('GET', `/tool/${tool.id}`)).toMatchObject({
    specifications: [
      { name: 'Body', value: 'Cast iron', unit: null },
      { name: 'Jaw width', value: '125', unit: 'mm' },
    ],
    weight_grams: 15_422,
  });
  await opened(page, `/tools/${tool.id}`);
  const table = page.getByRole('region', { name: 'Specifications' });
  await expect(table.getByRole('row')).toHaveText([
    'BodyCast iron',
    'Jaw width125 mm',
    'Shipping weight34 lb',
  ]);
  await expectSoundScreen(page);
});

test('several pictures are added at once and sorted by keyboard, and one becomes the first', {
  tag: '@sweep',
}, async ({ page }) => {
  const tool = await makeToolByApi();
  await opened(page, editPage(tool));
  const picture = async (name: string, colour: string) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await makePicture(colour),
  });
  const list = { name: 'list.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('No picture, but a list.') };
  const input = page.locator('input[type=file][multiple]');
  await input.setInputFiles([
    await picture('side.jpg', '#a05020'),
    list,
    await picture('back.jpg', '#20a050'),
  ]);
  await expect(page.getByText(/^list\.jpg: That file is text, not a picture/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove picture 3' })).toBeVisible();
  await expect(page.getByText('Room for 5 more', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Move picture 3 earlier' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move picture 2 earlier' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Now the first picture')).toBeAttached();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `Saved ${tool.name}`);
  type Pictured = { img: string; pictures: { img: string }[] };
  const saved = await callAsAdmin<Pictured>('GET', `/tool/${tool.id}`);
  expect(saved.img).toBe(await uploadPicture('#20a050'));
  expect(saved.pictures.map(({ img }) => img)).toEqual([tool.img, await uploadPicture('#a05020')]);
});
