import type { Page } from 'playwright-core';
import type { ImportChange, ImportReport } from '#features/imports/contract.ts';
import type { Scene } from '../scene.ts';
import { longWord } from '../shops/cast.ts';
import { listScenes, type Screen } from './list-scenes.ts';
import { dialog, failure, heading, menu, press, pressInMenu, shapes, words } from './seen.ts';

const NO_SUCH_ID = '00000000-0000-4000-8000-000000000000';

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
  path: `/dashboard/import?import=${NO_SUCH_ID}`,
};
const addTool: Screen = { screen: 'add-tool', path: '/dashboard/addtool', role: 'admin' };
const editTool: Screen = {
  screen: 'edit-tool',
  path: (shop) => `/dashboard/managetool/${shop.tools.first}/edit`,
  role: 'admin',
};

/** Chooses a file that changes the price of one tool and has an error in its other row. */
async function chooseFile(page: Page): Promise<void> {
  const id = await page.evaluate(async () => (await (await fetch('/tool?limit=1')).json())[0]._id);
  await choose(page, `_id,Price,Remark\r\n${id},123.45,dearer\r\n,free,\r\n`);
}

/** A file of another shop, whose columns are mostly unknown, and whose weights say no unit. */
function chooseWideFile(page: Page): Promise<void> {
  const others = Array.from({ length: 42 }, (_column, nth) => `Metafield ${nth}: ${longWord}`);
  return choose(page, `SKU,Name,Price,Weight,${others}\r\nX-1,Saw,9,2.5,${others.map(() => 'none')}\r\n`);
}

async function choose(page: Page, text: string): Promise<void> {
  const file = {
    name: 'prices-of-the-spring-catalogue.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  };
  // A file was chosen, so later content may push the page down at any time.
  await page.evaluate(() => Object.assign(window, { wentAhead: true }));
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('group', { name: 'Columns' }).waitFor();
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Chooses two pictures whose upload never completes, and a list. */
async function choosePictures(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { wentAhead: true }));
  await page.route('**/image', () => undefined);
  const draw = (name: string, mimeType = 'image/png') => ({ name, mimeType, buffer: onePixel });
  const list = {
    ...draw('list-of-the-spring-catalogue.png'),
    buffer: Buffer.from('No picture, but a list.'),
  };
  await page.getByLabel('Pictures (optional)').setInputFiles([draw('saw.png'), list, draw('plane.png')]);
}

async function checkFile(page: Page): Promise<void> {
  await chooseFile(page);
  await page.getByRole('button', { name: 'Check the file' }).click();
}

const madeAt = '2026-03-14T09:26:00.000Z';
const toolId = '00000000-0000-4000-8000-000000000001';
const report: ImportReport = {
  _id: '00000000-0000-4000-8000-000000000000',
  state: 'applied',
  fileName: 'prices-of-the-spring-catalogue.csv',
  bulkChange: null,
  encoding: 'utf-8',
  delimiter: ',',
  decimal: '.',
  doubtfulNumber: null,
  ignored: ['Remark'],
  rows: 3,
  changes: 2,
  added: 0,
  wrong: 1,
  drafts: 0,
  done: 2,
  createdAt: madeAt,
  appliedAt: madeAt,
  undoneAt: null,
  errors: [{ row: 4, column: 'price', message: 'Price must be a number' }],
  errorKinds: [{ row: 4, column: 'price', message: 'Price must be a number', rows: 1 }],
  left: [],
  pictures: { waiting: 0, fetched: 0, failed: 0, problems: [] },
  unusedPictures: [],
};
const changes: ImportChange[] = ['Claw hammer, 450 g', 'Joiner’s mallet of laminated beech'].map(
  (name, index) => ({
    row: index + 2,
    toolId: toolId.replace(/1$/, String(index + 1)),
    name,
    isNew: false,
    toFetch: [],
    before: { price: 24.5 },
    after: { price: 26 },
  }),
);

