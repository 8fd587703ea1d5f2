import type { Page } from 'playwright-core';
import type { Scene } from '../scene.ts';
import { dialog, failure, heading, keepDelivery, press, shapes, words } from './seen.ts';

const buyer = { role: 'buyer', shop: 'demo' } as const;

const profile: Omit<Scene, 'state' | 'shows'> = { screen: 'profile', path: '/dashboard', ...buyer };
const review: Omit<Scene, 'state' | 'shows'> = { screen: 'review', path: '/dashboard/review', ...buyer };
const orders: Omit<Scene, 'state' | 'shows'> = { screen: 'orders', path: '/dashboard/orders', ...buyer };
const payment: Omit<Scene, 'state' | 'shows'> = {
  screen: 'payment',
  path: (shop) => `/dashboard/payment/${shop.orders.unpaid}`,
  ...buyer,
};

const security: Omit<Scene, 'state' | 'shows'> = {
  screen: 'security',
  path: '/dashboard/security',
  ...buyer,
};

/** Shows the page of somebody with every kind of second step. */
async function meetFactors(page: Page): Promise<void> {
  const at = '2026-11-01T09:30:00.000Z';
  const passkey = { _id: '01900000-0000-7000-8000-000000000001', createdAt: at };
  await page.route('**/account/security', (route) =>
    route.fulfill({
      json: {
        provider: 'embedded',
        authenticatorSince: at,
        passkeys: [
          { ...passkey, name: 'Work laptop', lastUsedAt: at },
          {
            ...passkey,
            _id: passkey._id.replace(/1$/, '2'),
            name: 'Phone of the workshop, second drawer from the top, on the left',
            lastUsedAt: null,
          },
        ],
        recoveryCodesLeft: 8,
        hasPassword: false,
      },
    }),
  );
  await page.reload();
}

/** From now on requires a second step, which is missing: until the given time from now on, or already. */
const meetDemand = (hours: number) => async (page: Page) => {
  const factorDueAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  const json = { admin: false, factorDueAt, ...(hours > 0 && { staff: true }) };
  await page.route(/\/admin\/[^/]+$/, (route) => route.fulfill({ json }));
  await page.reload();
};

/** Shows the page of somebody who is logged in in many places. */
async function meetSessions(page: Page): Promise<void> {
  const at = '2026-11-01T09:30:00.000Z';
  const session = { startedAt: at, lastUsedAt: at, network: '203.0.113.0/24', isCurrent: false };
  const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
  await page.route('**/account/sessions', (route) =>
    route.fulfill({
      json: [
        { ...session, _id: id(1), browser: 'Chrome', system: 'Windows', isCurrent: true },
        {
          ...session,
          _id: id(2),
          browser: 'Samsung Internet',
          system: 'Android',
          network: '2001:db8:1::/48',
        },
        { ...session, _id: id(3), browser: null, system: null, network: null },
        // More than are shown at first.
        ...[4, 5, 6].map((nth) => ({ ...session, _id: id(nth), browser: 'Firefox', system: 'Linux' })),
      ],
    }),
  );
  await page.reload();
}

/** Asks whether one of several is logged out. */
async function askToEnd(page: Page): Promise<void> {
  await meetSessions(page);
  await press('Log out Samsung Internet on Android')(page);
}

/** Answers what is asked about the copy of one's data. */
const meetCopy = (json: object) => async (page: Page) => {
  await page.route('**/account/export', (route) => route.fulfill({ json }));
  await page.reload();
};
const copyUntil = { state: 'ready', url: '/account/export/file', until: '2026-11-27T09:30:00.000Z' };

/** Asks for another email. */
async function askForEmail(page: Page): Promise<void> {
  const email = 'the.joiner.who.has.moved.to.a.much.longer.address@joinery-of-the-north.example';
  await page.route('**/account/email', (route) => route.fulfill({ status: 202, json: { email } }));
  await press('Change email')(page);
  await page.getByLabel('New email').fill(email);
  await press('Send link')(page);
}

/** Begins to set up an app. */
async function meetSecret(page: Page): Promise<void> {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSW';
  const uri = `otpauth://totp/Toolyard:ada%40joiner.example?secret=${secret}&issuer=Toolyard&digits=6&period=30`;
  await page.route('**/account/authenticator', (route) => route.fulfill({ json: { uri, secret } }));
  await press('Set up an app')(page);
}

