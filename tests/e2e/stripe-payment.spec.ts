import type { Page } from '@playwright/test';
import type { Appearance } from '@stripe/stripe-js';
import { stripeKeys } from '#tests/support/stripe/pretended-stripe.ts';
import { ordersOf, type ShopOrder } from './support/orders.ts';
import { expectSoundScreen, watchShifts } from './support/screen.ts';
import { test } from './support/stripe-shop.ts';
import { stripeCards } from './support/stripe-stand-in.ts';
import { expect, opened } from './support/test.ts';
import { availableUnits } from './support/tools.ts';

// One worker runs all tests, so one shop is enough.
test.describe.configure({ mode: 'default' });

const payPage = (order: ShopOrder) => `/dashboard/payment/${order._id}`;
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, your payment went through' });
const saidInRed = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

/** The text and background colours, if the call sets the fields' appearance. */
function coloursOf({ appearance }: { appearance?: Appearance }): unknown[] {
  return appearance ? [[appearance.variables?.colorText, appearance.variables?.colorBackground]] : [];
}

async function typeCard(page: Page, number: string) {
  await page
    .frameLocator('iframe[title="Secure payment input frame"]')
    .getByLabel('Card number')
    .fill(number);
  await expect(payButton(page)).toBeEnabled();
}

async function payWith(page: Page, number: string) {
  await typeCard(page, number);
  await payButton(page).click();
}

