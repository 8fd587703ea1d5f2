import type { Page } from 'playwright-core';
import type { Scene } from '../scene.ts';
import { listScenes, type Screen } from './list-scenes.ts';
import { dialog, failure, heading, keepDelivery, menu, press, pressInMenu, shapes, words } from './seen.ts';

/** Earlier refunds of an order: one done, one due of which a part has been given, one failed. */
const pastRefunds = (['done', 'due', 'failed'] as const).map((state, nth) => ({
  _id: `00000000-0000-4000-8000-00000000000${nth}`,
  orderId: '00000000-0000-4000-8000-000000000000',
  amount: 1 + nth * 2.5,
  given: [1, 1.25, 0][nth],
  delivery: 0,
  quantity: nth === 0 ? 1 : null,
  restocked: nth === 0 ? 1 : 0,
  reason: ['Came back unused', 'A scratch on the case', 'Late by a week'][nth],
  state,
  createdAt: `2026-03-1${nth}T09:26:00.000Z`,
  settledAt: null,
  creditNoteNumber: null,
  keptDelivery: 0,
}));

/** Returns to a desk where an order was partly refunded, and requests another refund. */
async function refundAgain(page: Page): Promise<void> {
  await page.route(/\/orders\/[\w-]+\/refunds$/, (route) => route.fulfill({ json: pastRefunds }));
  await pressInMenu(/^Refund .*’s order/)(page);
}

async function refundNoReason(page: Page): Promise<void> {
  await pressInMenu(/^Refund .*’s order/)(page);
  await dialog(page).getByRole('radio', { name: 'Units' }).check();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(' ');
  await page.keyboard.press('Tab');
  await dialog(page).getByRole('button', { name: 'Refund', exact: true }).click();
}

/** Ships an order without the shop receiving the call. Timers over 5 s never fire, so that the offer to undo
 * stays on screen. */
async function shipOne(page: Page): Promise<void> {
  await page.route(/\/manageorders\/[\w-]+$/, (route) => route.fulfill({ json: { modifiedCount: 1 } }));
  await page.evaluate(() => {
    const { setTimeout: start } = window;
    const later = (action: () => void, ms?: number) => ((ms ?? 0) > 5_000 ? 0 : start(action, ms));
    Object.assign(window, { setTimeout: later });
  });
  await press(/^Pending: mark /)(page);
}

/** Opens a desk whose first order has an open and a lost dispute, and whose second has a lost one. */
async function withDisputes(page: Page): Promise<void> {
  const dispute = (state: 'open' | 'lost') => ({
    ...{ _id: `du_${state}`, amount: 1249.5, uncounted: state === 'lost' ? 12.5 : 0, currency: 'usd', state },
    ...{ reason: 'product_not_received', isRefundable: false, respondBy: '2026-04-02T09:26:00.000Z' },
    openedAt: '2026-03-19T09:26:00.000Z',
    closedAt: state === 'lost' ? '2026-05-02T09:26:00.000Z' : null,
  });
  await page.route(
    ({ pathname }) => pathname === '/manageorders',
    async (route) => {
      const response = await route.fetch();
      const rows: object[] = await response.json();
      const json = rows.map((row, nth) => ({
        ...row,
        disputes: [...(nth < 1 ? [dispute('open')] : []), ...(nth < 2 ? [dispute('lost')] : [])],
      }));
      await route.fulfill({ response, json });
    },
  );
  await page.reload();
}

/** Opens the page of the first order in the list. */
const openOrder = async (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^TY-\d+$/ })
    .first()
    .click();

const invoices: Screen = { screen: 'invoices', path: '/dashboard/invoices', role: 'admin' };
const manageOrders: Screen = { screen: 'manage-orders', path: '/dashboard/manageorders', role: 'admin' };
const orderPage: Screen = { screen: 'order-page', path: '/dashboard/manageorders', role: 'admin' };
const packingSlips: Screen = { screen: 'packing-slips', path: '/dashboard/packing-slips', role: 'admin' };
const carriers: Screen = { screen: 'carriers', path: '/dashboard/carriers', role: 'admin' };
const messages: Screen = { screen: 'messages', path: '/dashboard/messages', role: 'admin' };
const holds: Screen = { screen: 'holds', path: '/dashboard/manageorders?show=holds', role: 'admin' };

/** The same desk as seen by staff who are not admins: their menu, and no deleting. */
const staffDesk: Screen = { ...manageOrders, screen: 'staff-desk', role: 'staff' };

