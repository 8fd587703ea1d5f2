import type { Page } from '@playwright/test';
import { openMail } from './support/mails.ts';
import { newPerson, type Person, signUpByApi, verifyByApi } from './support/people.ts';
import { logOut, visibleText } from './support/screen.ts';
import { shopOrigin } from './support/shop-origin.ts';
import { expect, expectResolved, opened, test, watchPages } from './support/test.ts';

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key);

test.describe('two tabs of one browser', { tag: '@desk' }, () => {
  test('share one session, whose token stays the same', { tag: '@sweep' }, async ({
    page,
    context,
    buyer,
  }) => {
    await opened(page, '/dashboard');
    const other = await context.newPage();
    await opened(other, '/dashboard');
    const before = await kept(page, 'accessToken');
    await Promise.all([page, other].map((tab) => tab.reload()));
    await Promise.all([page, other].map((tab) => expectResolved(tab)));
    for (const tab of [page, other]) await expect(visibleText(tab, buyer.name)).toHaveCount(1);
    expect(await kept(other, 'accessToken')).toBe(before);
  });

  test('are both signed out by one of them: their calls are refused at once', { tag: '@sweep' }, async ({
    page,
    context,
    buyer,
  }) => {
    await opened(page, '/tools');
    const other = await context.newPage();
    await opened(other, '/dashboard');
    const token = await kept(other, 'accessToken');
    const profile = () =>
      fetch(`${shopOrigin()}/user/${buyer.email}`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await profile()).status).toBe(200);
    const signedOut = page.waitForResponse((response) => response.url().endsWith('/sign-out'));
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(other).toHaveURL('/login?from=%2Fdashboard');
    await signedOut;
    expect((await profile()).status).toBe(401);
  });
});

test.describe('an access token that is refused in mid-work', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /status of 401/ });

  test('logs out in both tabs', async ({ page, context, buyer }) => {
    await opened(page, '/dashboard');
    const other = await context.newPage();
    await opened(other, '/dashboard/security');
    const headers = { authorization: `Bearer ${await kept(page, 'accessToken')}` };
    await page.route('/orders?*', async (route) => {
      await fetch(`${shopOrigin()}/api/auth/sign-out`, { method: 'POST', headers });
      await route.continue();
    });
    await expect(visibleText(page, buyer.name)).toHaveCount(1);
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
    await sidebar.getByRole('link', { name: 'My Orders' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(other).toHaveURL('/login?from=%2Fdashboard%2Fsecurity');
    expect(await kept(page, 'accessToken')).toBe('');
  });
});

test.describe('a browser that loses its connection', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('stays signed in though an answer was lost', async ({ page, buyer }) => {
    await opened(page, '/tools');
    const lost = page.waitForRequest('/account/session');
    await page.route('/account/session', (route) => route.abort('connectionreset'));
    await page.goto('/dashboard');
    await lost;
    await page.unroute('/account/session');
    await opened(page, '/dashboard');
    await expect(visibleText(page, buyer.name)).toHaveCount(1);
  });
});

test.describe('a session found to have ended', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /status of 401/ });

  test('does not redirect to the login a reader who has gone back meanwhile', async ({ page, buyer: _ }) => {
    const session = Promise.withResolvers<void>();
    const list = Promise.withResolvers<void>();
    await page.route('/account/session', async (route) => {
      await session.promise;
      await route.fulfill({ status: 401, json: {} });
    });
    await page.goto('/');
    await page.waitForFunction(() => 'hydrated' in window);
    await page.getByRole('link', { name: 'Add Cart' }).first().click();
    await expect(page).toHaveURL(/\/tools\/./);
    await page.route(/\/(tool\/cards|review)\?/, async (route) => {
      await list.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/tool\/cards\?/);
    await page.goBack();
    await asked;
    session.resolve();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    list.resolve();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good tools/);
    await expect(page).toHaveURL('/');
  });
});

test.describe('the verification link, followed while signed out', {
  tag: ['@sweep', '@desk'],
}, () => {
  test.use({ expectedErrors: /status of 401/ });

  test('asks the user to log in first', async ({ page, browser }) => {
    const person = newPerson();
    await signUpByApi(person);
    const mail = await openMail(page, person.email, 'Verify your email address');
    await mail.getByRole('button', { name: 'Text' }).click();
    const address = String(await mail.getByRole('link').getAttribute('href'));
    const phone = await (await browser.newContext()).newPage();
    await phone.goto(address);
    await expect(phone.getByText('Log in to finish verifying your email address.')).toBeVisible();
    await phone.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await phone.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await phone.getByLabel('Password').fill(person.password);
    await phone.getByRole('button', { name: 'Login' }).click();
    await expect(phone.getByText('Thank you, your email address is verified.')).toBeVisible();
    await phone.context().close();
  });
});

