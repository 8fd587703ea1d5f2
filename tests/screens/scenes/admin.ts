import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { withoutEmail } from '#contracts/email.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { Invitation } from '#features/invitations/contract.ts';
import type { SetupGuide, SetupStep } from '#features/setup-guide/contract.ts';
import type { UserRow } from '#features/users/roles-contract.ts';
import type { Scene } from '../scene.ts';
import { admin, buyer, longBuyer } from '../shops/cast.ts';
import { listScenes, type Screen } from './list-scenes.ts';
import { dialog, failure, heading, menu, press, pressInMenu, shapes, words } from './seen.ts';

const overview: Screen = { screen: 'overview', path: '/dashboard/overview', role: 'admin' };
const guide: Screen = { ...overview, screen: 'setup-guide' };
const activity: Screen = { screen: 'activity', path: '/dashboard/activity', role: 'admin' };
const users: Screen = { screen: 'users', path: '/dashboard/users', role: 'admin' };
const customer: Screen = {
  screen: 'customer',
  path: `/dashboard/users/${encodeURIComponent(buyer.email)}`,
  role: 'admin',
};
const reviews: Screen = { screen: 'reviews', path: '/dashboard/reviews', role: 'admin' };
const details: Screen = {
  screen: 'details',
  path: '/dashboard/details/general',
  role: 'admin',
};
const mailbox: Screen = { screen: 'mailbox', path: '/mailbox', role: 'admin' };

/** Opens the search of the dashboard and types. */
const searchDesk = (words: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Search the dashboard' }).click();
  await dialog(page).getByRole('combobox').fill(words);
};

/** Searches for a tool to order for a customer, and chooses it. */
async function findForCustomer(page: Page): Promise<void> {
  await press('Place an order')(page);
  await dialog(page).getByRole('textbox', { name: 'Tool or part number' }).fill('claw hammer');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('button', { name: /^Claw hammer/ })
    .first()
    .click();
}

/** Ticks orders in a customer's cart to mark them as paid. */
async function tickAndMark(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'In-store and phone orders' }).getByRole('checkbox').first().check();
  await press('Mark as paid')(page);
}

const detailsOf = (place: string): Screen => ({ ...details, path: `/dashboard/details/${place}` });

/** Requires a second step of staff before having one. */
async function requireFactor(page: Page): Promise<void> {
  const message = 'Set up two-step verification for your own login first';
  const error = { code: 'conflict', field: 'security.staffFactor', message };
  await page.route(/\/details$/, (route) => route.fulfill({ status: 409, json: { error } }));
  await page.getByLabel('Require two-step verification for staff and admins').check();
  await page.getByLabel('Confirm refunds above').fill('250');
  await press('Save')(page);
}

/** Looks at users of whom all but staff have a second step. */
async function meetFactorOfUser(page: Page): Promise<void> {
  await page.route(/\/user(\?|$)/, async (route) => {
    const response = await route.fetch();
    const rows: UserRow[] = await response.json();
    const json = rows.map((row) => ({ ...row, secondFactor: row.role !== 'staff' }));
    return route.fulfill({ response, json });
  });
  await page.reload();
}

/** Looks at invitations, one of which has expired. */
async function meetInvitations(page: Page): Promise<void> {
  const common = { sentAt: '2026-11-20T09:30:00.000Z', expiresAt: '2026-11-27T09:30:00.000Z' };
  const json: Invitation[] = [
    {
      ...common,
      _id: '019ad0a0-0000-7000-8000-000000000001',
      email: 'robin.keeper-of-the-third-counter@joiner-and-daughters.example',
      role: 'staff',
      invitedBy: admin.email,
      isExpired: false,
    },
    {
      ...common,
      _id: '019ad0a0-0000-7000-8000-000000000002',
      email: 'sam@joiner.example',
      role: 'admin',
      invitedBy: null,
      isExpired: true,
    },
  ];
  await page.route(/\/invitations$/, (route) => route.fulfill({ json }));
  await page.reload();
}

/** Looks at a customer without a verified email. */
const meetUnverified = (account: Partial<Customer>) => async (page: Page) => {
  await page.route(/\/customers\/[^/]*$/, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), emailVerified: false, ...account };
    return route.fulfill({ response, json });
  });
  await page.reload();
};

