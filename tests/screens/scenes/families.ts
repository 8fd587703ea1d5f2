import type { Page } from 'playwright-core';
import type { ListedFamily, ManagedFamily } from '#features/families/contract.ts';
import type { Scene } from '../scene.ts';
import { longWord } from '../shops/cast.ts';
import type { Screen } from './list-scenes.ts';
import { dialog, failure, heading, menu, press, pressInMenu, shapes, words } from './seen.ts';

const ID = '00000000-0000-4000-8000-000000000000';

const families: Screen = { screen: 'families', path: '/dashboard/families', role: 'admin' };
const editFamily: Screen = { screen: 'edit-family', path: `/dashboard/families/${ID}`, role: 'admin' };
const addSizes: Screen = { screen: 'add-sizes', path: `/dashboard/families/${ID}/sizes`, role: 'admin' };
const manageTools: Screen = { screen: 'manage-tools', path: '/dashboard/managetool', role: 'admin' };

const familyOf = (name: string, memberCount: number): ListedFamily => ({
  ...{ _id: ID, name, category: 'Wrenches', img: null, picture: null, memberCount, version: 3 },
});

const longName = `${longWord} wrenches`;
const manyFamilies = Array.from({ length: 100 }, (_, nth) => ({
  ...familyOf(`Wrenches ${nth + 1}`, nth * 10),
  _id: `00000000-0000-4000-8000-${String(nth + 1).padStart(12, '0')}`,
}));

/** Opens a shop with these families. */
const meetFamilies = (list: ListedFamily[]) => async (page: Page) => {
  const headers = { 'x-total-count': String(list.length) };
  await page.route(/\/managefamilies(\?|$)/, (route) => route.fulfill({ json: list, headers }));
  await page.reload();
};

/** Opens the page of a family, which has the first tools of the shop. */
const meetFamily =
  (family: Partial<ManagedFamily> = {}, tools = 12) =>
  async (page: Page) => {
    const list = /\/managetool\?family=/;
    await page.route(/\/managefamilies\/[\w-]+$/, async (route) => {
      const { origin } = new URL(route.request().url());
      const answer = await page.request.get(`${origin}/tool?limit=${Math.max(1, tools)}`);
      const members: { _id: string }[] = await answer.json();
      const toolIds = members.slice(0, tools).map(({ _id }) => _id);
      const json = {
        ...familyOf('Combination wrenches', toolIds.length),
        ...{ description: 'DIN 3113, chrome vanadium.', pictures: [], toolIds },
        ...family,
      };
      await route.fulfill({ json });
    });
    await page.route(list, async (route) => {
      const response = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/family=[\w-]+&?/, ''),
      });
      await route.fulfill({ response });
    });
    await page.reload();
  };

/** Does something on the page of such a family. */
const within =
  (act: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await meetFamily()(page);
    await page.getByRole('heading', { level: 2, name: /^Tools/ }).waitFor();
    await act(page);
  };

/** Opens the grid of a family, with pasted rows. */
const paste =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await meetFamily()(page);
    await page.getByRole('textbox', { name: 'Row 1, Part number' }).focus();
    await page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  };

const rowsOf = (count: number) =>
  ['Part number\tPrice\tStock\tWidth, mm\tStandard']
    .concat(Array.from({ length: count }, (_, nth) => `CW-${nth}\t4.90\t12\t${nth}\tDIN 3113`))
    .join('\n');

/** Sends rows, and is answered that some cells are wrong. */
async function sendWrong(page: Page): Promise<void> {
  await paste(rowsOf(8))(page);
  const cells = [
    { row: null, column: null, field: 'min_order_quantity', message: 'Minimum order must be at least 1' },
    { row: 2, column: 1, field: null, message: 'Price must be a number' },
    { row: 5, column: 0, field: null, message: `Another tool has this part number: ${longWord}` },
  ];
  await page.route(/\/sizes$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            error: { code: 'invalid_input', message: '3 cells need to be fixed', field: 'rows', cells },
          },
        })
      : route.fallback(),
  );
  await press(/^Add 8 sizes/)(page);
}

