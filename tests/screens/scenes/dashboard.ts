import type { Page } from 'playwright-core';
import type { Scene } from '../scene.ts';
import { dialog, failure, heading, press, shapes, words } from './seen.ts';

const buyer = { role: 'buyer', shop: 'demo' } as const;

const profile: Omit<Scene, 'state' | 'shows'> = { screen: 'profile', path: '/dashboard', ...buyer };
const review: Omit<Scene, 'state' | 'shows'> = { screen: 'review', path: '/dashboard/review', ...buyer };
const orders: Omit<Scene, 'state' | 'shows'> = { screen: 'orders', path: '/dashboard/orders', ...buyer };
const payment: Omit<Scene, 'state' | 'shows'> = {
  screen: 'payment',
  path: (shop) => `/dashboard/payment/${shop.orders.unpaid}`,
  ...buyer,
};

const profileScenes: Scene[] = [
  { ...profile, state: 'content', shop: 'demo', shows: heading('Edit Profile') },
  { ...profile, state: 'unverified', shop: 'empty', shows: heading('Edit Profile') },
  { ...profile, state: 'long', shop: 'long', shows: heading('Edit Profile') },
  { ...profile, state: 'loading', held: /^GET \/user\//, shows: shapes },
  { ...profile, state: 'failure', refused: /^GET \/user\//, shows: failure },
  { ...profile, state: 'problems', act: press('Update'), shows: words('Please provide your education') },
  {
    ...profile,
    state: 'resolving',
    held: /^GET \/api\/auth\/token/,
    isBlank: true,
    shows: (page) => page.getByRole('main').getByText('Loading'),
  },
];

/** What staff are told of, below their profile. */
const notices: Omit<Scene, 'state' | 'shows'> = {
  screen: 'notices',
  path: '/dashboard',
  role: 'admin',
  shop: 'demo',
};

const noticesScenes: Scene[] = [
  { ...notices, state: 'content', shows: words('A tool running low') },
  { ...notices, state: 'loading', held: /^GET \/notices/, shows: shapes },
  { ...notices, state: 'failure', refused: /^GET \/notices/, shows: failure },
];

const reviewScenes: Scene[] = [
  { ...review, state: 'content', shows: heading('Add A Review') },
  { ...review, state: 'long', shop: 'long', shows: heading('Add A Review') },
  { ...review, state: 'problems', act: press('Rate now'), shows: words('Rate is required') },
  { ...review, state: 'failure', refused: /^GET \/orders\?/, shows: heading('Add A Review') },
];

const ordersScenes: Scene[] = [
  { ...orders, state: 'content', shows: heading(/Total Orders: 4/) },
  { ...orders, state: 'long', shop: 'long', shows: heading('Total Orders: 3') },
  { ...orders, state: 'many', shop: 'large', shows: heading(/Total Orders: 1,?000/) },
  { ...orders, state: 'empty', shop: 'empty', shows: heading('Total Orders: 0') },
  { ...orders, state: 'loading', held: /^GET \/orders\?/, shows: shapes },
  { ...orders, state: 'failure', refused: /^GET \/orders\?/, shows: failure },
  {
    ...orders,
    state: 'delete',
    isOverlay: true,
    act: press(/^Delete the order/),
    shows: dialog,
  },
  {
    ...orders,
    state: 'edit',
    isOverlay: true,
    act: press(/^Edit the order/),
    shows: words('Save changes'),
  },
];

async function payWithDeclinedCard(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Card number').fill('4000 0000 0000 0002');
  await main.getByLabel('Expiration date').fill('12 / 49');
  await main.getByLabel('Security code').fill('123');
  await main.getByRole('button', { name: 'Pay', exact: true }).click();
}

/** Comes back to an order whose tool costs more by now. */
async function meetNewPrice(page: Page): Promise<void> {
  await page.route(/\/orders\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    const order = await response.json();
    return route.fulfill({ response, json: { ...order, newUnitPrice: order.unitPrice + 1 } });
  });
  await page.route('**/create-payment-intent', (route) => {
    const error = { code: 'price_not_accepted', message: 'The price has changed' };
    return route.fulfill({ status: 409, json: { error } });
  });
  await page.reload();
}

const paymentScenes: Scene[] = [
  { ...payment, state: 'content', shows: words('Reserved for you until') },
  { ...payment, state: 'long', shop: 'long', shows: words('Reserved for you until') },
  { ...payment, state: 'loading', held: /^GET \/orders\//, shows: shapes },
  { ...payment, state: 'holding', held: /^POST \/create-payment-intent/, shows: words('Please pay') },
  { ...payment, state: 'failure', refused: /^GET \/orders\//, shows: failure },
  { ...payment, state: 'price-question', act: meetNewPrice, shows: words('The price has changed') },
  { ...payment, state: 'declined', act: payWithDeclinedCard, shows: failure },
  {
    ...payment,
    state: 'paid',
    path: (shop) => `/dashboard/payment/${shop.orders.paid}`,
    shows: words('Thank you'),
  },
  {
    ...payment,
    state: 'unavailable',
    path: (shop) => `/dashboard/payment/${shop.orders.unavailable}`,
    shows: heading(/./),
  },
  { ...payment, state: 'missing', path: '/dashboard/payment/none', shows: words('We can’t find that order') },
];

/** What buyers see behind their sign-in. */
export const dashboardScenes: Scene[] = [
  ...profileScenes,
  ...noticesScenes,
  ...reviewScenes,
  ...ordersScenes,
  ...paymentScenes,
];