const securityScenes: Scene[] = [
  { ...security, state: 'content', shows: heading('Login and security') },
  { ...security, state: 'unverified', shop: 'empty', shows: words('Send verification email') },
  { ...security, state: 'sessions', act: meetSessions, shows: words('Samsung Internet on Android') },
  { ...security, state: 'session-end', act: askToEnd, isOverlay: true, shows: dialog },
  { ...security, state: 'password', act: press('Change password'), shows: words('Current password') },
  { ...security, state: 'email', act: press('Change email'), shows: words('New email') },
  { ...security, state: 'email-sent', act: askForEmail, shows: words('We sent a link to') },
  { ...security, state: 'all', act: meetFactors, shows: words('8 codes left') },
  { ...security, state: 'app', act: meetSecret, shows: words('Scan this code') },
  {
    ...security,
    role: 'staff',
    state: 'due',
    path: '/dashboard/users',
    act: meetDemand(5.5),
    shows: words('You have 5 hours to set it up'),
  },
  {
    ...security,
    role: 'staff',
    state: 'overdue',
    path: '/dashboard/messages',
    act: meetDemand(-1),
    shows: words('to get back to work'),
  },
  {
    ...security,
    state: 'name',
    isOverlay: true,
    act: press('Add a passkey'),
    shows: dialog,
  },
  {
    ...security,
    state: 'copy-making',
    held: /^POST \/account\/export/,
    act: meetCopy({ state: 'making' }),
    shows: words('We’re preparing your copy'),
  },
  {
    ...security,
    state: 'copy-ready',
    act: meetCopy({ ...copyUntil, canRenew: true }),
    shows: words('Your copy is ready'),
  },
  {
    ...security,
    state: 'copy-failed',
    act: meetCopy({ state: 'failed' }),
    shows: words('couldn’t be prepared'),
  },
  {
    ...security,
    state: 'delete',
    act: press('Delete account'),
    isOverlay: true,
    shows: words('Delete your account?'),
  },
  { ...security, state: 'loading', held: /^GET \/account\/security/, shows: shapes },
  { ...security, state: 'failure', refused: /^GET \/account\/security/, shows: failure },
];

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
    held: /^GET \/account\/session/,
    isBlank: true,
    shows: (page) => page.getByRole('main').getByText('Loading'),
  },
];

/** Notices for staff, below their profile. */
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

const addresses: Omit<Scene, 'state' | 'shows'> = {
  screen: 'addresses',
  path: '/dashboard/addresses',
  ...buyer,
};

const addressesScenes: Scene[] = [
  { ...addresses, state: 'content', shows: words('Default') },
  { ...addresses, state: 'long', shop: 'long', shows: words('Default') },
  { ...addresses, state: 'empty', shop: 'empty', shows: words('No addresses yet') },
  { ...addresses, state: 'loading', held: /^GET \/addresses/, shows: shapes },
  { ...addresses, state: 'failure', refused: /^GET \/addresses/, shows: failure },
  {
    ...addresses,
    state: 'edit',
    isOverlay: true,
    act: press(/^Edit the address/),
    shows: words('Save address'),
  },
  { ...addresses, state: 'delete', isOverlay: true, act: press(/^Delete the address/), shows: dialog },
];

const ordersScenes: Scene[] = [
  { ...orders, state: 'content', shows: heading(/Total Orders: 7/) },
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
  {
    ...orders,
    state: 'cancel',
    isOverlay: true,
    act: press(/^Cancel order: /),
    shows: dialog,
  },
  {
    ...orders,
    state: 'cancel-kept',
    isOverlay: true,
    act: async (page) => {
      await keepDelivery(page);
      await press(/^Cancel order: /)(page);
    },
    shows: words(/we’ll deduct \$.+ for it/),
  },
];

async function payWithDeclinedCard(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('Card number').fill('4000 0000 0000 0002');
  await main.getByLabel('Expiration date').fill('12 / 49');
  await main.getByLabel('Security code').fill('123');
  await main.getByRole('button', { name: 'Pay', exact: true }).click();
}

/** Returns to an order whose tool now costs more. */
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
    state: 'paid-long',
    shop: 'long',
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

const cart: Omit<Scene, 'state' | 'shows'> = { screen: 'cart', path: '/dashboard/cart', ...buyer };

/** Changes that can happen to a line in the meantime, in turn. */
const mishaps = [
  { newUnitPrice: 99.5 },
  { minQuantity: 90, terms: { available_quantity: 12, min_order_quantity: 1, pack_step: 1 } },
  { minQuantity: 90, terms: { available_quantity: 0, min_order_quantity: 2, pack_step: 1 } },
];

/** Returns to a cart with lines that cannot be paid for in their current state. */
async function meetMishaps(page: Page): Promise<void> {
  await page.route(/\/orders\?.*status=unpaid/, async (route) => {
    const response = await route.fetch();
    const [line, ...others] = await response.json();
    const struck = mishaps.map(({ terms, ...changed }, nth) => ({
      ...line,
      ...changed,
      _id: line._id.replace(/.$/, `${nth}`),
      terms: { ...line.terms, ...terms },
    }));
    return route.fulfill({ response, json: [line, ...struck, ...others] });
  });
  await page.reload();
}

async function typeTooMany(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('spinbutton').first().fill('900000');
}

