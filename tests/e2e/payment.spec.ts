import type { Page } from '@playwright/test';
import { openMail } from './support/mails.ts';
import { ordersOf, placeOrderByApi, type ShopOrder } from './support/orders.ts';
import { rowsWith } from './support/rows.ts';
import { expectNoProblem, expectProblem, expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { availableUnits } from './support/tools.ts';

const payPage = (order: ShopOrder) => `/dashboard/payment/${order._id}`;

function cardForm(page: Page) {
  return {
    number: page.getByRole('textbox', { name: 'Card number' }),
    expiry: page.getByRole('textbox', { name: 'Expiration date MM / YY' }),
    code: page.getByRole('textbox', { name: 'Security code' }),
    pay: page.getByRole('button', { name: 'Pay', exact: true }),
  };
}

async function fillCard(page: Page, number: string) {
  const card = cardForm(page);
  await card.number.fill(number);
  await card.expiry.fill('12 / 49');
  await card.code.fill('123');
  await expect(card.pay).toBeEnabled();
}

test('greets, names the price, and lets nobody pay before the units are held', async ({
  page,
  buyer,
  tool,
}) => {
  const order = await placeOrderByApi(buyer, tool, 3);
  const { promise: mayStart, resolve: start } = Promise.withResolvers<void>();
  await page.route('/create-payment-intent', async (route) => {
    await mayStart;
    await route.continue();
  });
  await opened(page, payPage(order));
  await expect(page).toHaveTitle('Pay – Toolyard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${buyer.name}`);
  await expect(page.getByText(`Pay for ${tool.name}`, { exact: true })).toBeVisible();
  await expect(page.getByText('Please pay: $37.50', { exact: true })).toBeVisible();
  const { pay } = cardForm(page);
  await expect(pay).toBeDisabled();
  expect(await availableUnits(tool)).toBe(40);
  start();
  await expect(pay).toBeEnabled();
  await expect(
    page.getByText(/^Reserved for you until \d{1,2}:\d\d\s[AP]M \(1[45]:\d\d left\)$/),
  ).toBeVisible();
  expect(await availableUnits(tool)).toBe(37);
});

test('takes the card, shows the transaction, and sends a receipt', async ({ page, buyer, tool }) => {
  const order = await placeOrderByApi(buyer, tool);
  await opened(page, payPage(order));
  await fillCard(page, '4242424242424242');
  await expect(cardForm(page).number).toHaveValue('4242 4242 4242 4242');
  await cardForm(page).pay.click();
  const thanks = page.getByRole('heading', { name: 'Thank you, your payment went through' });
  await expect(thanks).toBeFocused();
  await expect(page.getByRole('status')).toHaveText('Your order is paid. We’ll email you when it ships.');
  const transactionId = await page.getByRole('definition').last().innerText();
  const orders = await ordersOf(buyer);
  expect(orders).toMatchObject([{ paid: true, transactionId }]);

  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click();
  const row = rowsWith(page, tool.name);
  await expect(row.getByText('Pending', { exact: true })).toBeVisible();
  await expect(row.getByText(transactionId, { exact: true })).toBeVisible();

  const receipt = await openMail(page, buyer.email, `Receipt for order ${orders[0]?.number}: ${tool.name}`);
  await receipt.getByRole('button', { name: 'Text' }).click();
  await expect(receipt).toContainText(`Tool: 2 × ${tool.name} at $12.50`);
  await expect(receipt).toContainText('Total: $25.00');
  await expect(receipt).toContainText(`Transaction: ${transactionId}`);
});

test.describe('a card that asks for confirmation', () => {
  test.use({ expectedErrors: /status of 402/ });

  test('is charged once its owner approves, and not when they refuse', async ({ page, buyer, tool }) => {
    const order = await placeOrderByApi(buyer, tool);
    await opened(page, payPage(order));
    await fillCard(page, '4000002500003155');
    const { pay } = cardForm(page);
    const bank = page.getByRole('dialog', { name: 'Your bank asks you to confirm' });

    await pay.click();
    await expect(bank).toContainText('Toolyard wants to charge $25.00 to your card. Is that you?');
    await expectSoundScreen(page);
    await bank.getByRole('button', { name: 'Refuse' }).click();
    const refusal = page.getByRole('alert').filter({
      hasText: 'We could not authenticate your card. Please choose a different card or try again.',
    });
    await expect(refusal).toBeVisible();

    await pay.click();
    await expect(bank).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bank).toBeHidden();
    await expect(refusal).toBeVisible();
    expect(await ordersOf(buyer)).toMatchObject([{ paid: false }]);

    await pay.click();
    await bank.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you, your payment went through' })).toBeVisible();
    await expect(page.getByText('Your order is paid.')).toBeVisible();
    expect(await ordersOf(buyer)).toMatchObject([{ paid: true }]);
  });
});

test.describe('a card that is refused', () => {
  test.use({ expectedErrors: /status of 40[02]/ });

  test('by the bank says why, and leaves the order for another card', { tag: '@desk' }, async ({
    page,
    buyer,
    tool,
  }) => {
    const order = await placeOrderByApi(buyer, tool);
    await opened(page, payPage(order));
    const { pay } = cardForm(page);
    for (const [number, words] of [
      ['4000000000000002', 'Your card was declined.'],
      ['4000000000009995', 'Your card has insufficient funds.'],
    ] as const) {
      await fillCard(page, number);
      await pay.click();
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(words);
      await expect(pay).toBeEnabled();
    }
    expect(await ordersOf(buyer)).toMatchObject([{ paid: false }]);
    expect(await availableUnits(tool)).toBe(38);
    await page.getByRole('button', { name: 'Use 4242 4242 4242 4242' }).click();
    await expect(cardForm(page).expiry).toBeFocused();
    await pay.click();
    await expect(page.getByRole('heading', { name: 'Thank you, your payment went through' })).toBeVisible();
    expect(await availableUnits(tool)).toBe(38);
  });

  test('for what was typed says so at the field', async ({ page, buyer, tool }) => {
    const order = await placeOrderByApi(buyer, tool);
    await opened(page, payPage(order));
    const { number, expiry, code, pay } = cardForm(page);
    await pay.click();
    await expectProblem(number, 'Card number is required');
    await expectProblem(expiry, 'Expiration date is required');
    await expectProblem(code, 'Security code is required');
    await expectSoundScreen(page);

    await fillCard(page, '4242424242424241');
    for (const field of [number, expiry, code]) await expectNoProblem(field);
    await pay.click();
    await expectProblem(number, 'Your card number is invalid.');
    await expect(number).toBeFocused();
    await number.fill('4242');
    await pay.click();
    await expectProblem(number, 'Your card number is incomplete.');
    await number.fill('4242424242424242');
    await expectNoProblem(number);
    await expiry.fill('1320');
    await pay.click();
    await expectProblem(expiry, 'Enter the expiration date as MM/YY.');
    await expiry.fill('0120');
    await pay.click();
    await expectProblem(expiry, "Your card's expiration date is in the past.");
    await expiry.fill('1249');
    await code.fill('12');
    await pay.click();
    await expectProblem(code, 'The security code has 3 digits.');
    await expect(code).toBeFocused();
    expect(await ordersOf(buyer)).toMatchObject([{ paid: false }]);
  });
});
