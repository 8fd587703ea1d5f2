import type { Page } from '@playwright/test';
import { names, openFilters } from './support/filters.ts';
import { expectPicture } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makePicture, makeToolByApi } from './support/tools.ts';

// The name belongs to another category and is refused.
test.use({ expectedErrors: /status of 409/ });

/** Chooses from a row's menu. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('button', { name: action }).click();
}

test('an admin corrects, merges and sorts categories; visitors see it, also by an old link', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const family = `Zw${Math.random().toString(36).slice(2, 8)}`;
  const [wrong, right, top] = [`${family} Hamers`, `${family} Hammers`, `${family} Striking`];
  const tools = [
    await makeToolByApi({ category: wrong, brand: `${family} Brand` }),
    await makeToolByApi({ category: right }),
  ];
  await opened(page, '/dashboard/managetool');
  await page.getByRole('button', { name: 'More about tools' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Categories and brands' }).click();
  await expect(page).toHaveTitle('Categories and brands – Toolyard');
  const categories = page.getByRole('region', { name: 'Categories' });
  const row = (name: string) => categories.locator('[data-row]').filter({ hasText: name });
  const dialog = page.getByRole('dialog');
  await expect(row(wrong)).toContainText('1 tool');

  // The rename is refused first, since the right name exists.
  await page.getByRole('button', { name: `Edit ${wrong}` }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(right.toLowerCase());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    `“${right.toLowerCase()}” already exists. Merge the two instead.`,
  );
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await choose(page, wrong, `Merge ${wrong} into another`);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Merge into' })).toHaveAccessibleDescription(
    'Please choose what to merge into',
  );
  await dialog.getByRole('combobox', { name: 'Merge into' }).selectOption(right);
  await expect(dialog).toContainText(`1 tool will move from ${wrong} to ${right}`);
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expectToast(page, `${wrong} is now part of ${right}`);
  await expect(page.getByRole('heading', { name: 'Categories', exact: true })).toBeFocused();
  await expect(row(right)).toContainText('2 tools');
  await expect(row(wrong)).toHaveCount(0);

  const form = categories.getByRole('form', { name: 'Add a category' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Name is required');
  await form.getByRole('textbox', { name: 'Name' }).fill(top);
  await form.getByRole('button', { name: 'Add' }).click();
  await expectToast(page, `Added ${top}`);
  await page.getByRole('button', { name: `Edit ${right}` }).click();
  await dialog.getByRole('combobox', { name: 'Under' }).selectOption(top);
  const file = { name: 'hammer.jpg', mimeType: 'image/jpeg', buffer: await makePicture() };
  await dialog.getByLabel('Picture (optional)').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `Saved ${right}`);
  await expect(row(top)).toContainText('2 tools with subcategories, none directly in it');
  await expect(row(right)).toContainText('2 tools');
  await expectPicture(row(right).getByRole('presentation').or(row(right).locator('img')).first());

  // To the first place by keyboard alone, and its row has the focus.
  const first = categories.locator('[data-row]').first();
  await page.getByRole('button', { name: `More actions for ${top}` }).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const position = dialog.getByRole('combobox', { name: 'Position' });
  await expect(position).toBeFocused();
  await expectSoundScreen(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(first).toContainText(top);
  await expect(first).toBeFocused();
  await expect(categories.getByRole('status')).toHaveText(new RegExp(`^${top} is now number 1 of \\d+$`));
  // The list updates at once, while the request is still under way.
  const firstName = async () => {
    const all: { name: string; parent: string | null }[] = await (
      await page.request.get('/categories')
    ).json();
    return all.find(({ parent }) => parent === null)?.name;
  };
  await expect.poll(firstName).toBe(top);
  await page.reload();
  await expect(first).toContainText(top);
  await expectSoundScreen(page);

  await opened(page, `/tools?category=${encodeURIComponent(wrong.toUpperCase())}`);
  await expect(page).toHaveURL(`/tools?${new URLSearchParams({ category: right })}`);
  await expect(names(page)).toHaveText(tools.map(({ name }) => name).reverse());
  const panel = await openFilters(page);
  await expect(panel.getByRole('radio', { name: `${right} 2` })).toBeChecked();
  await panel.getByRole('radio', { name: `${top} 2` }).check();
  await expect(page).toHaveURL(`/tools?${new URLSearchParams({ category: top })}`);
  await expect(names(page)).toHaveCount(2);
});

test('an edit that is cancelled while it is saved leaves the dialog of the next one open', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const family = `Zw${Math.random().toString(36).slice(2, 8)}`;
  const [slow, next] = [`${family} Slow`, `${family} Next`];
  for (const category of [slow, next]) await makeToolByApi({ category });
  const answer = Promise.withResolvers<void>();
  await page.route(/\/categories\/[^/]+$/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await opened(page, '/dashboard/categories');
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await page.getByRole('button', { name: `Edit ${slow}` }).click();
  await name.fill(`${family} Renamed`);
  await name.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Edit ${next}` }).click();
  answer.resolve();
  await expect(page.locator('[data-row]').filter({ hasText: `${family} Renamed` })).toBeVisible();
  await name.fill(`${next} Too`);
  await name.press('Enter');
  await expectToast(page, `Saved ${next} Too`);
});

test('an empty brand is deleted after a question; empty lists of brands and categories say so', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const brand = `Zw${Math.random().toString(36).slice(2, 8)} Brand`;
  await opened(page, '/dashboard/categories');
  const brands = page.getByRole('region', { name: 'Brands' });
  await brands.getByRole('textbox', { name: 'Name' }).fill(brand);
  await brands.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expectToast(page, `Added ${brand}`);
  await choose(page, brand, `Delete ${brand}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, `Deleted ${brand}`);
  await expect(brands).not.toContainText(brand);
  await page.route(/:\d+\/(categories|brands)$/, (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByText('No categories yet')).toBeVisible();
  await expect(page.getByText('No brands yet')).toBeVisible();
});

test('a category is added with its parent and picture in one step', { tag: ['@desk', '@sweep'] }, async ({
  page,
  admin: _,
}) => {
  const family = `Zw${Math.random().toString(36).slice(2, 8)}`;
  await makeToolByApi({ category: `${family} Above` });
  await opened(page, '/dashboard/categories');
  const form = page.getByRole('form', { name: 'Add a category' });
  await form.getByText('Parent and picture').click();
  await form.getByRole('combobox', { name: 'Under' }).selectOption(`${family} Above`);
  const file = { name: 'square.jpg', mimeType: 'image/jpeg', buffer: await makePicture() };
  await form.getByLabel('Picture (optional)').setInputFiles(file);
  await form.getByRole('textbox', { name: 'Name' }).fill(`${family} Below`);
  await form.getByRole('button', { name: 'Add' }).click();
  await expectToast(page, `Added ${family} Below`);
  const categories = page.getByRole('region', { name: 'Categories' });
  const below = categories.locator('li li [data-row]').filter({ hasText: `${family} Below` });
  await expectPicture(below.locator('img'));
  await expectSoundScreen(page);
});

test('a category is dragged among its siblings with the mouse, and stays there', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const family = `Zw${Math.random().toString(36).slice(2, 8)}`;
  const above = `${family} Top`;
  await makeToolByApi({ category: above });
  await opened(page, '/dashboard/categories');
  const categories = page.getByRole('region', { name: 'Categories' });
  const form = categories.getByRole('form', { name: 'Add a category' });
  await form.getByText('Parent and picture').click();
  await form.getByRole('combobox', { name: 'Under' }).selectOption(above);
  for (const name of ['A', 'B', 'C']) {
    await form.getByRole('textbox', { name: 'Name' }).fill(`${family} ${name}`);
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  }
  const group = categories.locator('li').filter({ hasText: above });
  const rows = group.locator('li [data-row]');
  const row = (name: string) => categories.locator('[data-row]').filter({ hasText: name });
  const grip = (name: string) => row(name).getByTitle('Drag to move');
  const inOrder = (...names: string[]) =>
    expect(rows).toContainText(names.map((name) => `${family} ${name}`));
  await inOrder('A', 'B', 'C');
  const changes: unknown[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.postDataJSON()));

  // Below the last, with a line where it would go.
  await grip(`${family} A`).hover();
  await page.mouse.down();
  await row(`${family} B`).hover();
  // Two moves over it, as any pointer makes: the first enters it.
  for (const y of [36, 40]) await row(`${family} C`).hover({ position: { x: 80, y } });
  await expect(categories.locator('[data-drop-line]')).toBeVisible();
  await page.mouse.up();
  await inOrder('B', 'C', 'A');
  await expect(categories.locator('[data-drop-line]')).toHaveCount(0);
  await expect(categories.getByRole('status')).toHaveText(`${family} A is now number 3 of 3`);

  // Above another, one up.
  const top = { targetPosition: { x: 80, y: 4 } };
  await grip(`${family} A`).dragTo(row(`${family} C`), top);
  await inOrder('B', 'A', 'C');
  // Where it is already, on Escape, and among others' children it stays.
  await grip(`${family} A`).dragTo(row(`${family} C`), top);
  await grip(above).dragTo(row(`${family} C`), { targetPosition: { x: 80, y: 4 } });
  await grip(`${family} B`).hover();
  await page.mouse.down();
  await row(`${family} C`).hover();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await inOrder('B', 'A', 'C');
  await page.reload();
  await inOrder('B', 'A', 'C');
  const listed: { _id: string; name: string }[] = await (await page.request.get('/categories')).json();
  const idOf = (name: string) => listed.find((each) => each.name === `${family} ${name}`)?._id;
  expect(changes.slice(0, 2)).toEqual([{ before: null }, { before: idOf('C') }]);
  await expectSoundScreen(page);
});

test('one of hundreds of brands is found by name, and moved to either end', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const names = Array.from({ length: 400 }, (_none, nth) => `Brand ${nth + 1}`).with(249, 'Škoda & Söhne');
  const id = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
  const shown = { tools: 0, img: null, picture: null };
  const manufacturer = { manufacturer_name: null, manufacturer_address: null, manufacturer_email: null };
  const safety = { ...manufacturer, responsible_person: null, safety_warnings: null };
  const listed = names.map((name, nth) => ({ _id: id(nth), name, ...shown, ...safety }));
  await page.route(/:\d+\/brands$/, (route) => route.fulfill({ json: listed }));
  const moved: unknown[] = [];
  await page.route(new RegExp(`/brands/${id(249)}$`), (route) => {
    const { before } = route.request().postDataJSON();
    const [one] = listed.splice(
      listed.findIndex(({ _id }) => _id === id(249)),
      1,
    );
    if (one) listed.splice(before === null ? listed.length : 0, 0, one);
    moved.push(before);
    return route.fulfill({ json: one });
  });
  await opened(page, '/dashboard/categories');
  const brands = page.getByRole('region', { name: 'Brands' });
  await expect(brands.locator('[data-row]')).toHaveCount(400);
  const search = page.getByRole('searchbox', { name: 'Find a category or brand' });
  await search.fill('SOHNE');
  await expect(brands.locator('[data-row]')).toHaveCount(1);
  await expect(brands.getByTitle('Drag to move')).toHaveCount(0);
  const dialog = page.getByRole('dialog', { name: 'Move Škoda & Söhne' });
  const position = dialog.getByRole('combobox', { name: 'Position' });
  await choose(page, 'Škoda & Söhne', 'Move to… (Škoda & Söhne)');
  await expect(position.locator(':checked')).toHaveText('250, after Brand 249');
  await position.selectOption('1, first');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(brands.getByRole('status')).toHaveText('Škoda & Söhne is now number 1 of 400');
  await expect(brands.getByRole('status')).toBeInViewport();
  await expect(brands.locator('[data-row]')).toBeFocused();
  await expectSoundScreen(page);
  await choose(page, 'Škoda & Söhne', 'Move to… (Škoda & Söhne)');
  await position.selectOption('400, after Brand 400');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(brands.getByRole('status')).toHaveText('Škoda & Söhne is now number 400 of 400');
  await expect.poll(() => moved).toEqual([id(0), null]);
  await search.fill('qqqq');
  await expect(brands.getByText('No matches for “qqqq”')).toBeVisible();
  await search.fill('');
  await expect(brands.locator('[data-row]').last()).toContainText('Škoda & Söhne');
});
