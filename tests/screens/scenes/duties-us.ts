import type { Page } from 'playwright-core';
import { addDays, dayIn, UTC } from '#contracts/time-zone.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import type { LinkedDelay } from '#features/delays/contract.ts';
import type { Exemption } from '#features/exemptions/contract.ts';
import type { DelayNotice, Order } from '#features/orders/contract.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import type { Scene } from '../scene.ts';
import { buyer, longBuyer, longToolName, realBuyer } from '../shops/cast.ts';
import type { Screen } from './list-scenes.ts';
import { dialog, failure, heading, press, words } from './seen.ts';

const demo = { shop: 'demo' } as const;

const delayPage: Screen = { screen: 'delay', path: '/delay?token=made-up', role: 'visitor' };
const myOrders: Screen = { screen: 'orders', path: '/dashboard/orders', role: 'buyer' };
const lateOrders: Screen = {
  screen: 'manage-orders',
  path: '/dashboard/manageorders?shipping=late',
  role: 'admin',
};
const certificates: Screen = { screen: 'tax-exemption', path: '/dashboard/tax-exemption', role: 'buyer' };
const certificateDesk: Screen = { ...certificates, screen: 'certificates-to-check', role: 'staff' };
const customer: Screen = {
  screen: 'customer',
  path: `/dashboard/users/${encodeURIComponent(buyer.email)}`,
  role: 'admin',
};
const tool: Screen = { screen: 'tool', path: (shop) => `/tools/${shop.tools.first}`, role: 'buyer' };
const payment: Screen = {
  screen: 'payment',
  path: (shop) => `/dashboard/payment/${shop.orders.unpaid}`,
  role: 'buyer',
};
const law: Screen = { screen: 'law', path: '/dashboard/details/legal', role: 'admin' };

const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const day = (days: number) => addDays(dayIn(new Date(), UTC), days);

const reason =
  'The maker’s shipment is held up at the port of Long Beach. We’ll write to you as soon as we know more.';

/** A notice of a delay to a given day, or to none. */
const noticeOf = (change: Partial<DelayNotice> = {}): DelayNotice => ({
  _id: idOf(1),
  orderId: idOf(2),
  wasDueOn: day(1),
  newDate: day(20),
  reason,
  silence: 'consents',
  answerBy: day(1),
  state: 'open',
  bySilence: false,
  sentAt: new Date().toISOString(),
  answeredAt: null,
  ...change,
});
const unknown = noticeOf({ newDate: null, silence: 'cancels', answerBy: day(31) });

/** Opens the page of an emailed link as the shop that sent it would. */
const meetDelay =
  (notice: DelayNotice, { toolName = 'Claw hammer, 450 g', ...open }: Partial<LinkedDelay> = {}) =>
  async (page: Page) => {
    const isOpen = notice.state === 'open';
    const linked: LinkedDelay = {
      ...{ ...notice, number: 'TY-10482', toolName, quantity: 12 },
      ...{ canConsent: isOpen, canCancel: isOpen || notice.state === 'consented', ...open },
    };
    await page.route(/\/delay-notices\/linked/, (route) => route.fulfill({ json: linked }));
    await page.reload();
  };

/** Refuses what a link asks for, as it has expired. */
async function meetRefusal(page: Page): Promise<void> {
  const error = {
    code: 'invalid',
    field: 'token',
    message: 'This link is incomplete. Open it from the email again.',
  };
  await page.route(/\/delay-notices\/linked/, (route) => route.fulfill({ status: 400, json: { error } }));
  await page.reload();
}

/** Opens a list of orders of which some are late, some soon due, and some have a notice without an answer. */
const meetLate = (path: RegExp) => async (page: Page) => {
  const change: Partial<DeskOrder>[] = [
    { shipBy: day(-12) },
    { shipBy: day(1) },
    { shipBy: day(1), delay: noticeOf() },
    { shipBy: day(-2), delay: unknown },
  ];
  await page.route(path, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback();
    // Those to ship, as the list of late ones would be.
    const url = route
      .request()
      .url()
      .replace(/shipping=\w+/, 'status=paid');
    const response = await route.fetch({ url });
    const orders: DeskOrder[] = await response.json();
    const json = orders.map((order, nth) => ({
      ...order,
      ...(order.state === 'paid' && change[nth % change.length]),
    }));
    return route.fulfill({ response, json });
  });
  await page.reload();
};