test.describe('a login elsewhere', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('is seen by its browser, and logged out', async ({ page, browser }) => {
    const person = newPerson();
    await signUpByApi(person);
    const elsewhere = await browser.newContext({ baseURL: shopOrigin() });
    const errors = await watchPages(elsewhere, []);
    const other = await elsewhere.newPage();
    await logIn(other, person);
    await logIn(page, person);
    const places = page.getByRole('region', { name: 'Where you’re logged in' });
    // Signing up through the API began one, too.
    await expect(places.getByRole('listitem')).toHaveCount(3);
    await expect(places.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
    await places.getByRole('button', { name: /^Log out Chrome on/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText(/^Logged out Chrome on/)).toBeVisible();
    await expect(places.getByRole('listitem')).toHaveCount(2);
    await opened(other, '/dashboard');
    await expect(other).toHaveURL(/\/login/);
    await elsewhere.close();
    expect(errors.filter((error) => !error.includes('status of 401'))).toEqual([]);
    await places.getByRole('button', { name: 'Log out everywhere else' }).click();
    await dialog.getByRole('button', { name: 'Log out everywhere else' }).click();
    await expect(page.getByText('Logged out 1 other device')).toBeVisible();
    await expect(places.getByRole('listitem')).toHaveCount(1);
    await expect(places.getByRole('button', { name: 'Log out everywhere else' })).toHaveCount(0);
  });
});

test.describe('a password', () => {
  test.use({ expectedErrors: /status of 40[01]/ });

  test('is changed with the current one, below the email, which is verified from there', async ({ page }) => {
    const person = newPerson();
    await signUpByApi(person);
    await logIn(page, person);
    const email = page.getByRole('region', { name: 'Email' });
    const send = email.getByRole('button', { name: 'Send verification email' });
    await send.click();
    await expect(email.getByRole('status')).toContainText(person.email);
    await expect(send).toHaveCount(0);
    await page.getByRole('button', { name: 'Change password' }).click();
    const section = page.getByRole('region', { name: 'Password' });
    await expect(section.getByLabel('Current password')).toBeFocused();
    await section.getByLabel('Current password').fill('not my password');
    await section.getByLabel('New password').fill('spokeshave-and-rasp');
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(section.getByText('That isn’t your password')).toBeVisible();
    await section.getByLabel('Current password').fill(person.password);
    await section.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password was changed. Other devices were logged out.')).toBeVisible();
    await expect(section.getByLabel('Current password')).toHaveCount(0);
    await expect(section.getByRole('button', { name: 'Change password' })).toBeFocused();
    const places = page.getByRole('region', { name: 'Where you’re logged in' });
    await expect(places.getByRole('listitem')).toHaveCount(1);
    await logOut(page);
    await logIn(page, { ...person, password: 'spokeshave-and-rasp' });
  });
});

test.describe('an email', () => {
  test.use({ expectedErrors: /status of 40[01]/ });

  test('is changed by a link to the new one, and changed back by a link to the old one', async ({ page }) => {
    const person = newPerson();
    await signUpByApi(person);
    await verifyByApi(person);
    await logIn(page, person);
    const next = newPerson().email;
    const section = page.getByRole('region', { name: 'Email' });
    await section.getByRole('button', { name: 'Change email' }).click();
    await expect(section.getByLabel('New email')).toBeFocused();
    await section.getByLabel('New email').fill(person.email);
    await section.getByRole('button', { name: 'Send link' }).click();
    await expect(section.getByText('That’s already your email')).toBeVisible();
    await section.getByLabel('New email').fill(next);
    await section.getByRole('button', { name: 'Send link' }).click();
    await expect(section.getByRole('status')).toContainText(`We sent a link to ${next}`);
    await followLink(page, next, 'Confirm your new email address');
    await page.getByRole('button', { name: 'Use the new address' }).click();
    await expect(page.getByText(`Your email is now ${next}`)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Login and security' }).click();
    await expect(section.getByText(next)).toBeVisible();
    await followLink(page, person.email, 'Your email address was changed');
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByText('Your account has its earlier email again.')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await logIn(page, person);
    await expect(section.getByText(person.email)).toBeVisible();
  });
});

async function followLink(page: Page, to: string, subject: string) {
  const mail = await openMail(page, to, subject);
  await mail.getByRole('button', { name: 'Text' }).click();
  await opened(page, String(await mail.getByRole('link').getAttribute('href')));
}

async function logIn(page: Page, { email, password }: Person) {
  await opened(page, '/login?from=/dashboard/security');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Login and security', level: 1 })).toBeVisible();
}
