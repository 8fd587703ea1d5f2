import type { Page } from 'playwright-core';
import type { Scene } from '../scene.ts';
import { longWord } from '../shops/cast.ts';
import { failure, heading, press, shapes, words } from './seen.ts';

const visitor = { role: 'visitor', shop: 'demo' } as const;
const buyer = { role: 'buyer', shop: 'demo' } as const;
const longName = new RegExp(longWord);
const NO_SUCH_ID = '01890000-0000-7000-a000-000000000000';

/** Follows a link, so that the browser, not the server, fetches the next page's data. */
const follow = (place: string, path: string) => async (page: Page) =>
  page.locator(`${place} a[href="${path}"]`).filter({ visible: true }).first().click();

const home: Omit<Scene, 'state' | 'shows'> = { screen: 'home', path: '/', ...visitor };
const tools: Omit<Scene, 'state' | 'shows'> = { screen: 'tools', path: '/tools', ...visitor };
const tool: Omit<Scene, 'state' | 'shows'> = {
  screen: 'tool',
  path: (shop) => `/tools/${shop.tools.first}`,
  ...buyer,
};

const family: Omit<Scene, 'state' | 'shows'> = {
  screen: 'family',
  path: (shop) => `/family/${shop.family}`,
  ...buyer,
};
const sizes = (page: Page) => page.getByRole('columnheader', { name: 'Part number' });

const homeScenes: Scene[] = [
  { ...home, state: 'content', shows: heading(/./) },
  { ...home, state: 'long', shop: 'long', shows: words(longName) },
  { ...home, state: 'many', shop: 'large', shows: heading(/./) },
  { ...home, state: 'empty', shop: 'empty', shows: heading(/./) },
  {
    ...home,
    state: 'suggestions',
    act: async (page) => page.getByRole('combobox').filter({ visible: true }).first().fill('saw'),
    shows: (page) => page.getByRole('option').first(),
  },
  { ...home, state: 'problems', act: press('Submit'), shows: words('Please provide your name!') },
  {
    ...home,
    state: 'loading',
    path: '/about',
    held: /^GET \/tool\/cards\?/,
    act: follow('header', '/'),
    shows: (page) => page.locator('.progress-line'),
  },
  {
    ...home,
    state: 'failure',
    path: '/about',
    refused: /^GET \/(tool|review)\b/,
    act: follow('header', '/'),
    shows: failure,
  },
];

const toolsScenes: Scene[] = [
  { ...tools, state: 'content', shows: heading('Tools') },
  {
    ...tools,
    state: 'long',
    shop: 'long',
    shows: (page) => page.getByRole('article').filter({ hasText: longName }).first(),
  },
  { ...tools, state: 'many', shop: 'large', shows: heading('Tools') },
  { ...tools, state: 'empty', shop: 'empty', shows: heading('Tools') },
  {
    ...tools,
    state: 'filtered',
    path: '/tools?q=hamer&category=Hand+tools&min_price=5&max_price=200&orderable=1&sort=price',
    shows: words('Showing results for'),
  },
  {
    ...tools,
    state: 'filtered-long',
    shop: 'long',
    path: '/tools?q=Donaudampf&sort=-price',
    shows: heading('Tools'),
  },
  { ...tools, state: 'families', path: '/tools?q=10+mm+wrench', shows: words('1 of 14 sizes') },
  {
    ...tools,
    state: 'family-rows',
    path: '/tools?q=10+mm+wrench&view=rows',
    shows: words('1 of 14 sizes'),
  },
  { ...tools, state: 'nothing', path: '/tools?q=zzzzzz', shows: heading('Tools') },
  {
    ...tools,
    state: 'loading',
    held: /^GET \/tool\/cards\?/,
    act: async (page) => page.getByRole('searchbox').filter({ visible: true }).first().fill('plane'),
    shows: shapes,
  },
  {
    ...tools,
    state: 'failure',
    path: '/',
    refused: /^GET \/tool\b/,
    act: follow('main', '/tools'),
    shows: failure,
  },
  {
    ...tools,
    state: 'filters-open',
    below: 768,
    act: async (page) => page.getByText('Filters').filter({ visible: true }).first().click(),
    shows: words('Category'),
  },
];