const meetLateDesk = meetLate(/\/manageorders\?/);

/** Ticks all orders shown, and writes to their buyers. */
async function writeOfDelay(page: Page): Promise<void> {
  await meetLateDesk(page);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await press('Delay notice')(page);
}

async function delayWithoutReason(page: Page): Promise<void> {
  await writeOfDelay(page);
  // A choice by script is no input, which a layout may follow.
  await page.evaluate(() => Object.assign(window, { wentAhead: true }));
  await dialog(page)
    .getByRole('combobox', { name: 'New ship date' })
    .selectOption({ label: 'Not known yet' });
  await dialog(page).getByRole('button', { name: 'Send notice' }).click();
}

/** Records deliveries, some of which can't be. */
async function recordWrong(page: Page): Promise<void> {
  await press('Record deliveries')(page);
  await dialog(page)
    .getByRole('textbox', { name: 'Deliveries' })
    .fill('1Z999AA10123456784, 2026-11-28\nTY-10001, 2026-11-28');
  await dialog(page).getByRole('button', { name: 'Record', exact: true }).click();
}

const certificateStates = ['pending', 'approved', 'approved', 'refused'] as const;

/** A certificate in a state; the third has expired. */
const certificateOf = (email: string, state: Exemption['state'], nth: number): Exemption => ({
  _id: idOf(nth),
  email,
  kind: (['resale', 'exempt_organization', 'other'] as const)[nth % 3] ?? 'other',
  number: `SR EAA 100-345678-${10 + nth}`,
  states: ['US-CA', 'US-IL', 'US-NY', 'US-OH'].slice(nth),
  expiresOn: nth === 3 ? null : day(nth === 2 ? -3 : 200),
  state,
  reason: state === 'refused' ? 'The name on the certificate isn’t that of your company.' : '',
  isValid: nth === 1,
  isExpired: nth === 2,
  mediaType: 'application/pdf',
  sizeBytes: 20_480,
  uploadedAt: '2026-11-20T09:30:00.000Z',
  checkedAt: state === 'pending' ? null : '2026-11-21T09:30:00.000Z',
});

/** Opens a shop with certificates of the buyer in every state, and with some to check. */
async function meetCertificates(page: Page): Promise<void> {
  const own = certificateStates.map((state, nth) => certificateOf(buyer.email, state, nth));
  const pending = [buyer, longBuyer, realBuyer].map(({ email }, nth) => certificateOf(email, 'pending', nth));
  await page.route(/\/exemption-certificates(\?|$)/, (route) => route.fulfill({ json: own }));
  await page.route(/\/exemption-certificates\/pending/, (route) => route.fulfill({ json: pending }));
  await page.reload();
}

const inTurn =
  (...actions: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const action of actions) await action(page);
  };

const submit = (name: string) => (page: Page) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

const warning =
  'This product can expose you to chemicals including lead, which is known to the State of California to cause cancer and birth defects or other reproductive harm. For more information go to www.P65Warnings.ca.gov.';

/** Opens a tool with a warning. */
async function meetWarnedTool(page: Page): Promise<void> {
  await page.route(/\/tool\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    const shown: ToolDetails = await response.json();
    return route.fulfill({ response, json: { ...shown, prop65_warning: warning } });
  });
  await page.reload();
}

/** Pays for an order of a tool with a warning. */
async function meetWarnedOrder(page: Page): Promise<void> {
  await page.route(/\/orders\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    const order: Order = await response.json();
    return route.fulfill({ response, json: { ...order, prop65Warning: warning } });
  });
  await page.reload();
}

const warned = words(/This product can expose you/);

