import type { Page } from 'playwright-core';
import type { Scene } from '../scene.ts';
import { admin, buyer, longBuyer } from '../shops/cast.ts';
import { dialog, failure, heading, press, shapes, words } from './seen.ts';

type Screen = Omit<Scene, 'state' | 'shows' | 'shop'>;

/** A list of the admin's in the states that all of them have. `call` is the one that fetches it. */
function listScenes(screen: Screen, call: RegExp, title: RegExp | string): Scene[] {
  return [
    { ...screen, state: 'content', shop: 'demo', shows: heading(title) },
    { ...screen, state: 'long', shop: 'long', shows: heading(title) },
    { ...screen, state: 'many', shop: 'large', shows: heading(title) },
    { ...screen, state: 'empty', shop: 'empty', shows: heading(title) },
    { ...screen, state: 'loading', shop: 'demo', held: call, shows: shapes },
    { ...screen, state: 'failure', shop: 'demo', refused: call, shows: failure },
  ];
}

const overview: Screen = { screen: 'overview', path: '/dashboard/overview', role: 'admin' };
const activity: Screen = { screen: 'activity', path: '/dashboard/activity', role: 'admin' };
const invoices: Screen = { screen: 'invoices', path: '/dashboard/invoices', role: 'admin' };
const users: Screen = { screen: 'users', path: '/dashboard/users', role: 'admin' };
const customer: Screen = {
  screen: 'customer',
  path: `/dashboard/users/${encodeURIComponent(buyer.email)}`,
  role: 'admin',
};
const manageOrders: Screen = { screen: 'manage-orders', path: '/dashboard/manageorders', role: 'admin' };
const packingSlips: Screen = { screen: 'packing-slips', path: '/dashboard/packing-slips', role: 'admin' };
const carriers: Screen = { screen: 'carriers', path: '/dashboard/carriers', role: 'admin' };
const messages: Screen = { screen: 'messages', path: '/dashboard/manageorders?show=messages', role: 'admin' };
const reviews: Screen = { screen: 'reviews', path: '/dashboard/reviews', role: 'admin' };
const manageTools: Screen = { screen: 'manage-tools', path: '/dashboard/managetool', role: 'admin' };
const taxonomy: Screen = { screen: 'categories-and-brands', path: '/dashboard/categories', role: 'admin' };
const synonyms: Screen = { screen: 'synonyms', path: '/dashboard/synonyms', role: 'admin' };
const stock: Screen = {
  screen: 'stock',
  path: (shop) => `/dashboard/managetool/${shop.tools.first}/stock`,
  role: 'admin',
};
const stockList: Screen = { screen: 'stock-list', path: '/dashboard/stock', role: 'admin' };
const delivery: Screen = { screen: 'delivery', path: '/dashboard/delivery', role: 'admin' };
const imports: Screen = { screen: 'import', path: '/dashboard/import', role: 'admin' };
const oneImport: Screen = {
  ...imports,
  path: '/dashboard/import?import=00000000-0000-4000-8000-000000000000',
};
const addTool: Screen = { screen: 'add-tool', path: '/dashboard/addtool', role: 'admin' };
const editTool: Screen = {
  screen: 'edit-tool',
  path: (shop) => `/dashboard/managetool/${shop.tools.first}/edit`,
  role: 'admin',
};
const details: Screen = {
  screen: 'details',
  path: '/dashboard/details?section=about',
  role: 'admin',
};
const mailbox: Screen = { screen: 'mailbox', path: '/mailbox', role: 'admin' };

