import type { Page } from '@playwright/test';
import { appCode } from '#tests/support/app-code.ts';
import { callAsAdmin, newPerson, type Person, signUpByApi, verifyByApi } from './support/people.ts';
import { logOut } from './support/screen.ts';
import { addAuthenticator, logIn, setUpApp } from './support/second-step.ts';
import { expect, opened, test } from './support/test.ts';

const STEP_MS = 30_000;

test.use({ expectedErrors: /status of 40[013]/ });

async function someone(): Promise<Person> {
  const person = newPerson();
  await signUpByApi(person);
  return person;
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Login and security', level: 1 });

test('an authenticator app is asked for after the password, and a recovery code stands in for it', async ({
  page,
}) => {
  const person = await someone();
  await logIn(page, person);
  await expect(heading(page)).toBeVisible();
  const { secret, codes } = await setUpApp(page);
  await logOut(page);
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter a code')).toBeVisible();
  await code.fill('000 000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('That code isn’t right or was already used.')).toBeVisible();
  // Reloading begins anew: what lacks its second step is not kept.
  await opened(page, '/dashboard/security');
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await code.fill(appCode(secret, new Date(Date.now() + STEP_MS)));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page)).toBeVisible();
  await logOut(page);
  await logIn(page, person);
  await code.fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('9 codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click();
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});

test('ten wrong codes end the login, which is said, and a recovery code counts once', async ({ page }) => {
  const person = await someone();
  await logIn(page, person);
  const { codes } = await setUpApp(page);
  const [first = '', second = ''] = codes;
  const code = page.getByLabel('Code', { exact: true });
  const enter = async (typed: string) => {
    const answered = page.waitForResponse('**/api/auth/second-factor');
    await code.fill(typed);
    await page.getByRole('button', { name: 'Continue' }).click();
    await answered;
  };
  const logInAgain = async () => {
    await logOut(page);
    await logIn(page, person);
  };
  await logInAgain();
  const wrong = page.getByText('That code isn’t right or was already used.');
  for (let time = 1; time < 10; time += 1) {
    await enter(`000 00${time}`);
    await expect(wrong).toBeVisible();
  }
  await enter('000 000');
  await expect(page.getByText('Too many wrong codes, so this login has ended. Log in again.')).toBeVisible();
  await enter(first);
  await expect(page.getByText('Please log in')).toBeVisible();
  await page.getByRole('button', { name: 'Back to login' }).click();
  await logIn(page, person);
  await enter(first);
  await expect(page.getByText('9 codes left')).toBeVisible();
  await logInAgain();
  await enter(first);
  await expect(wrong).toBeVisible();
  await enter(second);
  await expect(page.getByText('8 codes left')).toBeVisible();
});

test('a passkey logs in without a password, and is renamed and removed', async ({ page, baseURL }) => {
  const person = await someone();
  await addAuthenticator(page);
  // As in a browser that cannot offer passkeys with the email.
  await page.addInitScript(() =>
    Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable'),
  );
  // At an IP address it says why there are none, and where there are.
  await page.goto(`${String(baseURL).replace('localhost', '127.0.0.1')}/login`);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByText(`Open the shop at ${baseURL} instead.`)).toBeVisible();
  await page.goto('/login?from=/dashboard/security');
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog.getByText('Give the passkey a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText(
    'Not used yet',
  );
  await logOut(page);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(page.url().replace(/(:\d+)\/.*/, '$1/dashboard/security'));
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Laptop' })).toContainText(
    'Last used',
  );
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(0);
});

test('a role changes only after the password, 10 minutes after the login', { tag: '@sweep' }, async ({
  page,
  context,
}) => {
  const admin = await someone();
  await verifyByApi(admin);
  await callAsAdmin('PUT', `/user/admin/${admin.email}`);
  const other = await someone();
  await verifyByApi(other);
  await logIn(page, admin);
  await expect(heading(page)).toBeVisible();
  let refused = 0;
  // As if the login were ten minutes old, until the password is confirmed.
  await context.route('**/user/staff/**', async (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    const error = { code: 'fresh_sign_in_needed', message: 'Confirm it’s you, then try again' };
    return route.fulfill({ status: 403, json: { error } });
  });
  await opened(page, `/dashboard/users?q=${encodeURIComponent(other.email)}`);
  await page.getByRole('button', { name: `More actions for ${other.email}` }).click();
  await page.getByRole('button', { name: `Make staff: ${other.email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make staff' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Your password').fill('not this one');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('That isn’t your password')).toBeVisible();
  await dialog.getByLabel('Your password').fill(admin.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/now staff|is staff/i).first()).toBeVisible();
  expect(refused).toBe(1);
});