/** Looks at a customer who has every kind of second step. */
async function meetFactorsOfCustomer(page: Page): Promise<void> {
  const at = '2026-11-01T09:30:00.000Z';
  await page.route(/\/customers\//, async (route) => {
    const response = await route.fetch();
    const passkeys = [
      { name: 'Work laptop', lastUsedAt: at },
      { name: 'Phone of the workshop, second drawer from the top, on the left', lastUsedAt: null },
    ];
    const factors = { authenticatorUsedAt: at, passkeys, recoveryCodesLeft: 8 };
    return route.fulfill({ response, json: { ...(await response.json()), factors } });
  });
  await page.reload();
}

const figure = (page: Page) => page.getByRole('main').getByLabel('What it counts').first();

/** Chooses a wide logo: previewed, not saved. */
async function chooseLogo(page: Page): Promise<void> {
  const create = { width: 400, height: 100, channels: 3, background: '#24507a' } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  // A file was chosen, so later content may push the page down at any time.
  await page.evaluate(() => Object.assign(window, { wentAhead: true }));
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
}

/** Saves a section that somebody else has changed in the meantime. */
async function meetConflict(page: Page): Promise<void> {
  await page.getByLabel('Hours', { exact: true }).fill('Monday to Saturday, 8 am to 6 pm');
  await page.route(/\/managedetails$/, async (route) => {
    const response = await route.fetch();
    const { version, details: now, ...others } = await response.json();
    const contact = { ...now.contact, hours: 'Monday to Friday, 7 am to 4 pm' };
    const json = { ...others, version: version + 1, details: { ...now, contact } };
    return route.fulfill({ response, json });
  });
  await page.route(/\/details$/, (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const error = { code: 'version_conflict', message: 'Someone else changed the shop’s details' };
    return route.fulfill({ status: 409, json: { error } });
  });
  await press('Save')(page);
}

/** From now on answers as a shop whose steps are in these states: 'done',
 * 'skipped', or 'open' if left out. */
const withSteps =
  (states: Partial<Record<SetupStep, 'done' | 'skipped'>>) =>
  async (page: Page): Promise<void> => {
    await page.route(/\/setup-guide$/, async (route) => {
      const response = await route.fetch();
      const guide: SetupGuide = await response.json();
      const steps = guide.steps.map((each) => ({ ...each, state: states[each.step] ?? each.state }));
      return route.fulfill({ response, json: { ...guide, shown: true, hasDemo: true, steps } });
    });
    await page.reload();
  };

