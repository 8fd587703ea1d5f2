import type { Page } from '@playwright/test';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin, newPerson, signUpByApi, verifyByApi } from './support/people.ts';
import { expectPicture, reachRow } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { logIn, setUpApp } from './support/second-step.ts';
import { expect, opened } from './support/test.ts';

/** A change here shows on every page: no other test may see it. */
const test = inOwnShop();

test.use({ expectedErrors: /status of 4(00|09)/ });

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Shop settings' });
const section = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
const save = (page: Page, name: string) => section(page, name).getByRole('button', { name: 'Save' });
const readDetails = () => callAsAdmin<ManagedDetails>('GET', '/managedetails');

test('the shop is renamed by keyboard, and shows its new name everywhere at once', {
  tag: '@desk',
}, async ({ page, admin: _, request }) => {
  const read = async (path: string) => (await request.get(path)).text();
  expect(await read('/about')).toContain('Toolyard');
  await opened(page, '/dashboard');
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Shop', exact: true })
    .click();
  await expect(tabs(page).getByRole('link')).toHaveText([
    'General',
    'Contact and hours',
    'Texts and policy',
    'Billing and invoices',
    'Legal',
    'Emails and notifications',
    'Security',
  ]);
  await expect(tabs(page).getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page');
  await field(page, 'Name').fill('');
  await page.keyboard.press('Enter');
  await expectProblem(field(page, 'Name'), 'Name is required');
  await expect(field(page, 'Name')).toBeFocused();
  await page.keyboard.type('Bit & Brace');
  await expect(page.getByText('Bit & Brace – hand tools, power tools, and machines')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Toolyard' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('We restored what you typed.')).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Bit & Brace');
  await field(page, 'Name').press('Enter');
  await expectToast(page, 'Name saved');
  await expect(page).toHaveTitle('Shop settings – Bit & Brace');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Bit & Brace' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('reserved by Bit & Brace');
  await expectSoundScreen(page);
  for (const path of ['/', '/tools', '/about', '/policy', '/portfolio', '/manifest.webmanifest']) {
    const text = await read(path);
    expect(text, path).toMatch(/Bit (&|&amp;|\\u0026) Brace/);
    expect(text, path).not.toContain('Toolyard');
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click();
  await expect(page.getByText('Bit & Brace sells hand tools')).toBeVisible();
  await opened(page, '/dashboard/details');
  await section(page, 'Name').getByRole('button', { name: 'Use the default' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use the default' }).click();
  await expectToast(page, 'Name reset to the default');
  await expect(page).toHaveTitle('Shop settings – Toolyard');
});

test('an accent is previewed, refused if unreadable, and used by every page', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _, request }) => {
  const colourOf = (name: string) =>
    page
      .getByRole('button', { name })
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  await opened(page, '/dashboard/details');
  await field(page, 'Accent color').fill('#ffd400');
  await save(page, 'Look').click();
  await expectProblem(
    field(page, 'Accent color'),
    'Too light to read. Choose a darker color.',
    'For buttons, links, and marks. Six digits, such as #1f4e9c.',
  );
  await expect(page.getByText('Contrast 1.1:1, too low', { exact: true })).toBeVisible();
  await field(page, 'Accent color').fill('#1F4E9C');
  await expect(page.getByText('Contrast 6.6:1', { exact: true })).toBeVisible();
  const picker = page.getByLabel('Pick: Accent color', { exact: true });
  await expect(picker).toHaveValue('#1f4e9c');
  await picker.fill('#1f4e9d');
  await expect(field(page, 'Accent color')).toHaveValue('#1f4e9d');
  await field(page, 'Accent color').fill('#1F4E9C');
  await field(page, 'Accent color in the dark theme').fill('#8ab4ff');
  await expectSoundScreen(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await save(page, 'Look').click();
  await expectToast(page, 'Look saved');
  await expect.poll(() => colourOf('Save')).toBe('rgb(31, 78, 156)');
  await opened(page, '/');
  expect(await request.get('/').then((reply) => reply.text())).toContain('light-dark(#1f4e9c, #8ab4ff)');
  await expectSoundScreen(page);
  expect(await colourOf('Submit')).toBe('rgb(138, 180, 255)');
});

test('a logo is checked when chosen, previewed, and used in the header and the icons', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _, request }) => {
  const logo = page.getByLabel('Logo', { exact: true });
  const file = (buffer: Buffer) => ({ name: 'logo.png', mimeType: 'image/png', buffer });
  await opened(page, '/dashboard/details/general#look');
  await logo.setInputFiles(file(Buffer.from('No picture at all')));
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: 'That file is text' }),
  ).toBeVisible();
  await logo.setInputFiles(file(await plainPicture({ width: 384, height: 96 }, '#1f4e9c').png().toBuffer()));
  await expectPicture(page.getByRole('img', { name: 'Current logo' }));
  const inBar = page.getByRole('banner').getByRole('link', { name: 'Toolyard' }).locator('img');
  await expect(inBar).toHaveCount(0);
  await expectSoundScreen(page);
  await save(page, 'Look').click();
  await expectToast(page, 'Look saved');
  await expectPicture(inBar);

  await opened(page, '/about');
  await expectPicture(inBar);
  const icon = await page.locator('link[rel=icon]').getAttribute('href');
  expect(icon).toMatch(/^\/logo\/[0-9a-f]{32}\/icon-192\.png$/);
  for (const path of [icon ?? '', '/favicon.ico', '/apple-touch-icon.png']) {
    const reply = await request.get(path);
    expect(reply.headers()['content-type'], path).toBe('image/png');
    expect(reply.url()).toContain('/logo/');
  }
  const { icons } = await (await request.get('/manifest.webmanifest')).json();
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png');
  expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(
    /\/logo\/.*share\.png$/,
  );
  await expectSoundScreen(page);
  await opened(page, '/dashboard/details/general#look');
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await save(page, 'Look').click();
  await expectToast(page, 'Look saved');
  await expect(inBar).toHaveCount(0);
});