test.describe('paying through Stripe', { tag: '@desk' }, () => {
  test('takes the card in Stripe’s own fields, accepts wallets, too, and stays on the page', async ({
    page,
    buyer,
    tool,
    order,
    stripeShop,
    standIn,
  }) => {
    const { promise: mayStart, resolve: start } = Promise.withResolvers<void>();
    await page.route('/create-payment-intent', async (route) => {
      await mayStart;
      await route.continue();
    });
    await opened(page, payPage(order));
    await expect(page.getByText(`Pay for ${tool.name}`, { exact: true })).toBeVisible();
    await expect(page.getByText('Please pay: $25.00', { exact: true })).toBeVisible();
    await expect(payButton(page)).toBeDisabled();
    start();
    await payWith(page, stripeCards.good);
    await expect(thanks(page)).toBeFocused();
    await expect(page.getByText('Your order is paid.')).toBeVisible();
    const transactionId = await page.getByRole('definition').last().innerText();
    expect(await ordersOf(buyer)).toMatchObject([{ paid: true, transactionId }]);
    expect(stripeShop.stripe.books.intents.get(transactionId)).toMatchObject({
      amount: 2500,
      metadata: { toolyard_order_id: order._id },
    });
    const told = await standIn.told();
    expect(told.map(({ call }) => call)).toEqual(['Stripe', 'elements', 'create', 'confirmPayment']);
    expect(told).toMatchObject([
      { options: { key: stripeKeys.STRIPE_PUBLISHABLE_KEY } },
      { options: { clientSecret: expect.stringContaining(transactionId), appearance: { theme: 'flat' } } },
      {
        options: {
          kind: 'payment',
          fields: { billingDetails: { name: 'never', email: 'never' } },
          wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
        },
      },
      {
        options: {
          redirect: 'if_required',
          confirmParams: {
            return_url: `${stripeShop.origin}${payPage(order)}`,
            payment_method_data: { billing_details: { name: buyer.name, email: buyer.email } },
          },
        },
      },
    ]);
  });

  for (const name of ['applePay', 'googlePay', 'link'])
    test(`takes ${name} in the same step, also once its sheet was closed`, { tag: '@sweep' }, async ({
      page,
      buyer,
      order,
      standIn,
    }) => {
      await opened(page, payPage(order));
      const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
      await frame.getByRole('button', { name: 'Close the wallet' }).click();
      await payButton(page).click();
      await expect(saidInRed(page, 'You closed the wallet. Nothing was charged.')).toBeVisible();
      expect(await ordersOf(buyer)).toMatchObject([{ paid: false }]);
      await frame.getByRole('radio', { name }).check();
      await payButton(page).click();
      await expect(page.getByText('Your order is paid.')).toBeVisible();
      expect(await ordersOf(buyer)).toMatchObject([{ paid: true }]);
      const confirmed = (await standIn.told()).filter(({ call }) => call === 'confirmPayment');
      expect(confirmed).toHaveLength(2);
    });

  test('shows why a card was declined in red under the form, and takes another', { tag: '@sweep' }, async ({
    page,
    buyer,
    order,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await opened(page, payPage(order));
    await expect(payButton(page)).toBeEnabled();
    await payButton(page).click();
    await expect(saidInRed(page, 'Your card number is incomplete.')).toBeVisible();
    await payWith(page, stripeCards.declined);
    await expect(saidInRed(page, 'Your card was declined.')).toBeVisible();
    await expectSoundScreen(page);
    expect(await ordersOf(buyer)).toMatchObject([{ paid: false }]);
    await payWith(page, stripeCards.good);
    await expect(thanks(page)).toBeVisible();
  });

  test('keeps Pay in reach on a phone and the page still, also after a timeout', {
    tag: '@sweep',
  }, async ({ page, order }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.clock.install();
    await opened(page, payPage(order));
    await typeCard(page, stripeCards.declined);
    await expect(payButton(page)).toBeInViewport({ ratio: 1 });
    const moved = await watchShifts(page);
    await payButton(page).click();
    await expect(saidInRed(page, 'Your card was declined. Nothing was charged.')).toBeInViewport({
      ratio: 1,
    });
    await page.clock.fastForward('15:01');
    await expect(page.getByRole('button', { name: 'Reserve again' })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('iframe[title="Secure payment input frame"]')).toBeVisible();
    expect(await moved()).toEqual([]);
  });

  test('uses the shop’s colours, and changes them with the theme', { tag: '@sweep' }, async ({
    page,
    order,
    standIn,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await opened(page, payPage(order));
    await expect(payButton(page)).toBeEnabled();
    const colours = async () => (await standIn.told()).flatMap(({ options }) => coloursOf(options));
    expect(await colours()).toEqual([['rgb(26, 29, 33)', 'rgb(255, 255, 255)']]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colours).toEqual([
      ['rgb(26, 29, 33)', 'rgb(255, 255, 255)'],
      ['rgb(241, 239, 234)', 'rgb(29, 32, 37)'],
    ]);
  });

  test('starts again, and says so, when the payment was cancelled meanwhile', { tag: '@sweep' }, async ({
    page,
    order,
    stripeShop,
  }) => {
    await opened(page, payPage(order));
    await typeCard(page, stripeCards.good);
    for (const intent of stripeShop.stripe.books.intents.values())
      if (intent.metadata.toolyard_order_id === order._id)
        stripeShop.stripe.change(intent.id, { status: 'canceled' });
    await payButton(page).click();
    await expect(saidInRed(page, 'That payment timed out. Nothing was charged')).toBeVisible();
    await payWith(page, stripeCards.good);
    await expect(thanks(page)).toBeVisible();
  });

  test('does not interrupt a card charge when the time to pay is over', { tag: '@sweep' }, async ({
    page,
    order,
  }) => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route('https://api.stripe.com/**', async (route) => {
      await mayAnswer;
      await route.fallback();
    });
    await page.clock.install();
    await opened(page, payPage(order));
    await payWith(page, stripeCards.good);
    await page.clock.fastForward('15:01');
    await expect(page.getByText('Time’s up, but we’re still charging your card')).toBeVisible();
    await expect(page.getByText('Nothing was charged')).toHaveCount(0);
    await expect(page.locator('iframe[title="Secure payment input frame"]')).toHaveCount(1);
    answer();
    await expect(page.getByText('Your order is paid.')).toBeVisible();
  });

  test('loads the script on the pay page only', { tag: '@sweep' }, async ({ page, tool, order, standIn }) => {
    await opened(page, '/');
    const policy = (await page.request.get('/')).headers()['content-security-policy'];
    expect(policy).toContain("script-src 'self' ");
    expect(policy).toContain(' https://js.stripe.com https://*.js.stripe.com; ');
    await opened(page, '/dashboard/orders');
    await expect(page.getByText(tool.name)).toBeVisible();
    expect(standIn.asked).toBe(0);
    await page.getByRole('link', { name: /^pay/i }).click();
    await expect(page).toHaveURL(payPage(order));
    await expect(payButton(page)).toBeEnabled();
    expect(standIn.asked).toBe(1);
  });
});

test.describe('a bank that needs its own page', { tag: ['@desk', '@sweep'] }, () => {
  test('returns the buyer, records the payment and cleans the URL', async ({ page, buyer, order }) => {
    await opened(page, payPage(order));
    await payWith(page, stripeCards.redirected);
    await page.getByRole('link', { name: 'yes' }).click();
    await expect(thanks(page)).toBeVisible();
    await expect(page.getByText('Your order is paid.')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    expect(await ordersOf(buyer)).toMatchObject([{ paid: true }]);
  });

  test('and refuses leaves the order to be paid with another card', async ({ page, buyer, order }) => {
    await opened(page, payPage(order));
    await typeCard(page, stripeCards.redirected);
    let isAway = true;
    await page.route(`/orders/${order._id}`, (route) =>
      isAway && route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Busy' } } })
        : route.continue(),
    );
    await payButton(page).click();
    await page.getByRole('link', { name: 'no', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Checking your payment' })).toBeFocused();
    await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
    await expect(thanks(page)).toHaveCount(0);
    isAway = false;
    await expect(saidInRed(page, 'Your bank didn’t confirm the payment. Nothing was charged.')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    expect(await ordersOf(buyer)).toMatchObject([{ paid: false }]);
    await payWith(page, stripeCards.good);
    await expect(thanks(page)).toBeVisible();
  });

  // The shop is unavailable, then reports that the payment has not succeeded.
  test.use({ expectedErrors: /status of (503|409)/ });
});

test.describe('a Stripe script', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  for (const trouble of ['fails', 'hangs'] as const) {
    test(`that ${trouble} is said in words, loses nothing, and can be tried again`, async ({
      page,
      buyer,
      tool,
      order,
      standIn,
    }) => {
      standIn.script = trouble;
      await page.clock.install();
      await opened(page, payPage(order));
      if (trouble === 'hangs') {
        await expect.poll(() => standIn.asked).toBe(1);
        await page.clock.fastForward(15_000);
      }
      await expect(saidInRed(page, 'The card form couldn’t be loaded. Nothing was charged')).toBeVisible();
      await expect(payButton(page)).toBeDisabled();
      await expect(page.getByText('Reserved for you until')).toBeVisible();
      expect(await availableUnits(tool)).toBe(38);
      await expectSoundScreen(page);

      standIn.script = 'loads';
      await page.getByRole('button', { name: 'Try again' }).click();
      await payWith(page, stripeCards.good);
      await expect(page.getByText('Your order is paid.')).toBeVisible();
      expect(await ordersOf(buyer)).toMatchObject([{ paid: true }]);
    });
  }
});
