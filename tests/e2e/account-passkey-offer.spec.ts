import type { Page } from '@playwright/test';
import { newPerson, signUpByApi } from './support/people.ts';
import { logOut } from './support/screen.ts';
import { addAuthenticator } from './support/second-step.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: /status of 401/ });

/** What the page has asked the browser's passkeys for, in order. */
const asked = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'asked') as string[]);

/** Records each question to the browser's passkeys, and whether it was withdrawn. */
const recordQuestions = (page: Page) =>
  page.addInitScript(() => {
    const recorded: string[] = [];
    Reflect.set(globalThis, 'asked', recorded);
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = (options) => {
      const index = recorded.push(String(options?.mediation)) - 1;
      options?.signal?.addEventListener('abort', () => {
        recorded[index] += ' withdrawn';
      });
      return get(options);
    };
  });

test('passkeys are offered with the email, until another way is taken', async ({ page }) => {
  const person = newPerson();
  await signUpByApi(person);
  await recordQuestions(page);
  const authenticator = await addAuthenticator(page);
  const login = '/login?from=/dashboard/security';
  const email = page.getByRole('textbox', { name: 'Email' });
  const heading = page.getByRole('heading', { name: 'Login and security', level: 1 });

  // None is known to the browser yet, so the offer remains open beside a wrong password, and the right one.
  await page.goto(login);
  await expect(email).toHaveAttribute('autocomplete', 'username webauthn');
  await expect.poll(() => asked(page)).toEqual(['conditional']);
  await email.fill(person.email);
  await page.getByLabel('Password').fill('not this one');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await expect.poll(() => asked(page)).toEqual(['conditional withdrawn', 'conditional']);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  expect(await asked(page)).toEqual(['conditional withdrawn', 'conditional withdrawn']);
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();

  // The button's question takes the place of the offer.
  await authenticator.press(false);
  await logOut(page);
  await page.goto(login);
  await expect.poll(() => asked(page)).toEqual(['conditional']);
  await authenticator.press(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(heading).toBeVisible();
  expect(await asked(page)).toEqual(['conditional withdrawn', 'undefined']);

  // Answered as the offer is made, it logs in; the question is asked in nobody's name.
  await logOut(page);
  const question = page.waitForRequest('**/api/auth/passkey/options');
  await page.goto(login);
  expect((await question).headers()).not.toHaveProperty('authorization');
  await expect(heading).toBeVisible();
  expect(await asked(page)).toEqual([expect.stringMatching(/^conditional/)]);
});

test('only the login page asks for passkeys', { tag: '@desk' }, async ({ page }) => {
  await recordQuestions(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.goto('/signup');
  await page.waitForLoadState('networkidle');
  expect(await asked(page)).toEqual([]);
  expect(requests.filter((url) => url.includes('passkey'))).toEqual([]);
});
