import { readFile } from 'node:fs/promises';
import { pdf } from '#tests/support/pdf.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test('a tool’s documents are added, downloaded from its page, and deleted', { tag: '@sweep' }, async ({
  page,
  admin: _,
}) => {
  const tool = await makeToolByApi();
  await opened(page, `/dashboard/managetool/${tool.id}/edit`);
  const form = page.getByRole('form', { name: 'Add document' });
  const file = form.getByLabel('PDF file');
  const title = form.getByLabel('Title');
  const list = { name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('No PDF, but a list.') };
  await file.setInputFiles(list);
  await expect(file).toHaveAccessibleDescription('That file isn’t a PDF. Choose a PDF file. Up to 10 MB');
  await expect(title).toHaveValue('');
  const buffer = pdf(1_240_000);
  await file.setInputFiles({ name: 'Safety_sheet_TS-4.pdf', mimeType: 'application/pdf', buffer });
  await expect(file).toHaveAccessibleDescription('Up to 10 MB');
  await expect(title).toHaveValue('Safety sheet TS-4');
  await form.getByLabel('Kind').selectOption('Safety sheet');
  await title.fill('');
  await title.press('Enter');
  await expect(title).toHaveAccessibleDescription('Please enter a title');
  await title.fill('Safety sheet, TS-4');
  await title.press('Enter');
  await expectToast(page, 'Added Safety sheet, TS-4');
  await expect(file).toBeFocused();
  await expect(title).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Delete Safety sheet, TS-4' })).toBeVisible();
  const remove = page.getByRole('button', { name: 'Delete Drawing, TS-4' });
  await expectSoundScreen(page);

  await opened(page, `/tools/${tool.id}`);
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents.getByRole('listitem')).toHaveText('Safety sheet, TS-4Safety sheet · PDF, 1.2 MB');
  await expectSoundScreen(page);
  const saving = page.waitForEvent('download');
  await documents.getByRole('link').press('Enter');
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Safety sheet, TS-4.pdf');
  expect((await readFile(await saved.path())).equals(buffer)).toBe(true);
  await expect(page).toHaveURL(`/tools/${tool.id}`);

  await page.getByRole('link', { name: 'Edit tool' }).click();
  const name = 'Edit Safety sheet, TS-4';
  await page.getByRole('button', { name }).press('Enter');
  const about = page.getByRole('form', { name });
  await expect(about.getByLabel('Title')).toBeFocused();
  await about.getByLabel('Kind').selectOption('Drawing');
  await about.getByLabel('Title').fill('Drawing, TS-4');
  await expectSoundScreen(page);
  await about.getByLabel('Title').press('Enter');
  await expectToast(page, 'Saved Drawing, TS-4');
  await expect(page.getByRole('button', { name: 'Edit Drawing, TS-4' })).toBeFocused();

  // A copy includes it, and links to where more are added.
  await page.getByRole('link', { name: 'Copy this tool' }).click();
  await expect(page.getByText('The copy includes 1 document.')).toBeVisible();
  const copy = `${tool.name} copy`;
  await page.getByLabel('Name', { exact: true }).fill(copy);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectToast(page, 'Tool added successfully!');
  await page.getByRole('link', { name: `Add manuals and other documents to ${copy}` }).click();
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Edit Drawing, TS-4' })).toBeVisible();
  await opened(page, `/dashboard/managetool/${tool.id}/edit`);
  await remove.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Deleted Drawing, TS-4');
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeFocused();
  await page.getByRole('link', { name: 'View in shop' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.name);
  await expect(documents).toBeHidden();
});