test('somebody else’s edit meanwhile is shown; a custom policy has parts and links', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  await opened(page, '/dashboard/details/pages#policy');
  const second = page.getByRole('group', { name: 'Part 2' });
  await field(page, 'Opening line').fill('Read this first.');
  for (const left of [4, 3, 2, 1]) {
    await page.getByRole('button', { name: 'Remove part 1', exact: true }).click();
    await expect(page.getByRole('group', { name: /^Part/ })).toHaveCount(left);
  }
  await page.getByRole('button', { name: 'Add a part' }).click();
  await second.getByLabel('Heading').fill('Returns');
  await second.getByLabel('Text').fill('Within a month.\n\n[See](javascript:alert(1)) what.');
  await save(page, 'Policy').click();
  await expect(second.getByLabel('Text')).toBeFocused();
  await expect(second).toContainText('Links must start with https://');
  await second.getByLabel('Text').fill('Within a month.\n\n[See tools](/tools) first.');

  const { version, details } = await readDetails();
  const theirs = { ...details.policy, opening: 'Theirs.' };
  await callAsAdmin('PATCH', '/details', { version, policy: theirs, email: { senderName: 'The desk' } });
  await save(page, 'Policy').click();
  const conflict = page.getByRole('region', { name: 'Someone else changed this section' });
  await expect(conflict.getByRole('heading')).toBeFocused();
  await expect(conflict).toContainText('Different: Opening line, Part 1: Heading');
  await expect(field(page, 'Opening line')).toHaveValue('Read this first.');
  // The sticky header would else cover half of a tab, which is then too small to be a target.
  await conflict.evaluate((box) => box.scrollIntoView());
  await expectSoundScreen(page);
  // Until one of the two is saved, a reload asks again.
  await page.reload();
  await conflict.getByRole('button', { name: 'Show what’s in the shop now' }).click();
  await expect(field(page, 'Opening line')).toHaveValue('Theirs.');
  await conflict.getByRole('button', { name: 'Go back to what I typed' }).click();
  await expect(field(page, 'Opening line')).toHaveValue('Read this first.');
  await save(page, 'Policy').click();
  await expectToast(page, 'Policy saved');
  await expect(conflict).toHaveCount(0);
  expect((await readDetails()).details.email).toEqual({ senderName: 'The desk' });

  await opened(page, '/policy');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading')).toHaveText(['Policy', 'What we keep', 'Returns']);
  await main.getByRole('link', { name: 'See tools' }).click();
  await expect(page).toHaveURL(/\/tools$/);
});

test.describe('an admin in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('chooses the shop’s time zone, sees all times in it, and sees which one it is', {
    tag: ['@desk', '@sweep'],
  }, async ({ page, admin: _ }) => {
    await opened(page, '/dashboard/details/general#region');
    const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
    await zone.fill('+02:00');
    await zone.press('Enter');
    await expect(page.getByText('Choose a time zone from the list, such as America/New_York')).toBeVisible();
    await zone.fill('america/new_york');
    await expect(page.getByText(/^Now: .* E[DS]T$/)).toBeVisible();
    await zone.press('Enter');
    await expectToast(page, 'Region saved');
    await expect(zone).toHaveValue('America/New_York');
    await expectSoundScreen(page);
    await opened(page, '/dashboard/activity');
    const changed = page.getByRole('row').filter({ hasText: 'region' }).first().getByRole('time');
    const at = await changed.getAttribute('datetime');
    const asShown = (format: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'America/New_York' }).format(
        new Date(at ?? ''),
      );
    await expect(changed).toHaveAttribute('title', asShown({ dateStyle: 'medium', timeStyle: 'short' }));
    await expect(changed).toHaveText(
      asShown({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    );
    await expect(page.getByText('Times are Eastern Time (America/New_York).')).toBeVisible();
  });
});

