import type { Page } from '@playwright/test';
import { ordersOf, placeOrderByApi, type ShopOrder } from './support/orders.ts';
import { callAsAdmin, newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { availableUnits, makeToolByApi } from './support/tools.ts';

const payPage = (order: ShopOrder) => `/dashboard/payment/${order._id}`;
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, your payment went through' });
const confirmed = 'Your order is paid. We’ll email you when it ships.';

async function fillCard(page: Page) {
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242424242424242');
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1249');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
  await expect(payButton(page)).toBeEnabled();
}

test('a reload during payment keeps the same payment and the same hold', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer, tool }) => {
  const order = await placeOrderByApi(buyer, tool);
  const intents: string[] = [];
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname === '/create-payment-intent') intents.push(await response.text());
  });
  for (let visit = 1; visit <= 2; visit++) {
    await opened(page, payPage(order));
    await fillCard(page);
    await expect.poll(() => intents.length).toBe(visit);
    expect(await availableUnits(tool)).toBe(38);
  }
  expect(intents[1]).toBe(intents[0]);
  await payButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(await availableUnits(tool)).toBe(38);
});

test('a double click on Pay pays once', { tag: ['@desk', '@sweep'] }, async ({ page, buyer, tool }) => {
  const order = await placeOrderByApi(buyer, tool);
  const confirmations: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) confirmations.push(request.url());
  });
  await opened(page, payPage(order));
  await fillCard(page);
  await payButton(page).dblclick();
  await expect(page.getByRole('status')).toHaveText(confirmed);
  expect(confirmations).toHaveLength(1);
  expect(await ordersOf(buyer)).toMatchObject([{ paid: true }]);
});

test.describe('when a payment cannot be reported to the shop', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('the page says so calmly, and the payment is confirmed later', async ({ page, buyer, tool }) => {
    const order = await placeOrderByApi(buyer, tool);
    await page.route(`/orders/${order._id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await opened(page, payPage(order));
    await fillCard(page);
    await payButton(page).click();
    await expect(thanks(page)).toBeVisible();
    await expect(page.getByText('Please pay')).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveText(
      'This is taking longer than usual. We’ll keep trying, and your order will be marked as paid even if you leave this page.',
    );
    await page.unrouteAll();
    await expect(page.getByRole('status')).toHaveText(confirmed);
    expect(await ordersOf(buyer)).toMatchObject([{ paid: true }]);
  });

  test('the provider reports it, even if the buyer leaves the page', async ({ page, buyer, tool }) => {
    const order = await placeOrderByApi(buyer, tool);
    await page.route(`/orders/${order._id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await opened(page, payPage(order));
    await fillCard(page);
    await payButton(page).click();
    await expect(thanks(page)).toBeVisible();
    await page.goto('/about');
    await expect.poll(async () => (await ordersOf(buyer))[0]?.paid).toBe(true);
  });
});

test.describe('the last unit', { tag: '@desk' }, () => {
  test.use({ expectedErrors: /status of 409/ });

  test('goes to one of two buyers, and the other one is notified', { tag: '@sweep' }, async ({
    page,
    buyer,
    rival,
  }) => {
    const tool = await makeToolByApi({ min_order_quantity: 1, available_quantity: 1 });
    const orders = await Promise.all([
      placeOrderByApi(buyer, tool),
      placeOrderByApi(rival.person, tool),
    ] as const);
    await Promise.all([opened(page, payPage(orders[0])), opened(rival.page, payPage(orders[1]))]);

    const told = (who: Page) =>
      who.getByText(
        `${tool.name} is out of stock: fewer than the 1 you ordered are left. Nothing was charged.`,
      );
    const held = (who: Page) => who.getByText(/^Reserved for you until/);
    for (const who of [page, rival.page]) await expect(told(who).or(held(who))).toBeVisible();
    const [first, second] = (await held(page).isVisible()) ? [page, rival.page] : [rival.page, page];
    await expect(told(second)).toBeVisible();
    await expect(payButton(second)).toHaveCount(0);
    await expect(second.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectSoundScreen(second);

    await fillCard(first);
    await payButton(first).click();
    // The thanks appear once the card is charged; the order may count as paid a moment later.
    await expect(first.getByText(confirmed)).toBeVisible();
    const paid = [...(await ordersOf(buyer)), ...(await ordersOf(rival.person))].map((order) => order.paid);
    expect(paid.sort()).toEqual([false, true]);
    expect(await availableUnits(tool)).toBe(0);
  });
});

test.describe('an order that cannot be paid', { tag: ['@sweep', '@desk'] }, () => {
  test.use({ expectedErrors: /status of 40[04]/ });

  test('shows why: its tool has left the shop, or the order does not exist', async ({
    page,
    buyer,
    tool,
  }) => {
    const order = await placeOrderByApi(buyer, tool);
    await callAsAdmin('DELETE', `/tool/${tool.id}`);
    await opened(page, payPage(order));
    await expect(page.getByText('This order can no longer be paid for')).toBeVisible();
    await expect(
      page.getByText('This tool is no longer sold, so this order can’t be paid for.'),
    ).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);

    const stranger = newPerson();
    await signUpByApi(stranger);
    const theirs = await placeOrderByApi(stranger, await makeToolByApi());
    for (const path of [payPage(theirs), '/dashboard/payment/made-up']) {
      await opened(page, path);
      await expect(page.getByText('We can’t find that order')).toBeVisible();
      await expect(payButton(page)).toHaveCount(0);
    }
  });
});

test('says when the time to pay is over, and then takes no card', { tag: ['@desk', '@sweep'] }, async ({
  page,
  buyer,
  tool,
}) => {
  const order = await placeOrderByApi(buyer, tool);
  await page.clock.install();
  await opened(page, payPage(order));
  await fillCard(page);
  await page.clock.fastForward('15:01');
  await expect(
    page.getByText('Time’s up. Your tools are no longer reserved. Nothing was charged.'),
  ).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Reserve again' }).click();
  await expect(payButton(page)).toBeEnabled();
});

test('a paid order always opens as its receipt', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer, tool }) => {
  const order = await placeOrderByApi(buyer, tool);
  await opened(page, payPage(order));
  await fillCard(page);
  await payButton(page).click();
  await expect(page.getByRole('status')).toHaveText(confirmed);
  const transactionId = await page.getByRole('definition').last().innerText();
  await opened(page, payPage(order));
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByText('Please pay')).toHaveCount(0);
  await expect(page.getByRole('definition').last()).toHaveText(transactionId);
});
