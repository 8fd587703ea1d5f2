import { readFile } from 'node:fs/promises';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test('the tools that a list shows are saved as a file', async ({ page, admin: _ }) => {
  const tool = await makeToolByApi({});
  await makeToolByApi({});
  await opened(page, `/dashboard/managetool?q=${encodeURIComponent(tool.name)}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^tools-[\d-]{10}\.csv$/);
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFFpart_number,name,/);
  expect(rows).toEqual([expect.stringContaining(tool.name)]);
});
