import { readFile } from 'node:fs/promises';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test('the listed tools are exported as a file', async ({ page, admin: _ }) => {
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

test('a slow export shows how much has arrived, and can be cancelled', { tag: '@sweep' }, async ({
  page,
  admin: _,
}) => {
  await opened(page, '/dashboard/managetool');
  // The first megabyte of a file whose rest is delayed.
  await page.evaluate(() => {
    const load = window.fetch;
    window.fetch = (address, init) => {
      if (!String(address).includes('/exports/')) return load(address, init);
      const file = new ReadableStream({
        start(stream) {
          stream.enqueue(new Uint8Array(1_200_000));
          init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason));
        },
      });
      return Promise.resolve(new Response(file));
    };
  });
  const button = page.getByRole('button', { name: 'Export CSV' });
  await button.press('Enter');
  await expect(page.getByText('1.2 MB so far')).toBeVisible();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Cancel export' }).press('Enter');
  await expect(button).toBeFocused();
  await expect(button).not.toHaveAttribute('aria-busy');
  await expect(page.getByText(/so far$/)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
