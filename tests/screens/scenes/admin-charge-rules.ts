import type { Page } from 'playwright-core';
import type { Scene } from '../scene.ts';
import type { Screen } from './list-scenes.ts';
import { failure, press, shapes, words } from './seen.ts';

const deliveryMethods: Screen = {
  screen: 'delivery-methods',
  path: '/dashboard/delivery-methods',
  role: 'admin',
};
const tax: Screen = { screen: 'tax', path: '/dashboard/tax', role: 'admin' };

/** From now on answers as a shop with `count` regions, methods and rates, with prices and rates raised by
 * `dearer`. */
async function setRules(page: Page, count: number, dearer = 0): Promise<void> {
  const id = (list: number, nth: number) =>
    `00000000-0000-4000-8000-${String(list).padStart(4, '0')}${String(nth).padStart(8, '0')}`;
  const rows = Array.from({ length: count }, (_, nth) => nth);
  await page.route(/\/charge-rules$/, async (route) => {
    const response = await route.fetch();
    const rules = await response.json();
    const regions = rows.map((nth) => ({
      _id: id(1, nth),
      name: nth === 0 ? 'The whole of the European Union, without its islands' : `Region ${nth}`,
      countries: nth === 0 ? 'AT BE BG CY CZ DE DK EE ES FI'.split(' ') : ['US'],
      states: [],
      postcodePrefixes: nth === 0 ? [] : [String(100 + nth)],
    }));
    const methods = rows.map((nth) => ({
      ...{ _id: id(2, nth), name: `Parcel ${nth}`, kind: 'flat', price: nth + 0.5 + dearer, freeFrom: null },
      ...{ steps: [], maxGrams: 30_000, regions: [id(1, nth)] },
    }));
    const rates = rows.map((nth) => {
      return { region: id(1, nth), category: null, rate: nth / 4 + dearer, exemptsBusinesses: true };
    });
    return route.fulfill({ response, json: { ...rules, shopCountry: 'DE', regions, methods, rates } });
  });
}

/** Opens a shop with `count` of each rule. */
const meetRules = (count: number) => async (page: Page) => {
  await setRules(page, count);
  await page.reload();
};

const meetManyRules = meetRules(40);

/** Saves rules that somebody else has changed in the meantime. */
async function meetConflict(page: Page): Promise<void> {
  await meetRules(3)(page);
  await words('Region 2')(page).waitFor();
  await setRules(page, 3, 1);
  await page.route(/\/charge-rules\/(tax|delivery)$/, (route) => {
    const error = { code: 'version_conflict', message: 'Someone else changed these rules' };
    return route.fulfill({ status: 409, json: { error } });
  });
  // A button was pressed, so a message above the form may push it down at any time.
  await page.evaluate(() => Object.assign(window, { wentAhead: true }));
  await press('Save')(page);
}

/** Screens where an owner sets delivery and tax. */
export const adminChargeRulesScenes: Scene[] = [
  ...[deliveryMethods, tax].flatMap((screen): Scene[] => [
    {
      ...screen,
      state: 'empty',
      shop: 'demo',
      shows: words(/^(Shipping is free everywhere|No tax is charged)$/),
    },
    { ...screen, state: 'loading', shop: 'demo', held: /^GET \/charge-rules/, shows: shapes },
    { ...screen, state: 'failure', shop: 'demo', refused: /^GET \/charge-rules/, shows: failure },
    { ...screen, state: 'many', shop: 'demo', act: meetManyRules, shows: words('Region 39') },
    {
      ...screen,
      state: 'conflict',
      shop: 'demo',
      act: meetConflict,
      shows: words('Someone else changed this while you were editing'),
    },
  ]),
  {
    ...deliveryMethods,
    state: 'content',
    shop: 'demo',
    act: async (page) => {
      await page.getByText('Advanced Regions').click();
      await press('Add a region')(page);
      await page.getByLabel('Find a state or country').fill('ohio');
    },
    shows: words('Ohio, United States'),
  },
  {
    ...deliveryMethods,
    state: 'problems',
    shop: 'demo',
    act: async (page) => {
      await press('Add a method')(page);
      await press('Save')(page);
    },
    shows: words('Name is required'),
  },
  {
    ...deliveryMethods,
    state: 'by-weight',
    shop: 'demo',
    act: async (page) => {
      // By a key, as a person does: what a press moves is no shift.
      await page.getByLabel('How it’s priced').press('B');
      await page.getByText('Advanced Weight limit and regions').click();
    },
    shows: words('Heaviest package, lb (optional)'),
  },
  { ...tax, state: 'content', shop: 'demo', act: meetRules(3), shows: words('Region 2') },
  {
    ...tax,
    state: 'problems',
    shop: 'demo',
    act: async (page) => {
      await meetManyRules(page);
      await press(/^Add a rate for a category in Region 1$/)(page);
      await press('Save')(page);
    },
    shows: words('Please choose a category'),
  },
];