const cartScenes: Scene[] = [
  { ...cart, state: 'content', shows: words(/^Pay \$/) },
  { ...cart, state: 'long', shop: 'long', shows: words(/^Pay \$/) },
  { ...cart, state: 'many', shop: 'large', shows: words('One payment can cover 50 orders.') },
  { ...cart, state: 'empty', shop: 'empty', shows: words('Your cart is empty') },
  { ...cart, state: 'loading', held: /^GET \/orders\?/, shows: shapes },
  { ...cart, state: 'failure', refused: /^GET \/orders\?/, shows: failure },
  { ...cart, state: 'no-sum', refused: /^POST \/charges/, shows: failure },
  { ...cart, state: 'problems', act: typeTooMany, shows: words('Maximum order quantity must be') },
  { ...cart, state: 'mishaps', act: meetMishaps, shows: words('The unit price has changed') },
  { ...cart, state: 'remove', isOverlay: true, act: press(/^Remove /), shows: dialog },
];

/** Goes from a cart with many lines to the pay page of as many orders as one payment takes. */
async function payForMany(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pay \$/ })
    .click();
}

async function meetShortage(page: Page): Promise<void> {
  await page.route('**/create-payment-intent', (route) => {
    const words = 'A tool is out of stock: fewer than the 4 you ordered are left';
    const error = { code: 'out_of_stock', message: words, field: 'orderIds' };
    return route.fulfill({ status: 409, json: { error } });
  });
  await payForMany(page);
}

/** The pay page of several orders. */
const paySeveral: Omit<Scene, 'state' | 'shows'> = { ...cart, screen: 'pay-several', shop: 'large' };

const paySeveralScenes: Scene[] = [
  { ...paySeveral, state: 'many', act: payForMany, shows: words('Reserved for you until') },
  { ...paySeveral, state: 'short', act: meetShortage, shows: words('Back to your cart') },
  {
    ...paySeveral,
    state: 'left-out',
    shop: 'demo',
    path: ({ orders }) => `/dashboard/payment?orders=${Object.values(orders).join()}`,
    shows: words('2 of these orders can’t be paid for'),
  },
];

/** Buyers' screens behind the sign-in. */
const quickOrder = { screen: 'quick-order', path: '/dashboard/quick-order', ...buyer } as const;

/** Pastes a list with a line for each outcome, and has it read. */
async function paste(page: Page): Promise<void> {
  const list =
    '20 claw hamers\n3 boxes of 12 screwdrivers\nhammer\nhacksaw 12\n6 brick trowels\n5x 13 mm masonry bits';
  await page.getByRole('textbox', { name: 'Your list' }).fill(list);
  await press('Check the list')(page);
}

/** Pastes a hundred lines, some of which need an answer. */
async function pasteMany(page: Page): Promise<void> {
  const lines = Array.from({ length: 100 }, (_, nth) => `${nth % 4 === 0 ? 'hammers' : '4 claw hammers'}`);
  await page.getByRole('textbox', { name: 'Your list' }).fill(lines.join('\n'));
  await press('Check the list')(page);
}

/** Saves the cart as a named list, and opens the lists. */
async function keepList(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'List name' }).fill(`Van ${crypto.randomUUID()}`);
  await press('Save as a list')(page);
  await page.getByText('List saved').first().waitFor();
  await page.evaluate(() => window.location.assign('/dashboard/lists'));
  await page.getByRole('heading', { name: 'Saved Lists' }).waitFor();
}

const lists = { screen: 'lists', path: '/dashboard/lists', ...buyer } as const;

const quickOrderScenes: Scene[] = [
  { ...quickOrder, state: 'empty', shows: heading('Quick Order') },
  { ...quickOrder, state: 'lines', act: paste, shows: words('Which one do you mean?') },
  { ...quickOrder, state: 'many', act: pasteMany, shows: words('75 ready, 25 to check') },
  {
    ...quickOrder,
    screen: 'lists',
    state: 'content',
    shop: 'large',
    path: '/dashboard/quick-order?cart',
    act: keepList,
    shows: words(/^\d+ lines?$/),
  },
  { ...quickOrder, state: 'problems', act: press('Check the list'), shows: words('Please paste a list') },
  {
    ...quickOrder,
    state: 'failure',
    path: '/dashboard/quick-order?cart',
    refused: /^GET \/orders\?/,
    shows: failure,
  },
  { ...lists, state: 'empty', shows: words('You have no saved lists yet') },
  { ...lists, state: 'loading', held: /^GET \/lists/, shows: shapes },
  { ...lists, state: 'failure', refused: /^GET \/lists/, shows: failure },
];

export const dashboardScenes: Scene[] = [
  ...quickOrderScenes,
  ...profileScenes,
  ...securityScenes,
  ...noticesScenes,
  ...reviewScenes,
  ...ordersScenes,
  ...addressesScenes,
  ...cartScenes,
  ...paymentScenes,
  ...paySeveralScenes,
];