const fetching: ImportReport['pictures'] = {
  waiting: 5,
  fetched: 42,
  failed: 3,
  problems: [
    {
      address: `https://cdn.example/files/${longWord.toLowerCase()}.jpg?v=1614`,
      message: 'The website doesn’t allow downloading the picture',
      tools: 2,
      isFinal: true,
    },
    {
      address: 'http://10.0.0.8/saw.png',
      message: 'The address isn’t on the public internet',
      tools: 1,
      isFinal: true,
    },
    {
      address: 'https://slow.example/plane.png',
      message: 'The website doesn’t answer',
      tools: 1,
      isFinal: false,
    },
  ],
};

/** Opens an import in the given state, which the shop itself reaches only briefly or once. */
const showImport = (told: Partial<ImportReport>) => async (page: Page) => {
  await page.route(/\/imports\/[\w-]+$/, (route) => route.fulfill({ json: { ...report, ...told } }));
  await page.route(/\/imports\/[\w-]+\/changes/, (route) => route.fulfill({ json: changes }));
  await page.goto(`${new URL(page.url()).origin}/dashboard/import?import=${report._id}`);
};

/** Opens a tool as a draft, or a list whose first tool is a draft. */
async function meetDraft(page: Page): Promise<void> {
  await page.route(/\/managetool(\/[\w-]+)?(\?|$)/, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback();
    const response = await route.fetch();
    const draft = <Told extends object>(tool: Told) => ({ ...tool, img: '', picture: null, pictures: [] });
    const told = await response.json();
    const json = Array.isArray(told)
      ? told.map((tool, index) => (index === 0 ? draft(tool) : tool))
      : draft(told);
    return route.fulfill({ response, json });
  });
  await page.reload();
}

/** Saves a tool whose price somebody else has changed in the meantime. */
async function meetConflict(page: Page): Promise<void> {
  const price = page.getByLabel('Price', { exact: true });
  // The form begins with the version before the other one.
  await price.waitFor();
  await page.route(/\/(?:manage)?tool\/[\w-]+$/, async (route) => {
    if (route.request().method() === 'PATCH') {
      const error = { code: 'version_conflict', message: 'Someone else changed this tool' };
      return route.fulfill({ status: 409, json: { error } });
    }
    const response = await route.fetch();
    const tool = await response.json();
    return route.fulfill({ response, json: { ...tool, price: tool.price + 1, version: tool.version + 1 } });
  });
  await price.fill('99');
  await press('Save')(page);
}

type Pair = { _id: string; word: string; sameAs: string };

const longPair: Pair = { _id: NO_SUCH_ID, word: longWord.slice(0, 60), sameAs: longWord.slice(0, 60) };
const manyPairs: Pair[] = Array.from({ length: 500 }, (_, nth) => ({
  _id: NO_SUCH_ID.replace(/.{3}$/, String(nth).padStart(3, '0')),
  word: `short name ${nth + 1}`,
  sameAs: `longer name ${nth + 1}`,
}));

/** Opens a shop with these pairs of synonyms; each shop has its own. */
const meetPairs = (pairs: Pair[]) => async (page: Page) => {
  const headers = { 'x-total-count': String(pairs.length) };
  await page.route(/\/synonyms(\?|$)/, (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ json: pairs, headers }) : route.fallback(),
  );
  await page.reload();
};

const synonymProblem = (page: Page) => page.getByRole('main').locator('[aria-invalid="true"]').first();

