import { newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, expectResolved, holdBack, opened, test } from './support/test.ts';
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

test('Load more is a link to the next tools, and appends them here', { tag: '@desk' }, async ({ page }) => {
  const list = page.getByRole('region', { name: 'Tools found' });
  const more = list.getByRole('link', { name: 'Load more' });
  const letGo = await holdBack(page, '**/tool/cards?*cursor=*');
  await opened(page, '/tools');
  const address = String(await more.getAttribute('href'));
  await more.focus();
  await page.keyboard.press('Enter');
  letGo();
  await expect.poll(() => list.getByRole('article').count()).toBeGreaterThan(24);
  await expect(more).toBeFocused();
  await expect(page).toHaveURL('/tools');
  const [elsewhere] = await Promise.all([
    page.context().waitForEvent('page'),
    more.click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect(elsewhere).toHaveURL(/\/tools\?after=/);
  await elsewhere.close();

  await page.goto(address);
  await expectResolved(page);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(() => list.getByRole('article').count()).toBeGreaterThan(24);
  await page.getByRole('link', { name: 'Back to the first tools' }).click();
  await expect(page).toHaveURL('/tools');
  await expect(list.getByText(/^Showing 24 of/)).toBeAttached();
  await page.goBack();
  await expect(page).toHaveURL(address);
});

test.describe('without scripts', { tag: '@desk' }, () => {
  test.use({ javaScriptEnabled: false });

  test('Load more leads through every tool of the list, each once', async ({ page }) => {
    const brands = ['Veltrane', 'Rigmoor', 'Dunmarrow', 'Girdwell', 'Brackwell', 'Kestrow'];
    await page.goto(`/tools?${brands.map((name) => `brand=${name}`).join('&')}&sort=price`);
    const list = page.getByRole('region', { name: 'Tools found' });
    const names = list.getByRole('heading', { level: 2 });
    const total = Number.parseInt(await page.getByText(/^\d+ tools$/).innerText(), 10);
    expect(total).toBeGreaterThan(24);
    await expect(list.getByText(`Showing 24 of ${total} tools`)).toBeVisible();
    const first = await names.allTextContents();
    await list.getByRole('link', { name: 'Load more' }).click();
    await expect(page).toHaveURL(/^[^#]+\?brand=Veltrane&.*&sort=price&after=[\w-]+$/);
    await expect(list.getByText(`Showing ${total - 24} of ${total} tools`)).toBeVisible();
    await expect(list.getByRole('link', { name: 'Load more' })).toHaveCount(0);
    expect(new Set([...first, ...(await names.allTextContents())]).size).toBe(total);
    await page.getByRole('link', { name: 'Back to the first tools' }).click();
    await expect(names).toHaveText(first);
  });

  test('an address that does not continue the list leads to its beginning', async ({ page }) => {
    await page.goto('/tools');
    const next = await page.getByRole('link', { name: 'Load more' }).getAttribute('href');
    await page.goto(`${next}&sort=price`);
    await expect(page).toHaveURL('/tools?sort=price');
    await page.goto('/tools?category=Hand+tools&after=nonsense');
    await expect(page).toHaveURL('/tools?category=Hand+tools');
  });
});

test.describe('when the next page cannot be loaded', { tag: ['@sweep', '@desk'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('shows an error below the list, and retries', async ({ page }) => {
    await opened(page, '/tools');
    const found = page.getByRole('region', { name: 'Tools found' });
    await page.route(/\/tool\/cards\?.*cursor=/, (route) => route.abort(), { times: 1 });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(found.getByRole('alert')).toContainText('The tools couldn’t be loaded.');
    await expect(found.getByRole('article')).toHaveCount(24);
    await expectSoundScreen(page);
    await found.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => found.getByRole('article').count()).toBeGreaterThan(24);
    await expect(found.getByRole('alert')).toHaveCount(0);
  });
});
