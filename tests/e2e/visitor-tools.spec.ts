import { newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, pageOf } from './support/tools.ts';

test('lists a tool with all its public data', { tag: '@main-job' }, async ({ page, tool }) => {
  await opened(page, `/tools?q=${encodeURIComponent(tool.name)}`);
  await expect(page).toHaveTitle(`“${tool.name}” in Tools – Toolyard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tools');
  const cards = page.getByRole('region', { name: 'Tools found' }).getByRole('article');
  await expect(cards).toHaveCount(1);
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText(tool.name);
  await expect(cards).toContainText('A try square for marking out joints, 150 mm, with a brass-faced stock.');
  await expect(cards.getByText('$12.50', { exact: true })).toBeVisible();
  await expect(cards.getByText('INSTOCK', { exact: true })).toBeVisible();
  await expect(cards.getByRole('term')).toHaveText(['Order Quantity', 'Available Quantity']);
  await expect(cards.getByRole('definition')).toHaveText(['2', '40']);
  await expect(cards.getByRole('link', { name: 'Add Cart' })).toHaveAttribute('href', pageOf(tool));
});

test('Add Cart leads a visitor through the login to the tool', { tag: '@sweep' }, async ({ page, tool }) => {
  const person = newPerson();
  await signUpByApi(person);
  await opened(page, `/tools?q=${encodeURIComponent(tool.name)}`);
  await page.getByRole('link', { name: 'Add Cart' }).click();
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(pageOf(tool))}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(pageOf(tool));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.name);
});

test('a tool with fewer units than its minimum order shows Out of stock', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  const tool = await makeToolByApi({ min_order_quantity: 2, available_quantity: 1 });
  await opened(page, `/tools?q=${encodeURIComponent(tool.name)}`);
  const card = page.getByRole('article');
  await expect(card.getByRole('button', { name: 'Add Cart' })).toBeDisabled();
  await expect(card.getByText('Out of stock', { exact: true })).toBeVisible();
  await expect(card.getByText('INSTOCK', { exact: true })).toBeVisible();
  await expect(card.getByRole('link')).toHaveCount(0);
});

test('a category from the portfolio shows only its tools', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  await opened(page, '/portfolio');
  await page.getByRole('link', { name: 'See machines' }).click();
  await expect(page.getByRole('radio', { name: /^Machines/ })).toBeChecked();
  const cards = page.getByRole('region', { name: 'Tools found' }).getByRole('article');
  await expect(cards.first()).toBeVisible();
  await expect(cards.filter({ hasNotText: /Machines|Workshop machines|Site equipment/ })).toHaveCount(0);
});

test('loads more as the reader scrolls, each tool once', async ({ page }) => {
  await opened(page, '/tools');
  const found = page.getByRole('region', { name: 'Tools found' });
  await expect(found.getByRole('article')).toHaveCount(24);
  await expect(found.getByText(/^Showing 24 of \d+ tools$/)).toBeAttached();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(() => found.getByRole('article').count()).toBeGreaterThan(24);
  const links = await found.getByRole('link', { name: 'Add Cart' }).evaluateAll((all) => all.map(String));
  expect(new Set(links).size).toBe(links.length);
});

test.describe('when the next page cannot be loaded', { tag: ['@sweep', '@desk'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('shows an error below the list, and retries', async ({ page }) => {
    await opened(page, '/tools');
    const found = page.getByRole('region', { name: 'Tools found' });
    await page.route(/\/tool\?.*cursor=/, (route) => route.abort(), { times: 1 });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(found.getByRole('alert')).toContainText('The tools couldn’t be loaded.');
    await expect(found.getByRole('article')).toHaveCount(24);
    await expectSoundScreen(page);
    await found.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => found.getByRole('article').count()).toBeGreaterThan(24);
    await expect(found.getByRole('alert')).toHaveCount(0);
  });
});
