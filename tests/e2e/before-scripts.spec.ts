import type { Locator, Page } from '@playwright/test';
import type { ContactMessage } from '#features/contact/contract.ts';
import { callAsAdmin, newPerson, type Person } from './support/people.ts';
import { expectProblem, expectToast } from './support/screen.ts';
import { expect, expectResolved, holdScriptsBack, test } from './support/test.ts';

const searchBox = (page: Page) => page.getByRole('banner').getByLabel('Search tools');
const contactForm = (page: Page) => page.getByRole('region', { name: 'Get In Touch' });
const SENT = 'Thanks, we’ll call you';

/** Opens the filters, which on a phone are behind a button. */
async function unfoldFilters(page: Page): Promise<Locator> {
  const main = page.getByRole('main');
  const button = main.getByText(/^Filters/).first();
  if (await button.isVisible()) await button.click();
  await expect(main.getByRole('group', { name: 'Category' })).toBeVisible();
  return main;
}

async function fillContact(page: Page, { name, email }: Pick<Person, 'name' | 'email'>): Promise<void> {
  const form = contactForm(page);
  await form.getByRole('textbox', { name: 'Full Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('textbox', { name: 'Phone Number' }).fill('+1 555 010 0188');
}

async function expectStoredOnce({ name, email }: Person): Promise<void> {
  const messages = await callAsAdmin<ContactMessage[]>('GET', '/contact');
  expect(messages.filter((message) => message.email === email)).toMatchObject([{ name }]);
}

test.describe('before scripts load', () => {
  test('the home page keeps what was typed, pressed and chosen', async ({ page, isMobile }) => {
    const letGo = await holdScriptsBack(page);
    await page.goto('/');
    await page.getByRole('region', { name: 'Reviews' }).getByRole('button', { name: 'Load more' }).click();
    await fillContact(page, { name: 'Cora Cooper', email: 'cora@cooper.example' });
    await searchBox(page).fill('spann');
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
    else await page.getByRole('banner').getByRole('radio', { name: 'Dark theme' }).click();
    letGo();
    await expectResolved(page);
    if (isMobile) await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    else await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Escape');
    await expect(searchBox(page)).toHaveValue('spann');
    const reviews = page.getByRole('region', { name: 'Reviews' });
    await expect.poll(() => reviews.getByRole('article').count()).toBeGreaterThan(9);
    await contactForm(page).getByRole('button', { name: 'Submit' }).click();
    await expectToast(page, SENT);
  });

  test('the list keeps words, sort, filters and a price', { tag: '@sweep' }, async ({ page, isMobile }) => {
    const letGo = await holdScriptsBack(page);
    await page.goto('/tools');
    const main = page.getByRole('main');
    await main.getByRole('combobox', { name: 'Sort by' }).selectOption('-price');
    const filters = await unfoldFilters(page);
    await filters.getByRole('textbox', { name: 'From' }).first().fill('20');
    await filters.getByRole('radio', { name: /^Power tools/ }).check();
    await filters.getByRole('radio', { name: /^Hand tools/ }).check();
    await filters.getByRole('checkbox', { name: /^In stock/ }).check();
    await filters.getByRole('radio', { name: /^1 star/ }).check();
    await filters.getByRole('textbox', { name: 'To' }).first().fill('99');
    letGo();
    await expect(page).toHaveURL(
      '/tools?category=Hand+tools&min_price=20&max_price=99&orderable=1&rating=1&sort=-price',
    );
    // A reader who is still typing is not interrupted.
    await expect(filters.getByRole('textbox', { name: 'To' }).first()).toBeFocused();
    await expect(filters.getByRole('textbox', { name: 'To' }).first()).toHaveValue('99');
    await expect(filters.getByRole('radio', { name: /^Hand tools/ })).toBeChecked();
    await expect(main.getByRole('combobox', { name: 'Sort by' })).toHaveValue('-price');
    if (isMobile) await expect(main.getByRole('group', { name: 'Category' })).toBeVisible();
  });

  test('words typed into the list’s search are searched', { tag: '@sweep' }, async ({ page, tool }) => {
    const letGo = await holdScriptsBack(page);
    await page.goto('/tools');
    await searchBox(page).pressSequentially(tool.name);
    letGo();
    await expect(page).toHaveURL(`/tools?${new URLSearchParams({ q: tool.name })}`);
    await expect(searchBox(page)).toBeFocused();
    const found = page.getByRole('region', { name: 'Tools found' });
    await expect(found.getByRole('heading', { level: 2 }).first()).toHaveText(tool.name);
  });

  test('a page reached by a link or a form hydrates like any other', {
    tag: ['@desk', '@sweep'],
  }, async ({ page }) => {
    const letGo = await holdScriptsBack(page);
    await page.goto('/about');
    await searchBox(page).fill('saw');
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL('/tools?q=saw');
    await page.getByRole('link', { name: 'About us' }).click();
    await expect(page).toHaveURL('/about');
    letGo();
    await expectResolved(page);
  });
});

for (const scripts of ['before the scripts are there', 'without scripts'] as const) {
  test.describe(`the contact form, sent ${scripts}`, { tag: ['@desk', '@sweep'] }, () => {
    test.use({ javaScriptEnabled: scripts !== 'without scripts', expectedErrors: /status of 400/ });

    test('comes back with what was typed until it is valid, and is then stored', async ({ page }) => {
      const sender = newPerson();
      const letGo = scripts === 'without scripts' ? undefined : await holdScriptsBack(page);
      await page.goto('/');
      const form = contactForm(page);
      await fillContact(page, { name: sender.name, email: 'nobody' });
      await form.getByRole('button', { name: 'Submit' }).click();
      const email = form.getByRole('textbox', { name: 'Email' });
      await expectProblem(email, 'Provide a valid email');
      await expect(email).toHaveValue('nobody');
      await expect(form.getByRole('textbox', { name: 'Full Name' })).toHaveValue(sender.name);
      await expect(page).toHaveURL('/?index#contact');
      await expect(form).toBeInViewport();
      await email.fill(sender.email);
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText(SENT)).toBeVisible();
      await expect(page).toHaveURL('/?sent=contact#contact');
      await expect(form.getByRole('textbox', { name: 'Full Name' })).toHaveValue('');
      await expectStoredOnce(sender);
      if (!letGo) return;
      letGo();
      await expectResolved(page);
      await expect(form.getByText(SENT)).toBeVisible();
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a list is searched, sorted and filtered, in the shop’s typeface', async ({ page }) => {
    const hasTypeface = page.waitForResponse('**/archivo-text-*.woff2');
    await page.goto('/');
    await hasTypeface;
    await searchBox(page).fill('saw');
    await searchBox(page).press('Enter');
    await expect(page).toHaveURL('/tools?q=saw');
    const main = page.getByRole('main');
    await main.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    const filters = await unfoldFilters(page);
    await filters.getByRole('checkbox', { name: /^In stock/ }).check();
    await filters.getByRole('textbox', { name: 'To' }).first().fill('900');
    await filters.getByRole('button', { name: /^Show \d+ tools$/ }).click();
    await expect(page).toHaveURL(/max_price=900/);
    await expect(main.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price');
    const cards = page.getByRole('region', { name: 'Tools found' }).getByRole('article');
    await expect(cards.nth(1)).toBeVisible();
    const prices = (await cards.allTextContents()).map((text) =>
      Number(text.match(/[$]([\d,.]+)/)?.[1]?.replace(',', '')),
    );
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(Math.max(...prices)).toBeLessThanOrEqual(900);
  });
});