/** Duties of a shop in the United States, and what staff record of deliveries in any shop. */
export const usScenes: Scene[] = [
  { ...delayPage, ...demo, state: 'content', act: meetDelay(noticeOf()), shows: words('I’ll wait') },
  {
    ...delayPage,
    ...demo,
    state: 'unknown',
    act: meetDelay(unknown),
    shows: words(/^We can’t say|can’t say yet/),
  },
  {
    ...delayPage,
    ...demo,
    state: 'long',
    act: meetDelay(unknown, { toolName: longToolName }),
    shows: words('I’ll wait'),
  },
  {
    ...delayPage,
    ...demo,
    state: 'consented',
    act: meetDelay(noticeOf({ state: 'consented' })),
    shows: words(/^You’re keeping this order/),
  },
  {
    ...delayPage,
    ...demo,
    state: 'canceled',
    act: meetDelay(noticeOf({ state: 'cancelled' })),
    shows: words(/^This order is canceled/),
  },
  {
    ...delayPage,
    ...demo,
    state: 'ended',
    act: meetDelay(noticeOf({ state: 'ended' })),
    shows: words('Go to My Orders'),
  },
  { ...delayPage, ...demo, state: 'refused', act: meetRefusal, shows: failure },
  {
    ...delayPage,
    ...demo,
    state: 'loading',
    held: /^GET \/delay-notices/,
    shows: words('Loading your order'),
  },
  { ...delayPage, ...demo, state: 'failure', refused: /^GET \/delay-notices/, shows: failure },
  {
    ...myOrders,
    ...demo,
    state: 'delayed',
    act: meetLate(/\/orders\?/),
    shows: words(/^This was to ship by/),
  },
  { ...lateOrders, ...demo, state: 'late', act: meetLateDesk, shows: words(/^Late: ship by/) },
  {
    ...lateOrders,
    ...demo,
    state: 'late-none',
    shows: heading('Manage Orders'),
  },
  {
    ...lateOrders,
    ...demo,
    state: 'delay',
    isOverlay: true,
    act: writeOfDelay,
    shows: (page) => dialog(page).getByLabel('Ships by'),
  },
  {
    ...lateOrders,
    ...demo,
    state: 'delay-refused',
    isOverlay: true,
    act: delayWithoutReason,
    shows: (page) => dialog(page).getByText('Say why you can’t give a date yet'),
  },
  {
    ...lateOrders,
    ...demo,
    state: 'deliveries',
    isOverlay: true,
    act: press('Record deliveries'),
    shows: (page) => dialog(page).getByRole('textbox', { name: 'Deliveries' }),
  },
  {
    ...lateOrders,
    ...demo,
    state: 'deliveries-refused',
    isOverlay: true,
    act: recordWrong,
    shows: (page) => dialog(page).getByRole('alert').first(),
  },
  { ...certificates, ...demo, state: 'content', act: meetCertificates, shows: words('Being checked') },
  { ...certificates, ...demo, state: 'empty', shows: words('No certificates yet') },
  { ...certificates, ...demo, state: 'failure', refused: /^GET \/exemption-certificates/, shows: failure },
  {
    ...certificates,
    ...demo,
    state: 'add',
    isOverlay: true,
    act: press('Add certificate'),
    shows: (page) => dialog(page).getByLabel('Expires on'),
  },
  {
    ...certificates,
    ...demo,
    state: 'problems',
    isOverlay: true,
    act: inTurn(press('Add certificate'), submit('Upload')),
    shows: (page) => dialog(page).getByText('Choose the certificate’s file'),
  },
  {
    ...certificateDesk,
    ...demo,
    state: 'content',
    act: meetCertificates,
    shows: words(/^From ada@/),
  },
  { ...certificateDesk, ...demo, state: 'empty', shows: words('No certificates to check') },
  {
    ...certificateDesk,
    ...demo,
    state: 'failure',
    refused: /^GET \/exemption-certificates/,
    shows: failure,
  },
  {
    ...certificateDesk,
    ...demo,
    state: 'refuse',
    isOverlay: true,
    act: inTurn(meetCertificates, press(/^Refuse /), submit('Refuse')),
    shows: (page) => dialog(page).getByText('Say why you don’t accept it'),
  },
  { ...customer, ...demo, state: 'certificates', act: meetCertificates, shows: words('Being checked') },
  { ...tool, ...demo, state: 'warning', act: meetWarnedTool, shows: warned },
  { ...payment, ...demo, state: 'warning', act: meetWarnedOrder, shows: warned },
  { ...law, ...demo, state: 'united-states', shows: words('Certificates of tax-exempt buyers') },
];