/** The desk's screens of orders, their documents and messages. */
export const adminOrderScenes: Scene[] = [
  ...listScenes(invoices, /^GET \/invoices/, 'Invoices'),
  {
    ...invoices,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/invoices?q=zzzzzz',
    shows: heading('Invoices'),
  },
  {
    ...orderPage,
    state: 'to-ship',
    shop: 'demo',
    path: '/dashboard/manageorders?status=paid',
    act: openOrder,
    shows: heading(/^Order TY-\d+$/),
  },
  {
    ...orderPage,
    state: 'cancel',
    shop: 'demo',
    path: '/dashboard/manageorders?status=paid',
    isOverlay: true,
    act: async (page) => {
      await openOrder(page);
      await press(/^Cancel order/)(page);
    },
    shows: dialog,
  },
  {
    ...orderPage,
    state: 'shipped',
    shop: 'demo',
    path: '/dashboard/manageorders?status=shipped',
    act: openOrder,
    shows: words(/^Order shipped$/),
  },
  {
    ...orderPage,
    state: 'unpaid',
    shop: 'demo',
    path: '/dashboard/manageorders?status=unpaid',
    act: openOrder,
    shows: words('Not paid yet.'),
  },
  {
    ...orderPage,
    state: 'long-names',
    shop: 'long',
    path: '/dashboard/manageorders?status=paid',
    act: openOrder,
    shows: heading(/^Order TY-\d+$/),
  },
  {
    ...orderPage,
    state: 'failed',
    shop: 'demo',
    path: '/dashboard/manageorders/TY-1',
    refused: /^GET \/manageorders\/TY-1\/purchase/,
    shows: failure,
  },
  ...listScenes(manageOrders, /^GET \/manageorders/, 'Manage Orders'),
  {
    ...manageOrders,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/manageorders?q=zzzzzz&status=paid',
    shows: heading('Manage Orders'),
  },
  {
    ...manageOrders,
    state: 'menu',
    shop: 'demo',
    path: '/dashboard/manageorders?status=paid',
    isOverlay: true,
    act: press(/^More actions/),
    shows: menu,
  },
  {
    ...manageOrders,
    state: 'history',
    shop: 'demo',
    path: '/dashboard/manageorders?q=ada&status=shipped',
    isOverlay: true,
    act: pressInMenu(/^History of/),
    shows: dialog,
  },
  {
    ...manageOrders,
    state: 'delete',
    shop: 'long',
    isOverlay: true,
    act: pressInMenu(/^Delete .*’s order/),
    shows: dialog,
  },
  {
    ...manageOrders,
    state: 'selected',
    shop: 'demo',
    act: async (page) => page.getByRole('checkbox', { name: 'Select all shown' }).check(),
    shows: words(/orders selected$/),
  },
  { ...manageOrders, state: 'shipped', shop: 'demo', act: shipOne, shows: words(/^1 order shipped/) },
  {
    ...manageOrders,
    state: 'refund',
    shop: 'demo',
    path: '/dashboard/manageorders?status=paid',
    isOverlay: true,
    act: refundAgain,
    shows: words('Left to refund'),
  },
  {
    ...manageOrders,
    state: 'refund-disputed',
    shop: 'demo',
    path: '/dashboard/manageorders?status=paid',
    isOverlay: true,
    act: async (page) => {
      await withDisputes(page);
      await pressInMenu(/^Refund .*’s order/)(page);
    },
    shows: words('the buyer could be paid twice'),
  },
  {
    ...manageOrders,
    state: 'ship-disputed',
    shop: 'demo',
    path: '/dashboard/manageorders?status=paid',
    isOverlay: true,
    act: async (page) => {
      await withDisputes(page);
      await press(/^Pending: mark /)(page);
    },
    shows: words('Ship anyway?'),
  },
  {
    ...manageOrders,
    state: 'cancel-kept',
    shop: 'demo',
    path: '/dashboard/manageorders?status=paid',
    isOverlay: true,
    act: async (page) => {
      await keepDelivery(page);
      await refundAgain(page);
      await dialog(page).getByRole('radio').first().check();
    },
    shows: words(/^Deduct \$/),
  },
  {
    ...manageOrders,
    state: 'refund-refused',
    shop: 'demo',
    path: '/dashboard/manageorders?status=paid',
    isOverlay: true,
    act: refundNoReason,
    shows: words('Please give a reason'),
  },
  {
    ...manageOrders,
    state: 'parcel',
    shop: 'demo',
    isOverlay: true,
    act: pressInMenu(/^Ship order /),
    shows: (page) => dialog(page).getByLabel('Carrier'),
  },
  {
    ...manageOrders,
    state: 'parcel-refused',
    shop: 'long',
    isOverlay: true,
    act: async (page) => {
      await pressInMenu(/^Ship order /)(page);
      await dialog(page)
        .getByRole('textbox', { name: /^Units of/ })
        .first()
        .fill('9999');
    },
    shows: words(/^0 to \d+$/),
  },
  { ...staffDesk, state: 'content', shop: 'demo', shows: heading('Manage Orders') },
  { ...staffDesk, state: 'many', shop: 'large', shows: heading('Manage Orders') },
  {
    ...staffDesk,
    state: 'not-admin',
    shop: 'demo',
    path: '/dashboard/overview',
    shows: heading('This page is for admins'),
  },
  {
    ...carriers,
    state: 'content',
    shop: 'demo',
    shows: (page) => page.getByRole('button', { name: 'Save carriers' }),
  },
  { ...carriers, state: 'loading', shop: 'demo', held: /^GET \/carriers/, shows: shapes },
  { ...carriers, state: 'failure', shop: 'demo', refused: /^GET \/carriers/, shows: failure },
  {
    ...packingSlips,
    state: 'content',
    shop: 'demo',
    path: (shop) => `/dashboard/packing-slips?orders=${shop.orders.paid}`,
    shows: words('Ship to'),
  },
  {
    ...packingSlips,
    state: 'long',
    shop: 'long',
    path: (shop) => `/dashboard/packing-slips?orders=${shop.orders.paid}`,
    shows: words('Ship to'),
  },
  { ...packingSlips, state: 'empty', shop: 'demo', shows: words('No orders selected') },
  {
    ...packingSlips,
    state: 'loading',
    shop: 'demo',
    path: (shop) => `/dashboard/packing-slips?orders=${shop.orders.paid}`,
    held: /^GET \/orders\//,
    shows: shapes,
  },
  ...listScenes(holds, /^GET \/holds/, 'Reserved for payment'),
  ...listScenes(messages, /^GET \/contact/, /messages/i),
  {
    ...messages,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/messages?state=closed',
    shows: words('No messages match these filters'),
  },
  { ...messages, state: 'answering', shop: 'demo', act: press(/^Reply to /), shows: words('Send reply') },
];