const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all shown' }).check();

/** The screens on which admins keep families. */
export const familyScenes: Scene[] = [
  {
    ...{ ...families, state: 'content', shop: 'demo' },
    ...{ act: meetFamilies([familyOf('Combination wrenches', 24), familyOf('Hex keys', 9)]) },
    shows: words('Combination wrenches'),
  },
  {
    ...{ ...families, state: 'long', shop: 'demo', act: meetFamilies([familyOf(longName, 1000)]) },
    shows: words(longName),
  },
  {
    ...{ ...families, state: 'many', shop: 'demo', act: meetFamilies(manyFamilies) },
    shows: words('Wrenches 9'),
  },
  { ...families, state: 'empty', shop: 'empty', act: meetFamilies([]), shows: words('No families yet') },
  { ...families, state: 'loading', shop: 'demo', held: /^GET \/managefamilies/, shows: shapes },
  { ...families, state: 'failure', shop: 'demo', refused: /^GET \/managefamilies/, shows: failure },
  {
    ...{ ...families, state: 'add', shop: 'demo', isOverlay: true, act: press('Add a family') },
    shows: dialog,
  },
  {
    ...{ ...editFamily, state: 'content', shop: 'demo', act: meetFamily() },
    shows: heading('Combination wrenches'),
  },
  {
    ...{ ...editFamily, state: 'long', shop: 'long', act: meetFamily({ name: longName }) },
    shows: heading(longName),
  },
  {
    ...{ ...editFamily, state: 'many', shop: 'large', act: meetFamily({}, 100) },
    shows: heading('Combination wrenches'),
  },
  { ...editFamily, state: 'empty', shop: 'demo', act: meetFamily({}, 0), shows: words('No tools yet') },
  { ...editFamily, state: 'missing', shop: 'demo', shows: words('This family isn’t in the shop anymore') },
  { ...editFamily, state: 'loading', shop: 'demo', held: /^GET \/managefamilies/, shows: shapes },
  { ...editFamily, state: 'failure', shop: 'demo', refused: /^GET \/managefamilies/, shows: failure },
  {
    ...{ ...editFamily, state: 'selected', shop: 'demo', act: within(selectAll) },
    shows: (page) => page.getByRole('button', { name: /^Split off/ }),
  },
  {
    ...{ ...editFamily, state: 'menu', shop: 'demo', isOverlay: true, shows: menu },
    act: within(press(/^More actions for /)),
  },
  {
    ...{ ...editFamily, state: 'move', shop: 'demo', isOverlay: true, shows: dialog },
    act: within(pressInMenu(/^Move to…/)),
  },
  {
    ...{ ...editFamily, state: 'add-by-number', shop: 'demo', isOverlay: true, shows: dialog },
    act: within(press('Add by part number')),
  },
  {
    ...{ ...editFamily, state: 'merge', shop: 'demo', isOverlay: true, shows: dialog },
    act: within(press('Merge into another family')),
  },
  {
    ...{ ...addSizes, state: 'content', shop: 'demo', act: paste(rowsOf(24)) },
    shows: words('Pasted 24 rows'),
  },
  { ...addSizes, state: 'empty', shop: 'demo', act: meetFamily(), shows: heading('Add sizes') },
  {
    ...{ ...addSizes, state: 'many', shop: 'demo', act: paste(rowsOf(500)) },
    shows: words('Pasted 500 rows'),
  },
  {
    ...{ ...addSizes, state: 'problems', shop: 'demo', act: sendWrong },
    shows: words('3 cells to fix'),
  },
  { ...addSizes, state: 'loading', shop: 'demo', held: /^GET \/managefamilies/, shows: shapes },
  {
    ...{ ...manageTools, state: 'group', shop: 'demo', isOverlay: true, shows: dialog },
    act: async (page) => {
      await selectAll(page);
      await press('Group')(page);
    },
  },
];
