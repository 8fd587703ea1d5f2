import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { ManagedFamily } from '#features/families/contract.ts';
import { COPIED_SIZES } from '#tests/support/copied-sizes.ts';
import { callAsAdmin } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

// A wrong cell, and a tool of another family, are refused.
test.use({ expectedErrors: /status of 4(?:00|09)/ });

const idIn = (page: Page) => /families\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
const familyOf = (page: Page) => callAsAdmin<ManagedFamily>('GET', `/managefamilies/${idIn(page)}`);
const unique = (word: string) => `${word}${Math.random().toString(36).slice(2, 8)}`;

/** Presses Tab until something is reached. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const label = await focused.evaluate(
      (element) => element.getAttribute('aria-label') ?? element.textContent,
    );
    if (name.test(label ?? '')) return;
  }
  throw new Error(`nothing called ${name} is reached`);
}

/** Ticks all rows, once they are there. */
async function tickAll(page: Page, count: number): Promise<void> {
  await expect(page.locator('[data-row]')).toHaveCount(count);
  const all = page.getByRole('checkbox', { name: 'Select all shown' });
  await all.press('Space');
  await expect(all).toBeChecked();
}

test('an admin groups tools, orders them, splits and takes them out by keyboard alone', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const word = unique('Zk');
  const tools = [];
  for (const size of ['8', '9', '10']) tools.push(await makeToolByApi({ name: `${word} wrench ${size}` }));
  const [eight, nine, ten] = tools.map(({ id }) => id);
  const name = `${word} wrenches`;
  await opened(page, `/dashboard/managetool?q=${word}&sort=name`);
  await tickAll(page, 3);
  await tabTo(page, /^Group$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Group 3 tools' });
  await expect(dialog.getByRole('combobox', { name: 'Family' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Family' })).toHaveAccessibleDescription(
    /^Family name is required/,
  );
  await expectSoundScreen(page);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expectToast(page, `3 tools now in ${name}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect((await familyOf(page)).toolIds).toEqual([ten, eight, nine]);
  await expectSoundScreen(page);

  await page.getByRole('button', { name: `More actions for ${word} wrench 10` }).press('Enter');
  await tabTo(page, /^Move/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Position' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'is now number 3 of 3' })).toBeAttached();
  await expect.poll(async () => (await familyOf(page)).toolIds).toEqual([eight, nine, ten]);
  await expect(page.locator('[data-row]').last()).toBeFocused();

  await page.getByRole('button', { name: `More actions for ${word} wrench 9` }).press('Enter');
  await tabTo(page, /^Take/);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Took out 1 tool');
  expect((await familyOf(page)).toolIds).toEqual([eight, ten]);

  await page.getByRole('checkbox', { name: `Select ${word} wrench 10` }).press('Space');
  await page.getByRole('button', { name: 'Split off 1 tool' }).press('Enter');
  await page.keyboard.type(`${name} again`);
  await page.keyboard.press('Enter');
  await expectToast(page, `Added ${name} again`);
  await expect(page.getByRole('heading', { level: 1, name: `${name} again` })).toBeVisible();
  expect((await familyOf(page)).toolIds).toEqual([ten]);

  await page.getByRole('button', { name: 'Merge into another family' }).press('Enter');
  await page.keyboard.type(name.toUpperCase());
  await page.keyboard.press('Enter');
  await expectToast(page, `${name} again is now part of ${name}`);
  expect((await familyOf(page)).toolIds).toEqual([eight, ten]);

  // The one that was taken out cannot be grouped with those that are in a family.
  await opened(page, `/dashboard/managetool?q=${word}&sort=name`);
  await tickAll(page, 3);
  await tabTo(page, /^Group$/);
  await page.keyboard.press('Enter');
  await page.keyboard.type(`${word} others`);
  await expect(page.getByRole('dialog')).toContainText(`${word} wrench 8 is in “${name}”`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    `${word} wrench 8 is already in “${name}”`,
  );
});

test('an admin lists, edits and deletes a family, whose tools stay, and one of someone else’s edits shows', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const word = unique('Zl');
  const tool = await makeToolByApi({ name: `${word} clamp`, part_number: word });
  await opened(page, '/dashboard/families');
  await page.getByRole('button', { name: 'Add a family' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`${word} clamps`);
  await page.keyboard.press('Enter');
  await expectToast(page, `Added ${word} clamps`);
  await page.getByRole('button', { name: 'Add by part number' }).click();
  const numbers = page.getByRole('textbox', { name: 'Part numbers' });
  await numbers.fill(`${word}\nNONE-1`);
  await page.getByRole('button', { name: 'Add tools' }).click();
  await expect(numbers).toHaveAccessibleDescription(/No tool has this part number: NONE-1/);
  await numbers.fill(`${word.toLowerCase()}\t8 mm`);
  await page.getByRole('button', { name: 'Add tools' }).click();
  await expectToast(page, `1 tool now in ${word} clamps`);

  const { _id: id, version } = await familyOf(page);
  await callAsAdmin('PATCH', `/families/${id}`, { version, description: 'Theirs.' });
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Someone else changed this family' })).toBeFocused();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `Saved ${word} clamps`);
  expect(await callAsAdmin('GET', `/managefamilies/${id}`)).toMatchObject({ description: 'Mine.' });

  await opened(page, '/dashboard/families');
  await page.getByRole('searchbox').fill(word);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await page.getByRole('link', { name: `${word} clamps: 1 tool` }).click();
  await expect(page).toHaveURL(new RegExp(`managetool\\?family=${id}`));
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(page.locator('[data-row]')).toContainText(`${word} clamps`);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`families\\?q=${word}`));
  await page.getByRole('button', { name: `Delete ${word} clamps` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, `Deleted ${word} clamps. Its tools are still in the shop.`);
  expect(await callAsAdmin('GET', `/managetool/${tool.id}`)).toMatchObject({ family: null });
});

/** A spreadsheet of 500 sizes copied in LibreOffice, with part numbers of one's own and a wrong price. */
function copiedSizes(word: string): string {
  const own = readFileSync(COPIED_SIZES, 'utf8').replaceAll('LO-', `${word}-`);
  return own.replace(/(-250\t255\t[^\t]*\t)[\d.]+/, '$1n/a');
}

test('an admin pastes 500 sizes from a spreadsheet, and fixes the wrong cell', {
  tag: ['@desk', '@sweep'],
}, async ({ page, context, admin: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const word = unique('Zs');
  const family = await callAsAdmin<{ insertedId: string }>('POST', '/families', {
    ...{ name: `${word} screws`, toolIds: [] },
  });
  await opened(page, `/dashboard/families/${family.insertedId}/sizes`);
  await page.evaluate((text) => navigator.clipboard.writeText(text), copiedSizes(word));
  await page.getByRole('textbox', { name: 'Row 1, Part number' }).focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByRole('status').filter({ hasText: 'Pasted 500 rows' })).toBeVisible();
  await page.getByRole('button', { name: 'Add 500 sizes' }).press('Enter');
  const wrong = page.getByRole('textbox', { name: 'Row 250, Price' });
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveAccessibleDescription('Price must be a number');
  await expect(
    page.getByRole('alert').filter({ hasText: '1 cell to fix. Nothing was saved.' }),
  ).toBeVisible();
  expect(await familyOf(page)).toMatchObject({ memberCount: 0 });
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('0.55');
  await page.getByRole('button', { name: 'Add 500 sizes' }).press('Enter');
  await expect(page.getByRole('heading', { name: `Added 500 sizes to ${word} screws` })).toBeFocused();
  await expectSoundScreen(page);
  const { toolIds } = await familyOf(page);
  expect(toolIds).toHaveLength(500);
  expect(await callAsAdmin('GET', `/managetool/${toolIds[249]}`)).toMatchObject({
    ...{ name: `${word} screws – 255 mm / T 10 "Torx"`, part_number: `${word}-250`, price: 0.55 },
    available_quantity: 250,
  });
  await page.getByRole('link', { name: 'See the family' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Show 100 more' })).toBeVisible();
});
