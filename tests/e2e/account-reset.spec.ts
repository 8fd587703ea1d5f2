import type { Page } from '@playwright/test';
import { openMail } from './support/mails.ts';
import { newPerson, signUpByApi } from './support/people.ts';
import { expectProblem, expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.use({ expectedErrors: /status of 40[01]/ });

const hint = '6 characters or longer. Common passwords aren’t accepted.';
const asked = (email: string) => `If there’s an account for ${email}, we’ve emailed it a link.`;

async function askForMail(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('status')).toHaveText(asked(email));
}

async function logIn(page: Page, email: string, password: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('sets a new password through the email: the old one is invalid, the link works once', {
  tag: '@desk',
}, async ({ page }) => {
  const person = newPerson();
  await signUpByApi(person);
  await opened(page, '/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset password');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expectProblem(page.getByRole('textbox', { name: 'Email' }), 'Email is required');
  await expectSoundScreen(page);
  await askForMail(page, person.email);

  const mail = await openMail(page, person.email, 'Set a new password');
  await mail.getByRole('button', { name: 'Text' }).click();
  const link = mail.getByRole('link');
  const address = String(await link.getAttribute('href'));
  const [reset] = await Promise.all([page.waitForEvent('popup'), link.click()]);

  await expect(reset.getByRole('heading', { level: 1 })).toHaveText('Set a new password');
  const password = reset.getByLabel('New password');
  const submit = reset.getByRole('button', { name: 'Set new password' });
  await password.fill('short');
  await submit.click();
  await expectProblem(password, 'Must be 6 characters or longer', hint);
  await expectSoundScreen(reset);
  await password.fill('qwerty');
  await submit.click();
  await expectProblem(password, 'This password is too easy to guess. Choose a different one.', hint);
  await expect(password).toBeFocused();
  await password.fill('spokeshave-and-rasp');
  await submit.click();
  await expect(reset.getByRole('status')).toContainText(
    'Your password has been changed. Log in with the new one.',
  );

  await reset.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click();
  await logIn(reset, person.email, person.password);
  await expect(reset.getByRole('alert')).toHaveText('Invalid email or password');
  await logIn(reset, person.email, 'spokeshave-and-rasp');
  await expect(reset).toHaveURL('/');

  await page.goto(address);
  await page.getByLabel('New password').fill('marking-knife-and-awl');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please request a new one.');
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible();
});

test('answers the same for an address without an account', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  await opened(page, '/reset-password');
  await askForMail(page, newPerson().email);
});
