import type { Page } from '@playwright/test';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAs, newPerson, type Person, signUpByApi } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expectNoProblem, expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, type ShopTool } from './support/tools.ts';

const about = (page: Page) => page.getByRole('combobox', { name: 'About' });
const rating = (page: Page) => page.getByRole('combobox', { name: 'Rating' });
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' });
const rate = (page: Page) => page.getByRole('button', { name: 'Rate now' });

async function buyByApi(buyer: Person, tool: ShopTool): Promise<void> {
  await payOrderByApi(buyer, await placeOrderByApi(buyer, tool));
}

test('a tool that was paid for is reviewed from My Orders, and shows its stars', { tag: '@sweep' }, async ({
  page,
  buyer,
  tool,
}) => {
  const unpaid = await makeToolByApi();
  await placeOrderByApi(buyer, unpaid);
  await buyByApi(buyer, tool);
  await opened(page, '/dashboard/orders');
  const row = rowsWith(page, tool.name);
  await expect(page.getByRole('link', { name: `Review ${unpaid.name}` })).toHaveCount(0);
  await row.getByRole('link', { name: `Review ${tool.name}` }).click();

  await expect(page).toHaveURL(`/dashboard/review?tool=${tool.id}`);
  await expect(about(page).getByRole('option')).toHaveText(['The shop', tool.name]);
  await expect(about(page)).toHaveValue(tool.id);
  await expectSoundScreen(page);
  await rating(page).selectOption('4');
  await message(page).fill('Square to a hair.');
  await rate(page).click();
  await expectToast(page, `Thank you ${buyer.name} for your review`);
  await expect(page).toHaveURL('/dashboard/review');
  await expect(message(page)).toHaveValue('');
  await expect(about(page).getByRole('option')).toHaveText(['The shop']);

  await opened(page, '/dashboard/orders');
  await expect(row.getByText('Reviewed', { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: 'Review' })).toHaveCount(0);
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByRole('main').getByRole('img', { name: 'Rated 4 out of 5' }).first()).toBeVisible();
  await expect(page.getByRole('main').getByText('from 1 review', { exact: true })).toBeVisible();
  await reviews(page).scrollIntoViewIfNeeded();
  const card = reviews(page).getByRole('article');
  await expect(card.getByText('Square to a hair.', { exact: true })).toBeVisible();
  await expect(card.getByText(`Given By ${buyer.name}`, { exact: true })).toBeVisible();
  await expect(card.getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible();
  await expectSoundScreen(page);
});

test('a tool’s reviews load when the reader comes near them, three and then more', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer, tool }) => {
  expect(buyer.email).toBeTruthy();
  for (const words of ['First.', 'Second.', 'Third.', 'Fourth.']) {
    const author = newPerson();
    await signUpByApi(author);
    await buyByApi(author, tool);
    await callAs(author, 'POST', '/review', { rate: 5, reviews: words, toolId: tool.id });
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 390, height: 700 });
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path === '/review')).toEqual([]);

  const texts = reviews(page).getByRole('article').getByText(/\.$/);
  await reviews(page).scrollIntoViewIfNeeded();
  await expect(texts).toHaveText(['Fourth.', 'Third.', 'Second.']);
  await expect(reviews(page).getByText('Showing 3 of 4 reviews', { exact: true })).toBeVisible();
  await reviews(page).getByRole('button', { name: 'Load more' }).click();
  await expect(texts).toHaveText(['Fourth.', 'Third.', 'Second.', 'First.']);
  await expect(reviews(page).getByText('All 4 reviews', { exact: true })).toBeVisible();
});

test('a tool without reviews shows no review section', { tag: '@desk' }, async ({ page, buyer, tool }) => {
  expect(buyer.email).toBeTruthy();
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled();
  await expect(reviews(page)).toHaveCount(0);
});

test('the shop as a whole can be reviewed without a purchase', { tag: '@desk' }, async ({ page, buyer }) => {
  await opened(page, '/dashboard/review');
  await expect(about(page).getByRole('option')).toHaveText(['The shop']);
  await expectNoProblem(about(page), 'You can review a tool once you’ve paid for it.');
  await rating(page).selectOption('5');
  await message(page).fill(`Quick and kind. ${buyer.email}`.replace(/@.*/, ''));
  await rate(page).click();
  await expectToast(page, `Thank you ${buyer.name} for your review`);
});

test('an unreviewable tool in the URL is not selected, and the form says why', {
  tag: ['@sweep', '@desk'],
}, async ({ page, buyer, tool }) => {
  await buyByApi(buyer, tool);
  const other = await makeToolByApi();
  await opened(page, `/dashboard/review?tool=${other.id}`);
  await expectNoProblem(about(page), 'You’ve already reviewed that tool, or haven’t paid for it.');
  await expect(about(page)).toHaveValue('');
  await about(page).selectOption(tool.name);
  await expect(page).toHaveURL(`/dashboard/review?tool=${tool.id}`);
  await expectNoProblem(about(page));
  await about(page).selectOption('The shop');
  await expect(page).toHaveURL('/dashboard/review');
});

test.describe('a tool already reviewed in another tab', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is refused at its field, and the text stays', async ({ page, buyer, tool }) => {
    await buyByApi(buyer, tool);
    await opened(page, `/dashboard/review?tool=${tool.id}`);
    await expect(about(page).getByRole('option')).toHaveText(['The shop', tool.name]);
    await callAs(buyer, 'POST', '/review', { rate: 2, reviews: 'From elsewhere.', toolId: tool.id });
    await rating(page).selectOption('5');
    await message(page).fill('Once more.');
    await rate(page).click();
    await expectToast(page, 'Sorry,failed to add your review');
    await expectProblem(about(page), 'You’ve already reviewed this tool');
    await expect(message(page)).toHaveValue('Once more.');
    await about(page).selectOption('The shop');
    // No other tool has been paid for.
    await expectNoProblem(about(page), 'You can review a tool once you’ve paid for it.');
    await rate(page).click();
    await expectToast(page, `Thank you ${buyer.name} for your review`);
  });
});

test.describe('when the orders cannot be loaded', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('the tool in the URL can still be reviewed', async ({ page, buyer, tool }) => {
    await buyByApi(buyer, tool);
    await page.route('/orders?*', (route) => route.abort());
    await opened(page, `/dashboard/review?tool=${tool.id}`);
    await expectNoProblem(about(page), 'We couldn’t load the tools you’ve bought.');
    await expect(about(page)).toHaveValue(tool.id);
    await rating(page).selectOption('3');
    await message(page).fill('As it should be.');
    await rate(page).click();
    await expectToast(page, `Thank you ${buyer.name} for your review`);
    const response = await page.request.get(`/tool/${tool.id}`);
    expect(await response.json()).toMatchObject({ rating: 3, rating_count: 1 });
  });
});
