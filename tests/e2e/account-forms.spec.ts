import type { APIRequestContext, Page } from '@playwright/test';
import { openMail } from './support/mails.ts';
import { newPerson, type Person, signUpByApi } from './support/people.ts';
import { expectProblem, openMenu, visibleText } from './support/screen.ts';
import { shopOrigin } from './support/shop-origin.ts';
import { expect, expectResolved, holdScriptsBack, test } from './support/test.ts';

test.use({ expectedErrors: /status of 4\d\d/ });

async function fillLogin(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
}

/** Records every URL that a page navigates to or requests. */
function watchAddresses(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  return asked;
}

const sessionOf = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

test('Enter on the login form logs in before scripts load, and returns to the requested page', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  const person = newPerson();
  await signUpByApi(person);
  const asked = watchAddresses(page);
  const letGo = await holdScriptsBack(page);
  await page.goto('/login?from=%2Fdashboard%2Forders');
  await fillLogin(page, { email: 'nobody', password: 'five5' });
  await page.getByLabel('Password').press('Enter');
  await expectProblem(page.getByRole('textbox', { name: 'Email' }), 'Provide a valid email');
  await expectProblem(page.getByLabel('Password'), 'Must be 6 characters or longer');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody');

  await fillLogin(page, { ...person, password: 'not-the-password' });
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await expect(page.getByLabel('Password')).toHaveValue('');

  await page.getByLabel('Password').fill(person.password);
  await page.getByLabel('Password').press('Enter');
  const button = page.getByRole('main').getByRole('button', { name: 'Login' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2Forders');
  letGo();
  await expect(page).toHaveURL('/dashboard/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total Orders: 0');
  expect(await sessionOf(page)).toEqual(expect.any(String));
  expect(asked.filter((address) => address.includes('password='))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total Orders: 0');
});

test('the login form keeps what was typed before scripts load, and the corrected form can be sent', {
  tag: ['@sweep', '@desk'],
}, async ({ page }) => {
  const person = newPerson();
  await signUpByApi(person);
  const letGo = await holdScriptsBack(page);
  await page.goto('/login');
  await fillLogin(page, { ...person, password: 'not-the-password' });
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByLabel('Password').fill(person.password);
  letGo();
  await expectResolved(page);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await expect(page.getByLabel('Password')).toHaveValue(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');
});

test('Enter on the sign-up form creates the account before scripts load', {
  tag: ['@desk', '@sweep'],
}, async ({ page, tool }) => {
  const person = newPerson('Nina Mason');
  const letGo = await holdScriptsBack(page);
  await page.goto(`/signup?from=%2Ftools%2F${tool.id}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill(person.name);
  await fillLogin(page, { ...person, password: 'password1' });
  await page.getByLabel('Password').press('Enter');
  await expectProblem(
    page.getByLabel('Password'),
    'This password is too easy to guess. Choose a different one.',
    '6 characters or longer. Common passwords aren’t accepted.',
  );
  await expect(name).toHaveValue(person.name);
  await expect(page.getByRole('heading', { name: tool.name })).toBeVisible();
  await page.getByLabel('Password').fill(person.password);
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('button', { name: 'Sign up' })).toHaveAttribute('aria-busy', 'true');
  letGo();
  await expect(page).toHaveURL('/tools');
  await expect(page.getByRole('link', { name: `Continue to ${tool.name}` })).toBeVisible();
  await expect(visibleText(await openMenu(page), person.name)).toHaveCount(1);
});

test.describe('without scripts', { tag: '@desk' }, () => {
  test.use({ javaScriptEnabled: false });

  test('a new password is requested and set', { tag: '@sweep' }, async ({ page, browser }) => {
    const person = newPerson();
    await signUpByApi(person);
    await page.goto('/reset-password');
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByRole('status')).toContainText(person.email);

    const reader = await (
      await browser.newContext({ baseURL: shopOrigin(), javaScriptEnabled: true })
    ).newPage();
    const mail = await openMail(reader, person.email, 'Set a new password');
    await mail.getByRole('button', { name: 'Text' }).click();
    const address = String(await mail.getByRole('link').getAttribute('href'));
    await reader.context().close();

    await page.goto(address);
    await page.getByLabel('New password').fill('spokeshave-and-rasp');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(page.getByRole('status')).toBeVisible();
    await page.goto('/login');
    await fillLogin(page, { ...person, password: 'spokeshave-and-rasp' });
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
  });
});

function send(request: APIRequestContext, form: Record<string, string>, headers = {}, path = '/login') {
  return request.post(path, { form, headers });
}

const mainOf = (html: string) => html.slice(html.indexOf('<main'));

test('a page of another site cannot log anyone in, and only form posts are accepted', {
  tag: '@desk',
}, async ({ request }) => {
  const person = newPerson();
  await signUpByApi(person);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: shopOrigin(), 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const reply = await send(request, person, headers);
    expect(reply.status()).toBe(403);
    expect(await reply.text()).not.toContain('session');
  }
  expect((await request.post('/login', { data: person })).status()).toBe(415);
  expect((await send(request, { ...person, pad: 'x'.repeat(70_000) })).status()).toBe(413);
});

test('the page with the session is never cached; a refusal does not reveal which accounts exist', {
  tag: '@desk',
}, async ({ request }) => {
  const person = newPerson();
  await signUpByApi(person);
  const reply = await send(request, person, { origin: shopOrigin(), 'sec-fetch-site': 'same-origin' });
  expect(reply.status()).toBe(200);
  expect(reply.headers()['cache-control']).toBe('no-store');
  expect(reply.headers()['set-cookie']).toBeUndefined();
  expect(await reply.text()).not.toContain(person.password);

  const refusals = await Promise.all(
    [person.email, newPerson().email].map(async (email) => {
      const refused = await send(request, { email, password: 'not-the-password' });
      expect(refused.status()).toBe(401);
      expect(refused.headers()['cache-control']).toBe('no-store');
      const html = await refused.text();
      expect(html).not.toContain('not-the-password');
      return mainOf(html).replaceAll(email, 'EMAIL');
    }),
  );
  expect(refusals[1]).toBe(refusals[0]);
  const reset = await Promise.all(
    [person.email, newPerson().email].map(async (email) => {
      const html = await (await send(request, { email }, {}, '/reset-password')).text();
      return mainOf(html).replaceAll(email, 'EMAIL');
    }),
  );
  expect(reset[1]).toBe(reset[0]);
});
