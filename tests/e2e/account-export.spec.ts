import { readFile } from 'node:fs/promises';
import { readArchive } from '#tests/support/archives.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAs, verifyByApi } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.describe('a copy of one’s data', { tag: '@desk' }, () => {
  test('is asked for, awaited, and downloaded', async ({ page, buyer, tool }) => {
    const order = await placeOrderByApi(buyer, tool);
    await payOrderByApi(buyer, order);
    await opened(page, '/dashboard/security');
    const section = page.getByRole('region', { name: 'Your data' });
    const button = section.getByRole('button');
    await expect(button).toHaveText('Prepare a copy');
    await expect(button).not.toHaveAttribute('aria-busy');
    // Until the screen has been looked at, however soon the copy is made.
    await page.route('**/account/export', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { state: 'making' } }) : route.continue(),
    );
    await button.press('Enter');
    await expect(section.getByRole('status')).toHaveText(/We’re preparing your copy/);
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expectSoundScreen(page);
    await page.unroute('**/account/export');

    await expect(section.getByRole('status')).toHaveText(/Your copy is ready\. You can download it until/);
    await expect(button).toHaveText('Download');
    await expect(button).toBeFocused();
    const saved = page.waitForEvent('download');
    await button.press('Enter');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('my-data.zip');
    const files = readArchive(await readFile(await file.path()));
    expect(JSON.parse(files.get('profile.json') ?? '')).toMatchObject([{ email: buyer.email }]);
    expect(JSON.parse(files.get('orders.json') ?? '')).toMatchObject([{ number: order.number }]);
    expect(files.get('orders.csv')).toContain(order.number);
    expect([...files.keys()].filter((name) => /^invoices\/.+\.pdf$/.test(name))).toHaveLength(1);
  });

  test('of someone who wrote in: an admin starts it, and they alone are told and get it', {
    tag: '@sweep',
  }, async ({ page, admin: _, rival: { person } }) => {
    await verifyByApi(person);
    await opened(page, `/dashboard/users/${encodeURIComponent(person.email)}`);
    await page.getByRole('button', { name: `Prepare a copy of their data: ${person.email}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Prepare a data copy?' });
    await expect(dialog).toContainText(`${person.name} (${person.email})`);
    await expect(dialog).toContainText('Nobody else can');
    await dialog.getByRole('button', { name: 'Prepare a copy of their data' }).press('Enter');
    await expectToast(page, `Preparing the data copy of ${person.name}`);
    await expect
      .poll(() => callAs<{ state: string }>(person, 'GET', '/account/export'))
      .toMatchObject({ state: 'ready' });
    const told = async () => {
      const mails: { to: string; subject: string; text: string }[] = await (
        await page.request.get('/mailbox/messages?limit=100')
      ).json();
      return mails.find(({ to, subject }) => to === person.email && subject.startsWith('Your data'))?.text;
    };
    await expect.poll(told).toContain('/dashboard/security');
  });
});
