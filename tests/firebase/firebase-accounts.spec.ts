import type { Page } from '@playwright/test';
import { newPerson, type Person } from '../e2e/support/people.ts';
import { rowsWith } from '../e2e/support/rows.ts';
import { openMenu, visibleText } from '../e2e/support/screen.ts';
import { expect, opened, test } from '../e2e/support/test.ts';
import { changeAccount, mailedLink } from './emulator.ts';

/** Firebase's client has a separate file. */
const FIREBASE_FILE = /\/assets\/firebase-auth-/;

async function signUp(page: Page, person: Person) {
  await opened(page, '/signup');
  await page.getByLabel('Name').fill(person.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/tools');
}

async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function logOut(page: Page) {
  const menu = await openMenu(page);
  await menu.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('button', { name: 'Log Out', includeHidden: true })).toHaveCount(0);
}

async function verify(page: Page, { email }: Person) {
  const answer = await page.request.get(await mailedLink(email, 'VERIFY_EMAIL'));
  expect(answer.status()).toBe(200);
}

test('signs up with a name, verifies the address by email, and stays signed in after a reload', async ({
  page,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await expect(visibleText(await openMenu(page), person.name)).toHaveCount(1);
  await opened(page, '/dashboard');
  await expect(page.getByText('Your email address isn’t verified yet.')).toBeVisible();
  await verify(page, person);
  await opened(page, '/dashboard');
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage).sort());
  expect(kept).toEqual(['accessToken', 'firebase:authUser:key-of-the-emulator:[DEFAULT]']);
});

test('sends the verification email again', { tag: '@desk' }, async ({ page }) => {
  const person = newPerson();
  await signUp(page, person);
  const first = await mailedLink(person.email, 'VERIFY_EMAIL');
  await opened(page, '/dashboard');
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(page.getByText(`We’ve emailed a link to ${person.email}.`)).toBeVisible();
  expect(await mailedLink(person.email, 'VERIFY_EMAIL')).not.toBe(first);
});

test('logs in to the page the user came from, and out again without leftovers', async ({ page }) => {
  const person = newPerson();
  await signUp(page, person);
  await logOut(page);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.goto('/dashboard/orders');
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2Forders');
  await logIn(page, person);
  await expect(page).toHaveURL('/dashboard/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total Orders: 0');
});

test('a visitor’s pages load nothing of Firebase', { tag: '@desk' }, async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  for (const path of ['/', '/tools', '/login', '/signup']) await opened(page, path);
  expect(
    files.filter((file) => FIREBASE_FILE.test(file) || !file.startsWith(new URL(page.url()).origin)),
  ).toEqual([]);
  await page.getByRole('button', { name: 'Continue with google' }).hover();
  await expect.poll(() => files.some((file) => FIREBASE_FILE.test(file))).toBe(true);
});

test.describe('when Firebase refuses', { tag: '@desk' }, () => {
  test.use({ expectedErrors: /status of 400/ });

  test('shows the same error for an unknown address and a wrong password', async ({ page }) => {
    const person = newPerson();
    await signUp(page, person);
    await logOut(page);
    await opened(page, '/login');
    for (const email of [person.email, newPerson().email]) {
      await logIn(page, { email, password: 'not-the-password' });
      await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
      await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
    }
    await opened(page, '/signup');
    await page.getByLabel('Name').fill('Another');
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'There’s already an account with this email. Log in, or use a different email.',
    );
  });

  test('rejects the old password after a reset by email', async ({ page }) => {
    const person = newPerson();
    await signUp(page, person);
    await logOut(page);
    for (const email of [newPerson().email, person.email]) {
      await opened(page, '/reset-password');
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await expect(
        page.getByText(`If there’s an account for ${email}, we’ve emailed it a link.`),
      ).toBeVisible();
    }
    const link = new URL(await mailedLink(person.email, 'PASSWORD_RESET'));
    link.searchParams.set('newPassword', 'dovetail-and-gauge');
    expect((await page.request.get(link.href)).status()).toBe(200);
    await opened(page, '/login');
    await logIn(page, person);
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
    await logIn(page, { ...person, password: 'dovetail-and-gauge' });
    await expect(page).toHaveURL('/');
  });
});