/** Screens that manage the catalogue. */
export const adminCatalogueScenes: Scene[] = [
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
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await press(/^Change all/)(page);
      await page.getByRole('dialog').getByLabel('Price').selectOption('percent');
    },
    shows: dialog,
  },
  {
    ...manageTools,
    state: 'filters',
    shop: 'demo',
    path: '/dashboard/managetool?stock=low&sort=price',
    isOverlay: true,
    act: press(/^Filter/),
    shows: menu,
  },
  { ...manageTools, state: 'drafts', shop: 'demo', act: meetDraft, shows: words('Draft: needs a picture') },
  { ...imports, state: 'mapping', shop: 'demo', act: chooseFile, shows: words('Match each column') },
  {
    ...imports,
    state: 'mapping-wide',
    shop: 'demo',
    act: chooseWideFile,
    shows: words('42 columns not recognized'),
  },
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
  {
    ...imports,
    state: 'pictures',
    shop: 'demo',
    act: choosePictures,
    shows: words('0 of 3 uploaded'),
  },
  {
    ...imports,
    state: 'applying',
    shop: 'demo',
    act: showImport({ state: 'applying', done: 1, appliedAt: null }),
    shows: words('Applying: 1 of 2 tools'),
  },
  { ...imports, state: 'applied', shop: 'demo', act: showImport({}), shows: words(/^Applied \w/) },
  {
    ...imports,
    state: 'fetching',
    shop: 'demo',
    act: showImport({ pictures: fetching, unusedPictures: ['side-of-the-saw.png', 'list.jpg'] }),
    shows: words('42 of 50 pictures fetched.'),
  },
  {
    ...imports,
    state: 'undone',
    shop: 'demo',
    act: showImport({
      state: 'undone',
      undoneAt: madeAt,
      left: [{ row: 2, toolId, name: 'Claw hammer, 450 g' }],
    }),
    shows: words('1 tool changed or used since'),
  },
  {
    ...imports,
    state: 'failed',
    shop: 'demo',
    act: showImport({
      state: 'failed',
      changes: 0,
      appliedAt: null,
      errors: [{ row: 1, column: null, message: 'The file needs a column with part numbers' }],
      errorKinds: [{ row: 1, column: null, message: 'The file needs a column with part numbers', rows: 1 }],
    }),
    shows: words('The file needs a column'),
  },
  { ...oneImport, state: 'missing', shop: 'demo', shows: failure },
  ...listScenes(taxonomy, /^GET \/(categories|brands)/, 'Categories and brands'),
  {
    ...taxonomy,
    ...{ state: 'edit', shop: 'demo', isOverlay: true, shows: dialog },
    // On a phone it is in the menu.
    act: (page) => ((page.viewportSize()?.width ?? 0) < 640 ? pressInMenu : press)(/^Edit /)(page),
  },
  {
    ...taxonomy,
    state: 'found',
    shop: 'demo',
    // Uses key presses, so that layout shifts count as caused by input.
    act: (page) => page.getByRole('searchbox', { name: 'Find a category' }).pressSequentially('hammer'),
    shows: words('Hammers and mallets'),
  },
  {
    ...taxonomy,
    ...{ state: 'menu', shop: 'demo', isOverlay: true, act: press(/^More actions for /), shows: menu },
  },
  { ...taxonomy, state: 'move', shop: 'demo', isOverlay: true, act: pressInMenu(/^Move to…/), shows: dialog },
  { ...taxonomy, state: 'merge', shop: 'demo', isOverlay: true, act: pressInMenu(/^Merge /), shows: dialog },
  { ...synonyms, state: 'content', shop: 'demo', shows: words('spanner') },
  { ...synonyms, state: 'long', shop: 'demo', act: meetPairs([longPair]), shows: words(longPair.word) },
  { ...synonyms, state: 'many', shop: 'demo', act: meetPairs(manyPairs), shows: words('short name 1') },
  { ...synonyms, state: 'empty', shop: 'demo', act: meetPairs([]), shows: words('No pairs yet') },
  { ...synonyms, state: 'loading', shop: 'demo', held: /^GET \/synonyms/, shows: shapes },
  { ...synonyms, state: 'failure', shop: 'demo', refused: /^GET \/synonyms/, shows: failure },
  { ...synonyms, state: 'problems', shop: 'demo', act: press('Add'), shows: synonymProblem },
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
  { ...delivery, state: 'content', shop: 'demo', shows: heading('Receive stock') },
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
    act: press('Receive'),
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
  { ...editTool, state: 'loading', shop: 'demo', held: /^GET \/managetool\/[\w-]+$/, shows: shapes },
  { ...editTool, state: 'draft', shop: 'demo', act: meetDraft, shows: words('This tool is a draft') },
  { ...editTool, state: 'failure', shop: 'demo', refused: /^GET \/managetool\/[\w-]+$/, shows: failure },
];
