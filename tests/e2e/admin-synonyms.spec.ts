import { rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

// The pair is already listed and is refused.
test.use({ expectedErrors: /status of 409/ });

test('an admin edits synonyms, and visitors find tools by them at once', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _, tool }) => {
  const word = `Kwick${Math.random().toString(36).slice(2, 8)}`;
  const pair = `${word} = ${tool.name}`;
  const found = async () => {
    const tools: { _id: string }[] = await (await page.request.get(`/tool?q=${word}`)).json();
    return tools.map(({ _id }) => _id);
  };
  await opened(page, '/dashboard/managetool');
  await page.getByRole('button', { name: 'More about tools' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Search words' }).click();
  await expect(page).toHaveTitle('Search Words – Toolyard');
  await expect(rowsWith(page, 'spanner').first()).toBeVisible();
  const form = page.getByRole('form', { name: 'Add a pair' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('textbox', { name: 'Word' })).toHaveAccessibleDescription(
    'Please enter a word',
  );
  expect(await found()).toEqual([]);

  await form.getByRole('textbox', { name: 'Word' }).fill(word);
  await form.getByRole('textbox', { name: 'Same as' }).fill(tool.name);
  await form.getByRole('button', { name: 'Add' }).click();
  await expectToast(page, `${word} now finds ${tool.name} too`);
  await expect(form.getByRole('textbox', { name: 'Word' })).toBeFocused();
  const row = rowsWith(page, word);
  await expect(row).toBeVisible();
  expect(await found()).toEqual([tool.id]);
  await expectSoundScreen(page);

  await form.getByRole('textbox', { name: 'Word' }).fill(tool.name);
  await form.getByRole('textbox', { name: 'Same as' }).fill(word);
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('textbox', { name: 'Same as' })).toHaveAccessibleDescription(
    'That pair is already in the list',
  );

  await row.getByRole('button', { name: `Delete ${pair}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, `Deleted ${pair}`);
  expect(await found()).toEqual([]);
});