const familyScenes: Scene[] = [
  { ...family, state: 'content', shows: sizes },
  { ...family, state: 'long', shop: 'long', shows: sizes },
  { ...family, state: 'loading', held: /^GET \/families\//, shows: shapes },
  { ...family, state: 'failure', refused: /^GET \/families\//, shows: failure },
  { ...family, state: 'gone', path: `/family/${NO_SUCH_ID}`, shows: heading('Sizes') },
  {
    ...family,
    state: 'nothing',
    path: (shop) => `/family/${shop.family}?spec=Long+arm,+mm:1..2`,
    shows: words('No sizes match these filters'),
  },
  {
    ...family,
    state: 'searched',
    path: (shop) => `/family/${shop.family}?q=hex+key+10+mm`,
    shows: words('1 size fits your search'),
  },
  {
    ...family,
    state: 'lines',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await page.getByRole('spinbutton').nth(1).fill('99999');
      await page.getByRole('main').getByRole('button', { name: /^Add / }).nth(2).click();
    },
    shows: words('2 sizes selected'),
  },
  {
    ...family,
    state: 'filters-open',
    below: 768,
    act: async (page) => page.getByText('Filter', { exact: true }).click(),
    shows: words('Width across flats, mm'),
  },
];

const toolScenes: Scene[] = [
  { ...tool, state: 'content', shows: heading(/./) },
  // Also of a family: its table is below.
  { ...tool, state: 'long', shop: 'long', shows: sizes },
  { ...tool, state: 'loading', held: /^GET \/tool\/[\w-]+$/, shows: shapes },
  { ...tool, state: 'failure', refused: /^GET \/tool\/[\w-]+$/, shows: failure },
  {
    ...tool,
    state: 'out-of-stock',
    path: (shop) => `/tools/${shop.tools.outOfStock}`,
    shows: heading(/./),
  },
  { ...tool, state: 'gone', path: `/tools/${NO_SUCH_ID}`, shows: heading('Tool') },
  {
    ...tool,
    state: 'replaced',
    path: (shop) => `/tools/${shop.tools.replaced}`,
    shows: (page) => page.getByRole('link', { name: 'See the successor' }),
  },
  { ...tool, state: 'of-a-family', path: (shop) => `/tools/${shop.tools.member}`, shows: sizes },
  {
    ...tool,
    state: 'problems',
    // Otherwise the form is filled from the last order.
    refused: /^GET \/orders\?/,
    act: press('Add'),
    shows: words('Please provide your phone number!'),
  },
];

const plainScenes: Scene[] = [
  { ...visitor, screen: 'about', state: 'content', path: '/about', shows: heading(/./) },
  { ...visitor, screen: 'portfolio', state: 'content', path: '/portfolio', shows: heading(/./) },
  { ...visitor, screen: 'policy', state: 'content', path: '/policy', shows: heading(/./) },
  { ...visitor, screen: 'not-found', state: 'content', path: '/no/such/page', shows: words('Oops!') },
];

const drawer: Pick<Scene, 'act' | 'shows' | 'isOverlay' | 'below'> = {
  below: 1024,
  isOverlay: true,
  act: async (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  shows: (page) => page.getByRole('dialog'),
};

const drawerScenes: Scene[] = [
  { ...visitor, ...drawer, screen: 'drawer', state: 'visitor', path: '/' },
  { ...drawer, screen: 'drawer', state: 'buyer', shop: 'demo', role: 'buyer', path: '/dashboard' },
  { ...drawer, screen: 'drawer', state: 'staff', shop: 'demo', role: 'staff', path: '/dashboard' },
  { ...drawer, screen: 'drawer', state: 'admin', shop: 'demo', role: 'admin', path: '/dashboard' },
  { ...drawer, screen: 'drawer', state: 'long', shop: 'long', role: 'buyer', path: '/dashboard' },
];

const compare: Omit<Scene, 'state' | 'shows'> = {
  screen: 'compare',
  path: ({ tools: { first, outOfStock } }) => `/compare?tool=${first}&tool=${outOfStock ?? first}`,
  ...buyer,
};

const compareScenes: Scene[] = [
  { ...compare, state: 'content', shows: (page) => page.getByRole('columnheader').nth(1) },
  {
    ...compare,
    state: 'long',
    shop: 'long',
    path: (shop) => `/compare?tool=${shop.tools.first}`,
    shows: (page) => page.getByRole('columnheader'),
  },
  { ...compare, state: 'nothing', path: '/compare', shows: words('Choose tools to compare') },
  { ...compare, state: 'failure', refused: /^GET \/tool\/[\w-]+$/, shows: failure },
  {
    ...tools,
    state: 'marked',
    act: async (page) =>
      page
        .getByRole('checkbox', { name: /^Compare/ })
        .first()
        .click(),
    shows: words('1 of 4 tools'),
  },
];

/** The shop's screens for visitors and buyers. */
export const storefrontScenes: Scene[] = [
  ...compareScenes,
  ...homeScenes,
  ...toolsScenes,
  ...familyScenes,
  ...toolScenes,
  ...plainScenes,
  ...drawerScenes,
];
