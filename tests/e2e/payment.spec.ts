import type { Locator, Page } from '@playwright/test';
import { openMail } from './support/mails.ts';
import { ordersOf, payOrderByApi, placeOrderByApi, type ShopOrder } from './support/orders.ts';
import { callAs, callAsAdmin } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expectNoProblem, expectProblem, expectSoundScreen, watchShifts } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { availableUnits, makeToolByApi } from './support/tools.ts';

const payPage = (order: ShopOrder) => `/dashboard/payment/${order._id}`;

function cardForm(page: Page) {
  return {
    number: page.getByRole('textbox', { name: 'Card number' }),
    expiry: page.getByRole('textbox', { name: 'Expiration date' }),
    code: page.getByRole('textbox', { name: 'Security code' }),
    pay: page.getByRole('button', { name: 'Pay', exact: true }),
  };
}

/** Whether the field's centre is not covered by another element. */
function isOnTop(field: Locator): Promise<boolean> {
  return field.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });
}

async function fillCard(page: Page, number: string) {
  const card = cardForm(page);
  await card.number.fill(number);
  await card.expiry.fill('12 / 49');
  await card.code.fill('123');
  await expect(card.pay).toBeEnabled();
}

test('greets the buyer, shows the price, and allows no payment before the units are held', async ({
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

test.describe('a price changed since the order', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('is shown beside the old one, and must be confirmed before units are reserved', {
    tag: '@sweep',
  }, async ({ page, buyer, tool }) => {
    const order = await placeOrderByApi(buyer, tool, 3);
    await callAsAdmin('PATCH', `/tool/${tool.id}`, { version: 1, price: 13.5 });
    await opened(page, payPage(order));
    const question = page.getByRole('region', { name: 'The price has changed since you ordered' });
    await expect(question.getByRole('cell')).toHaveText(['', '$12.50', '$13.50', '$37.50', '$40.50']);
    await expectSoundScreen(page);
    expect(await availableUnits(tool)).toBe(40);
    await question.getByRole('button', { name: 'Yes, order at the new price' }).click();
    await expect(page.getByText('Please pay: $40.50', { exact: true })).toBeVisible();
    await fillCard(page, '4242424242424242');
    await cardForm(page).pay.click();
    await expect(page.getByRole('heading', { name: 'Thank you, your payment went through' })).toBeFocused();
    await expect(page.getByText('Your order is paid.')).toBeVisible();
    expect(await ordersOf(buyer)).toMatchObject([{ paid: true, price: 40.5 }]);
  });
});

test('takes the card, shows the transaction, and sends a receipt', { tag: '@main-job' }, async ({
  page,
  buyer,
  tool,
}) => {
  const order = await placeOrderByApi(buyer, tool);
  await opened(page, payPage(order));
  await fillCard(page, '4242424242424242');
  await expect(cardForm(page).number).toHaveValue('4242 4242 4242 4242');
  await cardForm(page).pay.click();
  const thanks = page.getByRole('heading', { name: 'Thank you, your payment went through' });
  await expect(thanks).toBeFocused();
  await expect(page.getByRole('status')).toHaveText('Your order is paid. We’ll email you when it ships.');
  const transactionId = await page.getByRole('definition').last().innerText();
  expect(await ordersOf(buyer)).toMatchObject([{ paid: true, transactionId }]);

  await expect(page.getByText('Please pay')).toHaveCount(0);
  const { number } = order;
  await expect(page).toHaveTitle(`Receipt for order ${number} – Toolyard`);
  const paper = page.getByRole('region', { name: `Receipt for order ${number}` });
  const said = ['Paid to', 'Toolyard', '1420 Foundry Street', 'Paid by', buyer.name, buyer.email, 'Paid on'];
  for (const words of [...said, '3 Saw Pit Road, Portside', tool.name, '$12.50', 'Total paid', '$25.00']) {
    await expect(paper).toContainText(words);
  }
  await expectSoundScreen(page);

  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click();
  const row = rowsWith(page, tool.name);
  await expect(row.getByText('Pending', { exact: true })).toBeVisible();
  await expect(row.getByText(transactionId, { exact: true })).toBeVisible();
  await row.getByRole('link', { name: `Receipt for order ${number}` }).click();
  await expect(paper).toBeVisible();

  const receipt = await openMail(page, buyer.email, `Receipt for order ${number}: ${tool.name}`);
  await receipt.getByRole('button', { name: 'Text' }).click();
  await expect(receipt).toContainText(`Tool: 2 × ${tool.name} at $12.50`);
  await expect(receipt).toContainText('Total: $25.00');
  await expect(receipt).toContainText(`Transaction ID: ${transactionId}`);
});

test('a receipt leads to the next unpaid order, and prints alone, black on white, on one page', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer, tool }) => {
  const [paid, gone, next] = [
    await placeOrderByApi(buyer, tool),
    await placeOrderByApi(buyer, await makeToolByApi()),
    await placeOrderByApi(buyer, await makeToolByApi()),
  ];
  const last = await placeOrderByApi(buyer, await makeToolByApi());
  await callAsAdmin('DELETE', `/tool/${gone.toolId}`);
  await callAs(buyer, 'DELETE', `/orders/${last._id}`);
  await payOrderByApi(buyer, paid);
  await opened(page, payPage(paid));
  await page.getByRole('link', { name: `Pay for ${next.toolName} next` }).click();
  await expect(page).toHaveURL(payPage(next));
  // The page itself reserves the units before the order is paid elsewhere.
  await expect(cardForm(page).pay).toBeEnabled();
  await payOrderByApi(buyer, next);

  await page.emulateMedia({ colorScheme: 'dark' });
  await opened(page, payPage(next));
  await expect(page.getByRole('link', { name: 'Keep shopping' })).toHaveAttribute('href', '/tools');
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }));
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'printed'))).toBe(true);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const paper = page.getByRole('region', { name: `Receipt for order ${next.number}` });
  await expect(paper).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const printed = (await page.locator('body').innerText()).trim();
  expect(printed.toLowerCase()).toBe((await paper.innerText()).trim().toLowerCase());
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(pages).toHaveLength(1);
});

