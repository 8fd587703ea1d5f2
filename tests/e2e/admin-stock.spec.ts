import type { Page } from '@playwright/test';
import { callAsAdmin, verifyByApi } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { availableUnits, makeToolByApi } from './support/tools.ts';

/** Presses Enter in the focused field, as a scanner does after each code. */
const enter = (page: Page) => page.keyboard.press('Enter');

test.describe('a tool’s stock', () => {
  // A correction below zero.
  test.use({ expectedErrors: /status of 409/ });

  test('is shown, added to and corrected, by keyboard alone', async ({ page, admin: _ }) => {
    const tool = await makeToolByApi({ available_quantity: 40 });
    await opened(page, `/dashboard/managetool?q=${encodeURIComponent(tool.name)}`);
    await rowsWith(page, tool.name).getByRole('link', { name: '40', exact: true }).click();
    await expect(page).toHaveTitle('Stock – Toolyard');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: tool.name })).toBeVisible();
    await expect(rowsWith(page, 'Added with the tool')).toContainText('+40');
    await expectSoundScreen(page);

    const form = page.getByRole('form', { name: 'Change the stock' });
    const quantity = form.getByRole('spinbutton', { name: 'Quantity' });
    await quantity.focus();
    await page.keyboard.type('5');
    await enter(page);
    await expectToast(page, 'Saved. 45 available now.');
    await expect(quantity).toBeFocused();
    await expect(rowsWith(page, 'Received').first()).toContainText('+5');

    await form.getByRole('combobox', { name: 'What happened' }).selectOption('Count corrected');
    await quantity.fill('-46');
    await enter(page);
    const reason = form.getByRole('textbox', { name: 'Reason' });
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription('Please say why you’re correcting the count');
    await page.keyboard.type('Water damage');
    await enter(page);
    await expect(quantity).toHaveAccessibleDescription(/^Only 45 are available to remove/);
    await quantity.fill('-3');
    await enter(page);
    await expectToast(page, 'Saved. 42 available now.');
    await expect(rowsWith(page, 'Water damage')).toContainText('-3');
    await expect(main.getByText('42 available')).toBeVisible();
    expect(await availableUnits(tool)).toBe(42);
  });
});

test('a delivery is typed and scanned line by line, and received with one press', async ({
  page,
  admin: _,
}) => {
  const code = `Rasp${Math.random().toString(36).slice(2, 8)}`;
  const number = `SAW-${Date.now()}`;
  const saw = await makeToolByApi({
    name: `${code} saw`,
    part_number: number,
    available_quantity: 1,
  });
  await makeToolByApi({ part_number: `${number}2` });
  const file = await makeToolByApi({ name: `${code} file`, available_quantity: 2 });
  await opened(page, '/dashboard/managetool');
  await page.getByRole('button', { name: 'More about tools' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Receive stock' }).click();
  await expect(page).toHaveTitle('Receive stock – Toolyard');
  const toolOf = (line: number) => page.getByRole('combobox', { name: `Tool, line ${line}`, exact: true });
  const quantityOf = (line: number) =>
    page.getByRole('spinbutton', { name: `Quantity, line ${line}`, exact: true });

  await expect(toolOf(1)).toBeFocused();
  // Nothing was typed, and the line says so.
  await page.getByRole('button', { name: 'Receive' }).click();
  await expect(toolOf(1)).toBeFocused();
  await expect(toolOf(1)).toHaveAccessibleDescription('Please choose a tool');

  // Scanned: the code and its Enter at once. Another tool's part number begins with it.
  await page.keyboard.insertText(number.toLowerCase());
  await enter(page);
  await expect(quantityOf(1)).toBeFocused();
  await expect(toolOf(1)).toHaveValue(saw.name);
  await expect(toolOf(1)).toHaveAccessibleDescription('1 available');
  await page.keyboard.type('12');
  await enter(page);

  // An unknown code stays in the field with an error.
  await expect(toolOf(2)).toBeFocused();
  await page.keyboard.insertText(`${code}zzz`);
  await enter(page);
  await expect(toolOf(2)).toHaveAccessibleDescription(`No tools match “${code}zzz”`);

  // Typed: suggestions appear, and the arrow keys move through them.
  await toolOf(2).fill(code);
  await expect(page.getByRole('option')).toHaveCount(2);
  await expectSoundScreen(page);
  await expect(page.getByRole('option', { name: file.name })).toHaveAttribute('aria-selected', 'true');
  await enter(page);
  await expect(toolOf(2)).toHaveValue(file.name);
  await expect(quantityOf(2)).toBeFocused();
  await enter(page);

  await expect(toolOf(3)).toBeFocused();
  await toolOf(3).fill(code);
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await enter(page);
  await expect(toolOf(3)).toHaveValue(saw.name);
  await page.keyboard.type('3');
  await enter(page);

  // On an empty line Enter moves to the button, and the line without a quantity is named.
  await expect(toolOf(4)).toBeFocused();
  await enter(page);
  await expect(page.getByRole('button', { name: 'Receive' })).toBeFocused();
  await enter(page);
  await expect(page.getByRole('alert')).toContainText('Please check 1 line. Nothing was received.');
  await expect(quantityOf(2)).toBeFocused();
  await expect(quantityOf(2)).toHaveAccessibleDescription('Quantity is required');
  expect([await availableUnits(saw), await availableUnits(file)]).toEqual([1, 2]);

  await page.keyboard.type('20');
  await page.getByRole('textbox', { name: 'Packing slip number (optional)' }).fill('DN 4711');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Receive' }).click();
  await expectToast(page, 'Received 35 units on 3 lines');
  await expect(toolOf(1)).toBeFocused();
  await expect(toolOf(1)).toHaveValue('');
  expect([await availableUnits(saw), await availableUnits(file)]).toEqual([16, 22]);

  await opened(page, `/dashboard/managetool/${saw.id}/stock`);
  await expect(rowsWith(page, 'Delivery DN 4711')).toHaveCount(2);
});

test('staff who are not admins change stock and receive a delivery, and cannot reach prices', {
  tag: '@sweep',
}, async ({ page, buyer }) => {
  const tool = await makeToolByApi({ part_number: `STF-${Date.now()}`, available_quantity: 1 });
  await verifyByApi(buyer);
  await callAsAdmin('PUT', `/user/staff/${buyer.email}`);
  await opened(page, '/dashboard/stock');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stock');
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(tool.name);
  await expect(page.getByRole('main').getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await rowsWith(page, tool.name).getByRole('link', { name: '1', exact: true }).click();
  const form = page.getByRole('form', { name: 'Change the stock' });
  await form.getByRole('spinbutton', { name: 'Quantity' }).fill('5');
  await enter(page);
  await expectToast(page, 'Saved. 6 available now.');

  await opened(page, '/dashboard/delivery');
  await page.getByRole('combobox', { name: 'Tool, line 1', exact: true }).fill(tool.name);
  await page.getByRole('option', { name: tool.name }).click();
  await page.getByRole('spinbutton', { name: 'Quantity, line 1', exact: true }).fill('4');
  await page.getByRole('button', { name: 'Receive' }).click();
  await expectToast(page, 'Received 4 units on 1 line');
  expect(await availableUnits(tool)).toBe(10);
});
