import type { Page } from 'playwright-core';
import type { ManagedPage } from '#features/legal/contract.ts';
import type { Scene } from '../scene.ts';
import { buyer } from '../shops/cast.ts';
import type { Screen } from './list-scenes.ts';
import { dialog, failure, heading, press, shapes, words } from './seen.ts';

const german = { shop: 'german' } as const;

const withdraw: Screen = { screen: 'withdraw', path: '/withdraw', role: 'visitor' };
const legalPage = (page: string): Screen => ({
  screen: `legal-${page}`,
  path: `/legal/${page}`,
  role: 'visitor',
});
const editorOf = (page: string): Screen => ({
  screen: 'legal-editor',
  path: `/dashboard/legal/${page}`,
  role: 'admin',
});
const editor = editorOf('terms');
const law: Screen = { screen: 'law', path: '/dashboard/details/legal', role: 'admin' };
const tool: Screen = { screen: 'tool', path: (shop) => `/tools/${shop.tools.first}`, role: 'buyer' };
const payment: Screen = {
  screen: 'payment',
  path: (shop) => `/dashboard/payment/${shop.orders.unpaid}`,
  role: 'buyer',
};
const taxonomy: Screen = { screen: 'categories-and-brands', path: '/dashboard/categories', role: 'admin' };
const overview: Screen = { screen: 'setup-guide', path: '/dashboard/overview', role: 'admin' };

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true });

/** Declares a withdrawal from two items, up to the second step. */
async function declare(page: Page): Promise<void> {
  await field(page, 'Name').fill(buyer.name);
  await field(page, 'Order number').fill('TY-10482');
  await field(page, 'Email').fill('maximiliana.featherstonehaugh@purchasing.riverside-join.example');
  await field(page, 'Only these items').check();
  for (const nth of [1, 2]) {
    await field(page, `Number of item ${nth}`).fill(`TY-1048${nth}`);
    await field(page, `Quantity ${nth}`).fill('100000');
  }
  await press('Continue')(page);
}

async function confirm(page: Page): Promise<void> {
  await declare(page);
  await press('Confirm withdrawal')(page);
}

/** Opens a page that has never been saved: the form begins with the draft. */
async function meetDraft(page: Page): Promise<void> {
  await page.route(/\/managelegal\/\w+$/, async (route) => {
    const response = await route.fetch();
    const managed: ManagedPage = await response.json();
    return route.fulfill({ response, json: { ...managed, version: 0, published: null, versions: [] } });
  });
  await page.reload();
}

/** Opens a page with a version that waits to be published, after many others. */
async function meetVersions(page: Page): Promise<void> {
  await page.route(/\/managelegal\/\w+$/, async (route) => {
    const response = await route.fetch();
    const managed: ManagedPage = await response.json();
    const versions = managed.versions.flatMap((latest) =>
      Array.from({ length: 50 }, (_, nth) => ({
        ...latest,
        version: 50 - nth,
        publishedAt: nth % 3 === 1 ? latest.createdAt : null,
      })),
    );
    return route.fulfill({ response, json: { ...managed, version: 50, published: 49, versions } });
  });
  await page.reload();
}

/** Empties a part that a page must have. */
async function emptyPart(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Heading' }).first().fill('');
  await press(/^Save as version/)(page);
}

/** Opens the dialog of the brand whose maker is known. */
async function editBrand(page: Page): Promise<void> {
  await press(/^Edit Hohenlohe/)(page);
}

/** Duties of a shop in the European Union that sells to consumers. */
export const unionScenes: Scene[] = [
  { ...withdraw, ...german, state: 'content', shows: heading('Withdraw from contract') },
  {
    ...withdraw,
    ...german,
    state: 'problems',
    act: press('Continue'),
    shows: words('Please give the order number'),
  },
  { ...withdraw, ...german, state: 'review', act: declare, shows: heading('Check and confirm') },
  { ...withdraw, ...german, state: 'sent', act: confirm, shows: heading('Your withdrawal was sent') },
  ...['terms', 'notice', 'registers', 'guarantee'].map((page) => ({
    ...legalPage(page),
    ...german,
    state: 'content',
    shows: heading(/./),
  })),
  { ...editor, ...german, state: 'content', shows: words('Version 1 is published.') },
  { ...editorOf('guarantee'), ...german, state: 'notice', shows: words('The Commission’s files') },
  { ...editor, ...german, state: 'draft', act: meetDraft, shows: words('This page isn’t published.') },
  { ...editor, ...german, state: 'many', act: meetVersions, shows: words('Version 49 is published.') },
  { ...editor, ...german, state: 'problems', act: emptyPart, shows: words('Heading is required') },
  {
    ...editor,
    ...german,
    state: 'publish',
    isOverlay: true,
    act: async (page) => {
      await meetVersions(page);
      await press('Publish version 50')(page);
    },
    shows: dialog,
  },
  { ...editor, ...german, state: 'loading', held: /^GET \/managelegal\//, shows: shapes },
  { ...editor, ...german, state: 'failure', refused: /^GET \/managelegal\//, shows: failure },
  { ...law, ...german, state: 'content', shows: words('Withdrawal form, without login') },
  { ...law, ...german, state: 'loading', held: /^GET \/duties/, shows: shapes },
  { ...law, ...german, state: 'failure', refused: /^GET \/(duties|managelegal)/, shows: failure },
  { ...overview, ...german, state: 'german', shows: words('of 10 steps done') },
  { ...tool, ...german, state: 'notices', shows: words('Responsible person in the EU') },
  {
    ...payment,
    ...german,
    state: 'notice',
    shows: (page) => page.getByRole('img', { name: /^Official notice/ }),
  },
  { ...taxonomy, ...german, state: 'brand', isOverlay: true, act: editBrand, shows: dialog },
];