test.describe('the pay page', { tag: '@sweep' }, () => {
  test.use({ expectedErrors: /status of 402/ });

  test('keeps Pay in reach and nothing moves: on a decline, the bank’s question and a timeout', {
    tag: '@main-job',
  }, async ({ page, buyer, tool }) => {
    const order = await placeOrderByApi(buyer, tool);
    await page.clock.install();
    await opened(page, payPage(order));
    const { number, expiry, code, pay } = cardForm(page);
    await expect(pay).toBeEnabled();
    await expect(pay).toBeInViewport({ ratio: 1 });
    const use = async (card: string) => {
      await page.getByRole('button', { name: `Use ${card}` }).click();
      await expect(number).toHaveValue(card);
      await expect(expiry).toHaveValue(/^12 \/ \d\d$/);
      await expect(code).toHaveValue('123');
    };
    await use('4000 0000 0000 0002');
    const moved = await watchShifts(page);
    await pay.click();
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    await expect(alert).toContainText('Your card was declined.');
    await expect(alert).toBeInViewport({ ratio: 1 });
    await use('4000 0025 0000 3155');
    await pay.click();
    const bank = page.getByRole('dialog', { name: 'Your bank asks you to confirm' });
    await bank.getByRole('button', { name: 'Refuse' }).click();
    await expect(alert).toContainText('We could not authenticate your card.');
    await page.clock.fastForward('15:01');
    await expect(alert).toContainText('Your tools are no longer reserved.');
    await expect(page.getByRole('button', { name: 'Reserve again' })).toBeInViewport({ ratio: 1 });
    expect(await moved()).toEqual([]);

    for (const field of [code, expiry, number]) {
      await field.focus();
      await expect(field).toBeInViewport({ ratio: 1 });
      expect(await isOnTop(field), 'nothing covers the field').toBe(true);
    }
  });
});

test.describe('a card that asks for confirmation', { tag: '@desk' }, () => {
  test.use({ expectedErrors: /status of 402/ });

  test('is charged once its owner approves, and not when they refuse', { tag: '@sweep' }, async ({
    page,
    buyer,
    tool,
  }) => {
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

test.describe('a declined card', () => {
  test.use({ expectedErrors: /status of 40[02]/ });

  test('by the bank shows why, and the order can be paid with another card', { tag: '@desk' }, async ({
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
      const said = `${words} Nothing was charged. Try again or use a different card.`;
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(said);
      await expect(pay).toBeEnabled();
    }
    expect(await ordersOf(buyer)).toMatchObject([{ paid: false }]);
    expect(await availableUnits(tool)).toBe(38);
    await page.getByRole('button', { name: 'Use 4242 4242 4242 4242' }).click();
    await pay.click();
    await expect(page.getByRole('heading', { name: 'Thank you, your payment went through' })).toBeVisible();
    expect(await availableUnits(tool)).toBe(38);
  });

  test('for invalid input shows an error at the field', { tag: ['@desk', '@sweep'] }, async ({
    page,
    buyer,
    tool,
  }) => {
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
