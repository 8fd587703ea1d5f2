import type { BrowserContext, Page } from '@playwright/test';
import { PASSWORD } from '#tests/support/accounts.ts';
import { browserArgs } from '#tests/support/browser-launch.ts';
import { freePort } from '#tests/support/spawn-shop.ts';
import { startSpawnedAdminShop } from '#tests/support/spawned-admin-shop.ts';
import { openMail } from './support/mails.ts';
import { newPerson } from './support/people.ts';
import { takePhotograph } from './support/photograph.ts';
import { rowsWith } from './support/rows.ts';
import { expectToast } from './support/screen.ts';
import { test as base, expect, opened, watchPages } from './support/test.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** A shop set up as the README describes for a phone on the same network: on a local host name, over plain
 * HTTP. */
const test = base.extend<{ open: (look?: object) => Promise<Page> }, { lanOrigin: string }>({
  lanOrigin: [
    async ({ browserName: _ }, use) => {
      const port = await freePort();
      const lanOrigin = `http://shop.lan:${port}`;
      const shop = await startSpawnedAdminShop({
        HOST: '0.0.0.0',
        PORT: String(port),
        SHOP_ORIGIN: lanOrigin,
      });
      await use(lanOrigin);
      await shop.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  open: async ({ browser, lanOrigin }, use) => {
    const told: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (look = {}) => {
      const context = await browser.newContext({ baseURL: lanOrigin, reducedMotion: 'reduce', ...look });
      contexts.push(context);
      await watchPages(context, told, { everything: true });
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(told).toEqual([]);
  },
});

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: [...browserArgs, '--host-resolver-rules=MAP shop.lan 127.0.0.1'],
  },
});

async function addTool(page: Page, name: string): Promise<void> {
  await opened(page, '/dashboard/addtool');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill('A bench vise of 125 mm.');
  await page.getByRole('spinbutton', { name: 'Minimum Order Quantity' }).fill('1');
  await page.getByRole('spinbutton', { name: 'Available Quantity' }).fill('5');
  await page.getByRole('spinbutton', { name: 'Price' }).fill('49');
  await page.getByLabel('Image', { exact: true }).setInputFiles(await takePhotograph());
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectToast(page, 'Tool added successfully!');
}

test('on a local network name over plain HTTP everything works from sign-up to Confirmed', {
  tag: ['@desk', '@sweep'],
}, async ({ open }) => {
  const admin = await open();
  await opened(admin, '/login');
  expect(await admin.evaluate(() => window.isSecureContext)).toBe(false);
  await admin.getByRole('textbox', { name: 'Email' }).fill('boss@tools.example');
  await admin.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await admin.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(admin).toHaveURL('/dashboard/overview');
  const tool = 'Bench vise';
  await addTool(admin, tool);

  const page = await open(phone);
  const person = newPerson();
  await opened(page, '/signup');
  await page.getByRole('textbox', { name: 'Name' }).fill(person.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/tools');

  // Outside the shop's own machine the mailbox is for admins only.
  const mail = await openMail(admin, person.email, 'Verify your email address');
  await mail.getByRole('button', { name: 'Text' }).click();
  await page.goto((await mail.getByRole('link').getAttribute('href')) ?? '');
  await expect(page.getByText('Thank you, your email address is verified.')).toBeVisible();

  await opened(page, '/tools');
  await page.getByRole('link', { name: 'Add Cart' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool);
  await page.getByRole('spinbutton', { name: 'Order Quantity' }).fill('2');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 0177');
  await page.getByRole('textbox', { name: 'Address' }).fill('8 Plumb Line, Portland, ME 04101');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Pay $98.00 now' }).click();
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242424242424242');
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('12 / 49');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, your payment went through' })).toBeVisible();

  await opened(admin, '/dashboard/manageorders');
  await rowsWith(admin, tool).getByRole('button', { name: 'Pending' }).click();
  await expectToast(admin, 'Order successfully delivered');
  await opened(page, '/dashboard/orders');
  await expect(rowsWith(page, tool).getByText('Confirmed', { exact: true })).toBeVisible();

  await opened(page, `/dashboard/review`);
  await page.getByRole('combobox', { name: 'Rating' }).selectOption('5');
  await page.getByRole('textbox', { name: 'Message' }).fill('Holds what it is told to.');
  await page.getByRole('button', { name: 'Rate now' }).click();
  await expectToast(page, `Thank you ${person.name} for your review`);
});
