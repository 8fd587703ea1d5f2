import type { Page } from '@playwright/test';
import { followHtmlLink, openMail } from './support/mails.ts';
import { newPerson, signUpByApi } from './support/people.ts';
import {
  expectNoProblem,
  expectProblem,
  expectSoundScreen,
  openMenu,
  visibleText,
} from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

const hint = '6 characters or longer. Common passwords aren’t accepted.';

function signUpForm(page: Page) {
  return {
    name: page.getByRole('textbox', { name: 'Name' }),
    email: page.getByRole('textbox', { name: 'Email' }),
    password: page.getByLabel('Password'),
    submit: page.getByRole('button', { name: 'Sign up' }),
  };
}

test('shows an error at each field, and removes it once it is corrected', async ({ page }) => {
  await opened(page, '/signup');
  await expect(page).toHaveTitle('Sign up – Toolyard');
  const { name, email, password, submit } = signUpForm(page);
  await submit.click();
  await expectProblem(name, 'Name is required');
  await expectProblem(email, 'Email is required');
  await expectProblem(password, 'Password is required', hint);
  await expect(name).toBeFocused();

  await email.fill('ada at joiner');
  await password.fill('short');
  await expectProblem(email, 'Provide a valid email');
  await expectProblem(password, 'Must be 6 characters or longer', hint);
  await email.fill('Ada.Joiner@Shop.co.uk');
  await expectNoProblem(email);
  await password.fill('longer than that');
  await expectNoProblem(password, hint);
  await name.fill('Ada');
  await expectNoProblem(name);

  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('longer than that');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('signs up, goes to the tools, and verifies the address by email', { tag: '@main-job' }, async ({
  page,
}) => {
  const person = newPerson('Nina Mason');
  await opened(page, '/signup');
  const { name, email, password, submit } = signUpForm(page);
  await name.fill(person.name);
  await email.fill(person.email);
  await password.fill(person.password);
  await submit.click();
  await expect(page).toHaveURL('/tools');
  const menu = await openMenu(page);
  await expect(visibleText(menu, person.name)).toHaveCount(1);
  await expect(menu.getByRole('button', { name: 'Log Out' })).toBeVisible();

  await opened(page, '/dashboard');
  await expect(page.getByText('Your email address isn’t verified yet.')).toBeVisible();
  const mail = await openMail(page, person.email, 'Verify your email address');
  const verification = await followHtmlLink(mail);
  await expect(verification.getByText('Thank you, your email address is verified.')).toBeVisible();
  await expectSoundScreen(verification);

  await opened(page, '/dashboard');
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
});

test('sends the verification email again from the profile', { tag: ['@desk', '@sweep'] }, async ({
  page,
  buyer,
}) => {
  await opened(page, '/dashboard');
  await page.getByRole('button', { name: 'Send verification email' }).click();
  const sent = page.getByRole('status').filter({ hasText: 'mail' });
  await expect(sent).toHaveText(`We’ve emailed a link to ${buyer.email}.`);
  await expect(page.getByRole('button', { name: 'Send verification email' })).toHaveCount(0);
});

test.describe('when the provider refuses', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /status of 4\d\d/ });

  test('shows the error inline in red, and keeps what was typed', async ({ page }) => {
    const taken = newPerson();
    await signUpByApi(taken);
    await opened(page, '/signup');
    const { name, email, password, submit } = signUpForm(page);
    await name.fill(taken.name);
    await email.fill(taken.email);
    await password.fill('password1');
    await submit.click();
    await expectProblem(password, 'This password is too easy to guess. Choose a different one.', hint);
    await expect(password).toBeFocused();

    await password.fill('dovetail-and-gauge');
    await submit.click();
    const refusal = page.getByRole('alert');
    await expect(refusal).toHaveText(
      `We’ve emailed ${taken.email} what to do next. If you already have an account, log in with its password.`,
    );
    await expectRed(page);
    await expect(name).toHaveValue(taken.name);
    await expect(email).toHaveValue(taken.email);
    await expect(password).toHaveValue('dovetail-and-gauge');
    await expect(page).toHaveURL('/signup');
    const mail = await openMail(page, taken.email, 'Your Toolyard account');
    await expect(mail).toBeVisible();
  });

  test('reports an invalid verification link', async ({ page, buyer: _ }) => {
    await page.goto('/verify-email?token=made-up');
    await expect(page.getByRole('alert')).toHaveText(
      'This link is no longer valid. Please request a new one.',
    );
    await page.goto('/verify-email');
    await expect(page.getByRole('alert')).toContainText('This link is incomplete.');
    await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

/** The error colour: far more red than green or blue. */
async function expectRed(page: Page) {
  const colour = await page.getByRole('alert').evaluate((alert) => getComputedStyle(alert).color);
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
}
