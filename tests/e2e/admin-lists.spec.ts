import { placeOrderByApi } from './support/orders.ts';
import { tokenOf } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test.beforeEach(({ admin: _ }) => undefined);

const ORDERS = 121;
const AT_ONCE = 11;

test('lists of orders load more as the reader scrolls, and count what is shown', {
  tag: ['@flood', '@sweep'],
}, async ({ page, rival }) => {
  const tool = await makeToolByApi({ price: 0.5, min_order_quantity: 1, available_quantity: ORDERS });
  await tokenOf(rival.person);
  for (let placed = 0; placed < ORDERS; placed += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => placeOrderByApi(rival.person, tool)));
  }

  await opened(rival.page, '/dashboard/orders');
  const theirs = rowsWith(rival.page, tool.name);
  await expect(rival.page.getByRole('heading', { level: 1 })).toHaveText(`Total Orders: ${ORDERS}`);
  await expect(theirs).toHaveCount(100);
  const count = rival.page.getByText(`Showing 100 of ${ORDERS} orders`, { exact: true });
  await count.scrollIntoViewIfNeeded();
  await expect(theirs).toHaveCount(ORDERS);
  await expect(rival.page.getByText(`Showing all ${ORDERS} orders`, { exact: true })).toBeVisible();
  await expect(rival.page.getByRole('button', { name: 'Load more' })).toHaveCount(0);

  await rival.page.getByRole('search', { name: 'Orders' }).getByLabel('Search').fill('no-such-tool');
  await expect(rival.page.getByText('No orders match “no-such-tool”')).toBeVisible();
  await expect(rival.page.getByRole('heading', { level: 1 })).toHaveText(`Total Orders: ${ORDERS}`);
  await rival.page.getByRole('button', { name: 'Show all orders' }).click();
  await expect(theirs.first()).toBeVisible();

  await opened(page, '/dashboard/manageorders');
  const visibleCount = page.getByText(/^Showing [\d,a-z]+( of)? [\d,]+ orders$/);
  await expect(visibleCount).toHaveText(/^Showing 100 of [\d,]+ orders$/);
  await visibleCount.scrollIntoViewIfNeeded();
  await expect(page.getByRole('row').nth(101)).toBeAttached();
  await expect(visibleCount).not.toHaveText(/^Showing 100 /);
});