test('the address of a section from before the tabs opens its tab there', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  await opened(page, '/dashboard/details?section=portfolio');
  await expect(page).toHaveURL('/dashboard/details/pages#portfolio');
  await expect(tabs(page).getByRole('link', { name: 'Texts and policy' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(section(page, 'Portfolio')).toBeInViewport();
  await expect(section(page, 'About us')).toBeHidden();
  await page.getByRole('heading', { name: 'About us' }).click();
  await expect(section(page, 'About us')).toBeVisible();
  await expectSoundScreen(page);
  await tabs(page).getByRole('link', { name: 'Emails and notifications' }).click();
  await page.getByRole('link', { name: 'Choose my notifications' }).click();
  await expect(page.getByRole('heading', { name: 'Email notifications' })).toBeFocused();
});

test.describe('a second step', () => {
  // The staff's page is refused once their day is over, and once they are logged out.
  test.use({ expectedErrors: /status of 4(00|01|03|09)/ });

  test('is required of staff, who have a day to set one up, and reset where it is lost', {
    tag: '@desk',
  }, async ({ page, rival, inDatabase }) => {
    const owner = newPerson('Olga Owner');
    await signUpByApi(owner);
    await verifyByApi(owner);
    await callAsAdmin('PUT', `/user/admin/${owner.email}`);
    const { person: staff, page: desk } = rival;
    await verifyByApi(staff);
    await callAsAdmin('PUT', `/user/staff/${staff.email}`);
    const required = page.getByLabel('Require two-step verification for staff and admins');
    const notice = desk.getByRole('status').filter({ hasText: 'Staff and admins of this shop' });

    await logIn(page, owner);
    await expect(page).toHaveURL('/dashboard/security');
    await opened(page, '/dashboard/details/security');
    await required.check();
    await save(page, 'Security').click();
    await expect(required).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Set up two-step verification for your own login first')).toBeVisible();
    await section(page, 'Security').getByRole('link', { name: 'Login and security' }).click();
    await setUpApp(page);
    await opened(page, '/dashboard/details/security');
    await required.check();
    await expect(page.getByText('Staff and admins need two-step verification to log in')).toBeVisible();
    await page.getByLabel('Confirm refunds above').fill('250');
    await save(page, 'Security').click();
    await expectToast(page, 'Security saved');
    await expectSoundScreen(page);

    await opened(desk, '/dashboard/manageorders');
    await expect(notice).toContainText(/You have 2[34] hours to set it up\./);
    await expect(desk.getByRole('heading', { level: 1, name: 'Manage Orders' })).toBeVisible();
    await page.getByRole('link', { name: 'See staff without two-step verification' }).click();
    const row = await reachRow(page, staff.email);
    await expect(row).toContainText('Two-step verification off');
    await expect(page.getByText(owner.email)).toHaveCount(0);

    await inDatabase(
      `update shop_details set factors_demanded_at = now() - interval '2 days';
       update users set staff_since = now() - interval '2 days'`,
    );
    await desk.getByRole('link', { name: 'Messages' }).click();
    await expect(desk).toHaveURL('/dashboard/security');
    await expect(notice).toContainText('Set up an authenticator app or a passkey here to get back to work.');
    await expect(desk.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')).toHaveCount(0);
    await expectSoundScreen(desk);
    await opened(desk, '/dashboard/stock');
    await expect(desk).toHaveURL('/dashboard/security');
    await setUpApp(desk);
    await expect(notice).toBeHidden();
    await desk.getByRole('link', { name: 'Messages' }).click();
    await expect(desk.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();

    await opened(page, `/dashboard/users?q=${encodeURIComponent(staff.email)}`);
    await expect(row).toContainText('Two-step verification on');
    await row.getByRole('button', { name: `More actions for ${staff.email}` }).click();
    await page.getByRole('button', { name: `Reset two-step verification: ${staff.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset two-step verification' }).click();
    await expectToast(page, `Reset two-step verification for ${staff.name}`);
    await expect(row).toContainText('Two-step verification off');
    await desk.reload();
    await expect(desk).toHaveURL(/\/login/);

    await opened(page, '/dashboard/details/security');
    await required.uncheck();
    await page.getByLabel('Confirm refunds above').fill('');
    await save(page, 'Security').click();
    await expectToast(page, 'Security saved');
  });
});