test('a new name is sent to Firebase and stays after the next sign-in', { tag: '@desk' }, async ({
  page,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await opened(page, '/dashboard');
  await page.getByLabel('Name').fill('Ada Turner');
  await page.getByLabel('Education').fill('Joinery');
  await page.getByLabel('Linkedin').fill('https://www.linkedin.com/in/ada');
  await page.getByLabel('Phone').fill('555 0100');
  await page.getByLabel('City').fill('Leeds');
  await page.getByLabel('District').fill('North');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Updated your information')).toBeVisible();
  await expect(visibleText(await openMenu(page), 'Ada Turner')).toHaveCount(1);
  await logOut(page);
  await opened(page, '/login');
  await logIn(page, person);
  await expect(visibleText(await openMenu(page), 'Ada Turner')).toHaveCount(1);
});

test('the address from the settings becomes admin once it is verified', { tag: '@desk' }, async ({
  page,
}) => {
  const owner = { name: 'Olga Owner', email: 'owner@toolyard.example', password: 'plumb-bob-and-chalk' };
  await signUp(page, owner);
  await opened(page, '/dashboard/users');
  await expect(page.getByRole('table')).toHaveCount(0);
  await verify(page, owner);
  await opened(page, '/dashboard/users');
  await expect(rowsWith(page, owner.email)).toBeVisible();
});

test.describe('a session ended in Firebase’s console', { tag: '@desk' }, () => {
  test.use({ expectedErrors: /status of 40[01]/ });

  for (const [what, change] of [
    ['by revoking it', () => ({ validSince: String(Math.floor(Date.now() / 1000) + 60) })],
    ['by disabling the account', () => ({ disableUser: true })],
  ] as const) {
    test(`is none, ${what}`, async ({ page }) => {
      const person = newPerson();
      await signUp(page, person);
      await changeAccount(person.email, change());
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/login?from=%2Fdashboard');
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    });
  }
});

test('other tabs follow a sign-out and a sign-in', { tag: '@desk' }, async ({ page, context }) => {
  const person = newPerson();
  await signUp(page, person);
  const other = await context.newPage();
  await opened(other, '/dashboard');
  await expect(visibleText(other, person.name)).toHaveCount(1);
  await logOut(page);
  await expect(other).toHaveURL('/login?from=%2Fdashboard');
  await logIn(other, person);
  await expect(other).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
});

test('where local storage is blocked, the session storage keeps the sign-in', { tag: '@desk' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('shut', 'SecurityError');
      },
    });
  });
  await signUp(page, newPerson());
  await opened(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
});

test.describe('when Firebase is unreachable', { tag: '@desk' }, () => {
  test.use({ expectedErrors: /ERR_FAILED|Failed to load|status of/ });

  test('the page shows an error, and the next try works', async ({ page }) => {
    const person = newPerson();
    await signUp(page, person);
    await logOut(page);
    await opened(page, '/login');
    const emulator = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/**`;
    await page.route(emulator, (route) => route.abort());
    await logIn(page, person);
    await expect(page.getByRole('alert')).toHaveText(
      'We couldn’t reach the sign-in service. Check your connection and try again.',
    );
    await page.unroute(emulator);
    await logIn(page, person);
    await expect(page).toHaveURL('/');
  });

  test('a Google window whose script fails to load is reported in words', async ({ page }) => {
    await page.route('https://apis.google.com/**', (route) => route.abort());
    await opened(page, '/login');
    await page.getByRole('button', { name: 'Continue with google' }).click();
    await expect(
      page.getByText('We couldn’t reach the sign-in service. Check your connection and try again.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with google' })).toBeEnabled();
  });
});