/** Chooses a file that changes the price of one tool and has an error in its other row. */
async function chooseFile(page: Page): Promise<void> {
  const id = await page.evaluate(async () => (await (await fetch('/tool?limit=1')).json())[0]._id);
  const text = `_id,Price,Remark\r\n${id},123.45,dearer\r\n,free,\r\n`;
  const file = {
    name: 'prices-of-the-spring-catalogue.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  };
  // Somebody has chosen something: what then comes into the page may push the rest of it down, however late.
  await page.evaluate(() => Object.assign(window, { wentAhead: true }));
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('group', { name: 'Columns' }).waitFor();
}

async function checkFile(page: Page): Promise<void> {
  await chooseFile(page);
  await page.getByRole('button', { name: 'Check the file' }).click();
}

/** Saves a tool whose price somebody else has changed meanwhile. */
async function meetConflict(page: Page): Promise<void> {
  await page.route(/\/tool\/[\w-]+$/, async (route) => {
    if (route.request().method() === 'PATCH') {
      const error = { code: 'version_conflict', message: 'Someone else changed this tool' };
      return route.fulfill({ status: 409, json: { error } });
    }
    const response = await route.fetch();
    const tool = await response.json();
    return route.fulfill({ response, json: { ...tool, price: tool.price + 1, version: tool.version + 1 } });
  });
  await page.getByLabel('Price', { exact: true }).fill('99');
  await press('Save')(page);
}

/** What admins see. */
export const adminScenes: Scene[] = [
  ...listScenes(overview, /^GET \/overview/, 'Overview'),
  ...listScenes(users, /^GET \/user\?|^GET \/user$/, 'All Users'),
  {
    ...users,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/users?q=zzzzzz',
    shows: heading('All Users'),
  },
  { ...users, state: 'not-admin', shop: 'demo', role: 'buyer', shows: heading('This page is for staff') },
  {
    ...users,
    state: 'make-admin',
    shop: 'long',
    isOverlay: true,
    act: press(/^Make Admin/),
    shows: dialog,
  },
  { ...users, state: 'block', shop: 'long', isOverlay: true, act: press(/^Block/), shows: dialog },
  { ...customer, state: 'content', shop: 'demo', shows: words(buyer.name) },
  {
    ...customer,
    state: 'long',
    shop: 'long',
    path: `/dashboard/users/${encodeURIComponent(longBuyer.email)}`,
    shows: words('Staff notes'),
  },
  { ...customer, state: 'many', shop: 'large', shows: words(buyer.name) },
  {
    ...customer,
    state: 'empty',
    shop: 'empty',
    path: `/dashboard/users/${encodeURIComponent(admin.email)}`,
    shows: words('No orders yet.'),
  },
  { ...customer, state: 'loading', shop: 'demo', held: /^GET \/customers\//, shows: shapes },
  { ...customer, state: 'failure', shop: 'demo', refused: /^GET \/customers\//, shows: failure },
  {
    ...customer,
    state: 'problems',
    shop: 'demo',
    act: press('Add note'),
    shows: words('Please write a note'),
  },
  ...listScenes(activity, /^GET \/activity/, 'Activity'),
  {
    ...activity,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/activity?q=zzzzzz',
    shows: heading('Activity'),
  },
  ...listScenes(invoices, /^GET \/invoices/, 'Invoices'),
  {
    ...invoices,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/invoices?q=zzzzzz',
    shows: heading('Invoices'),
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
    state: 'history',
    shop: 'demo',
    path: '/dashboard/manageorders?q=ada&status=shipped',
    isOverlay: true,
    act: press(/^History of/),
    shows: dialog,
  },
  {
    ...manageOrders,
    state: 'delete',
    shop: 'long',
    isOverlay: true,
    act: async (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^Delete .*’s order/, disabled: false })
        .first()
        .click(),
    shows: dialog,
  },
  {
    ...manageOrders,
    state: 'selected',
    shop: 'demo',
    act: async (page) => page.getByRole('checkbox', { name: 'Select all shown' }).check(),
    shows: words(/orders selected$/),
  },
  {
    ...manageOrders,
    state: 'parcel',
    shop: 'demo',
    isOverlay: true,
    act: press(/^Ship order /),
    shows: (page) => dialog(page).getByLabel('Carrier'),
  },
  {
    ...manageOrders,
    state: 'parcel-refused',
    shop: 'long',
    isOverlay: true,
    act: async (page) => {
      await press(/^Ship order /)(page);
      await dialog(page)
        .getByRole('textbox', { name: /^Units of/ })
        .first()
        .fill('9999');
    },
    shows: words(/^0 to \d+$/),
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
  { ...packingSlips, state: 'empty', shop: 'demo', shows: words('No orders selected') },
  {
    ...packingSlips,
    state: 'loading',
    shop: 'demo',
    path: (shop) => `/dashboard/packing-slips?orders=${shop.orders.paid}`,
    held: /^GET \/orders\//,
    shows: shapes,
  },
  ...listScenes(messages, /^GET \/contact/, /messages/i),
  {
    ...messages,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/manageorders?show=messages&state=closed',
    shows: words('No messages match these filters'),
  },
  { ...messages, state: 'answering', shop: 'demo', act: press(/^Answer /), shows: words('Send answer') },
  ...listScenes(reviews, /^GET \/managereviews/, 'Reviews'),
  {
    ...reviews,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/reviews?state=hidden&rate=5',
    shows: words('No reviews match these filters'),
  },
  { ...reviews, state: 'answering', shop: 'demo', act: press(/^Answer /), shows: words('Publish answer') },
  { ...reviews, state: 'hide', shop: 'demo', isOverlay: true, act: press(/^Hide /), shows: dialog },
  ...listScenes(manageTools, /^GET \/managetool/, 'Manage Tools'),
  {
    ...manageTools,
    state: 'delete',
    shop: 'demo',
    isOverlay: true,
    act: press(/^Delete /),
    shows: dialog,
  },
  {
    ...manageTools,
    state: 'bulk-change',
    shop: 'demo',
    isOverlay: true,
    act: async (page) => {
      await press(/^Change all/)(page);
      await page.getByRole('dialog').getByLabel('Price').selectOption('percent');
    },
    shows: dialog,
  },
  { ...imports, state: 'mapping', shop: 'demo', act: chooseFile, shows: words('What each column') },
  { ...imports, state: 'empty', shop: 'empty', shows: words('No imports yet') },
  {
    ...imports,
    state: 'problems',
    shop: 'empty',
    act: press('Check the file'),
    shows: words('Please choose a file'),
  },
  { ...oneImport, state: 'loading', shop: 'demo', held: /^GET \/imports\/[\w-]+$/, shows: shapes },
  { ...imports, state: 'checked', shop: 'demo', act: checkFile, shows: words('1 tool will change') },
  { ...oneImport, state: 'missing', shop: 'demo', shows: failure },
  ...listScenes(taxonomy, /^GET \/(categories|brands)/, 'Categories and brands'),
  { ...taxonomy, state: 'edit', shop: 'demo', isOverlay: true, act: press(/^Edit /), shows: dialog },
  { ...taxonomy, state: 'merge', shop: 'demo', isOverlay: true, act: press(/^Merge /), shows: dialog },
  { ...synonyms, state: 'content', shop: 'demo', shows: words('spanner') },
  ...listScenes(stockList, /^GET \/managetool/, 'Stock'),
  { ...stock, state: 'content', shop: 'demo', shows: words('Added with the tool') },
  { ...stock, state: 'loading', shop: 'demo', held: /^GET \/tool\/[\w-]+\/stock/, shows: shapes },
  { ...stock, state: 'failure', shop: 'demo', refused: /^GET \/tool\/[\w-]+\/stock/, shows: failure },
  {
    ...stock,
    state: 'problems',
    shop: 'long',
    act: press('Save'),
    shows: words('Quantity is required'),
  },
  { ...delivery, state: 'content', shop: 'demo', shows: heading('Take in a delivery') },
  {
    ...delivery,
    state: 'suggestions',
    shop: 'demo',
    isOverlay: true,
    act: async (page) => page.getByRole('combobox', { name: 'Tool, line 1' }).fill('saw'),
    shows: (page) => page.getByRole('option').first(),
  },
  {
    ...delivery,
    state: 'problems',
    shop: 'demo',
    act: press('Take in'),
    shows: words('Please choose a tool'),
  },
  { ...addTool, state: 'content', shop: 'demo', shows: heading('Add a tool') },
  {
    ...addTool,
    state: 'problems',
    shop: 'demo',
    act: press(/^Add( a)?( tool)?$/i),
    shows: words('Tool is required'),
  },
  { ...editTool, state: 'content', shop: 'demo', shows: heading('Edit tool') },
  { ...editTool, state: 'long', shop: 'long', shows: heading('Edit tool') },
  {
    ...editTool,
    state: 'conflict',
    shop: 'demo',
    act: meetConflict,
    shows: words('Someone else changed this tool'),
  },
  { ...editTool, state: 'loading', shop: 'demo', held: /^GET \/tool\//, shows: shapes },
  { ...editTool, state: 'failure', shop: 'demo', refused: /^GET \/tool\//, shows: failure },
  { ...details, state: 'content', shop: 'demo', shows: words('Part 4') },
  { ...details, state: 'long', shop: 'long', path: '/dashboard/details', shows: heading('Shop Details') },
  { ...details, state: 'loading', shop: 'demo', held: /^GET \/managedetails/, shows: shapes },
  { ...details, state: 'failure', shop: 'demo', refused: /^GET \/managedetails/, shows: failure },
  {
    ...details,
    state: 'problems',
    shop: 'demo',
    act: async (page) => {
      await press('Add a part')(page);
      await press('Save')(page);
    },
    shows: words('Heading is required'),
  },
  { ...mailbox, state: 'content', shop: 'demo', shows: heading('Mailbox') },
  { ...mailbox, state: 'long', shop: 'long', shows: heading('Mailbox') },
  { ...mailbox, state: 'loading', shop: 'demo', held: /^GET \/mailbox\/messages/, shows: heading('Mailbox') },
  { ...mailbox, state: 'failure', shop: 'demo', refused: /^GET \/mailbox\/messages/, shows: failure },
  {
    screen: 'error',
    state: 'content',
    shop: 'demo',
    role: 'buyer',
    path: (shop) => `/tools/${shop.tools.first}`,
    refused: /^GET \/assets\/order-form-/,
    shows: (page) => page.getByRole('heading', { level: 1, name: 'This page didn’t load' }),
  },
];