/** The other admin screens. */
export const adminScenes: Scene[] = [
  ...listScenes(overview, /^GET \/overview/, 'Overview'),
  { ...guide, state: 'new', shop: 'empty', shows: words('0 of 10 steps done') },
  {
    ...guide,
    state: 'halfway',
    shop: 'demo',
    act: withSteps({ name: 'done', tools: 'done', delivery: 'skipped', tax: 'skipped', test_order: 'done' }),
    shows: words('of 10 steps done'),
  },
  { ...guide, state: 'loading', shop: 'empty', held: /^GET \/setup-guide/, shows: shapes },
  { ...guide, state: 'failure', shop: 'empty', refused: /^GET \/setup-guide/, shows: failure },
  {
    ...details,
    screen: 'setup-guide',
    state: 'clear',
    shop: 'demo',
    path: '/dashboard/details/general',
    isOverlay: true,
    act: press('Clear sample data'),
    shows: (page) => dialog(page).getByText('will be deleted'),
  },
  {
    ...overview,
    state: 'search',
    shop: 'demo',
    isOverlay: true,
    act: searchDesk('saw'),
    shows: (page) => dialog(page).getByRole('group', { name: 'Tools' }),
  },
  {
    ...overview,
    state: 'search-long',
    shop: 'long',
    isOverlay: true,
    act: searchDesk('an'),
    shows: (page) => dialog(page).getByRole('group').nth(1),
  },
  {
    ...overview,
    state: 'search-nothing',
    shop: 'demo',
    isOverlay: true,
    act: searchDesk('zzzzzz'),
    shows: (page) => dialog(page).getByText('Nothing matches'),
  },
  {
    ...overview,
    state: 'menu',
    shop: 'long',
    isOverlay: true,
    below: 1024,
    act: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
    shows: (page) => dialog(page).getByRole('link', { name: 'Shipping and tax' }),
  },
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
  {
    ...users,
    state: 'new-customer',
    shop: 'demo',
    isOverlay: true,
    act: press('New customer'),
    shows: dialog,
  },
  { ...users, state: 'invite', shop: 'demo', isOverlay: true, act: press('Invite'), shows: dialog },
  { ...users, state: 'invited', shop: 'demo', act: meetInvitations, shows: words('Pending invitations') },
  { ...users, state: 'menu', shop: 'demo', isOverlay: true, act: press(/^More actions/), shows: menu },
  {
    ...users,
    state: 'block',
    shop: 'long',
    isOverlay: true,
    act: pressInMenu(/^Block/),
    shows: dialog,
  },
  {
    ...users,
    state: 'factors',
    shop: 'demo',
    path: '/dashboard/users?role=no-second-step',
    act: meetFactorOfUser,
    shows: words('Two-step verification off'),
  },
  {
    ...users,
    state: 'reset-factor',
    shop: 'long',
    isOverlay: true,
    act: async (page) => {
      await meetFactorOfUser(page);
      await pressInMenu(/^Reset two-step verification/)(page);
    },
    shows: dialog,
  },
  { ...customer, state: 'content', shop: 'demo', shows: words(buyer.name) },
  {
    ...customer,
    state: 'factors',
    shop: 'demo',
    act: meetFactorsOfCustomer,
    shows: words('8 recovery codes left'),
  },
  {
    ...customer,
    state: 'long',
    shop: 'long',
    path: `/dashboard/users/${encodeURIComponent(longBuyer.email)}`,
    shows: words('Staff notes'),
  },
  {
    ...customer,
    state: 'unverified',
    shop: 'demo',
    act: meetUnverified({}),
    shows: words(/could be someone else’s/),
  },
  {
    ...customer,
    state: 'no-email',
    shop: 'demo',
    act: meetUnverified({ email: withoutEmail('019ad0a0-0000-7000-8000-000000000000'), openedByStaff: true }),
    shows: words(/nothing is emailed to this customer/),
  },
  { ...customer, state: 'menu', shop: 'demo', isOverlay: true, act: press(/^More actions/), shows: menu },
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
  {
    ...customer,
    state: 'copy',
    shop: 'demo',
    isOverlay: true,
    act: pressInMenu(/^Prepare a copy of their data/),
    shows: words('Do this if they asked for it'),
  },
  {
    ...customer,
    state: 'placing',
    shop: 'demo',
    isOverlay: true,
    act: findForCustomer,
    shows: (page) => dialog(page).getByRole('textbox', { name: 'Address' }),
  },
  {
    ...customer,
    state: 'marking',
    shop: 'demo',
    isOverlay: true,
    act: tickAndMark,
    shows: (page) => dialog(page).getByRole('combobox', { name: 'Paid by' }),
  },
  ...listScenes(activity, /^GET \/activity/, 'Activity'),
  {
    ...activity,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/activity?q=zzzzzz',
    shows: heading('Activity'),
  },
  ...listScenes(reviews, /^GET \/managereviews/, 'Reviews'),
  {
    ...reviews,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/reviews?state=hidden&rate=5',
    shows: words('No reviews match these filters'),
  },
  { ...reviews, state: 'answering', shop: 'demo', act: press(/^Reply to /), shows: words('Publish reply') },
  { ...reviews, state: 'hide', shop: 'demo', isOverlay: true, act: press(/^Hide /), shows: dialog },
  {
    ...details,
    state: 'content',
    shop: 'demo',
    shows: (page) => page.getByRole('combobox', { name: 'Time zone', exact: true }),
  },
  { ...detailsOf('pages#about'), state: 'article', shop: 'demo', shows: words('Part 4') },
  { ...details, state: 'long', shop: 'long', path: '/dashboard/details', shows: heading('Shop settings') },
  {
    ...detailsOf('general#look'),
    state: 'look',
    shop: 'demo',
    act: chooseLogo,
    shows: (page) => page.getByRole('img', { name: 'Current logo' }),
  },
  { ...detailsOf('pages#statistics'), state: 'statistics', shop: 'demo', shows: figure },
  { ...detailsOf('emails'), state: 'email', shop: 'demo', shows: words(/^From: /) },
  {
    ...detailsOf('security'),
    state: 'security',
    shop: 'demo',
    act: requireFactor,
    shows: words('Set up two-step verification for your own login first'),
  },
  {
    ...detailsOf('contact'),
    state: 'conflict',
    shop: 'demo',
    act: meetConflict,
    shows: words('Someone else changed this section'),
  },
  { ...details, state: 'loading', shop: 'demo', held: /^GET \/managedetails/, shows: shapes },
  { ...details, state: 'failure', shop: 'demo', refused: /^GET \/managedetails/, shows: failure },
  {
    ...detailsOf('pages#about'),
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
    shows: (page) => page.getByRole('link', { name: /^Call \+1/ }),
  },
];
