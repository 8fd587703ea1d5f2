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

/** Answers as a shop would where an owner has set 40 regions, methods and rates. */
async function setManyRules(page: Page): Promise<void> {
  const id = (list: number, nth: number) =>
    `00000000-0000-4000-8000-${String(list).padStart(4, '0')}${String(nth).padStart(8, '0')}`;
  const rows = Array.from({ length: 40 }, (_, nth) => nth);
  await page.route(/\/charge-rules$/, async (route) => {
    const response = await route.fetch();
    const rules = await response.json();
    const regions = rows.map((nth) => ({
      _id: id(1, nth),
      name: nth === 0 ? 'The whole of the European Union, without its islands' : `Region ${nth}`,
      countries: nth === 0 ? 'AT BE BG CY CZ DE DK EE ES FI'.split(' ') : ['US'],
      postcodePrefixes: nth === 0 ? [] : [String(100 + nth)],
    }));
    const methods = rows.map((nth) => ({
      ...{ _id: id(2, nth), name: `Parcel ${nth}`, kind: 'flat', price: nth + 0.5, freeFrom: null },
      ...{ steps: [], maxGrams: 30_000, regions: [id(1, nth)] },
    }));
    const rates = rows.map((nth) => {
      return { region: id(1, nth), category: null, rate: nth / 4, exemptsBusinesses: true };
    });
    return route.fulfill({ response, json: { ...rules, shopCountry: 'DE', regions, methods, rates } });
  });
  await page.reload();
}

/** What an owner sees who sets delivery and tax. */
export const adminChargeRulesScenes: Scene[] = [
  ...[deliveryMethods, tax].flatMap((screen): Scene[] => [
    {
      ...screen,
      state: 'empty',
      shop: 'demo',
      shows: words(/^(Delivery is free everywhere|Add a region first)$/),
    },
    { ...screen, state: 'loading', shop: 'demo', held: /^GET \/charge-rules/, shows: shapes },
    { ...screen, state: 'failure', shop: 'demo', refused: /^GET \/charge-rules/, shows: failure },
    { ...screen, state: 'many', shop: 'demo', act: setManyRules, shows: words('Region 39') },
  ]),
  {
    ...deliveryMethods,
    state: 'content',
    shop: 'demo',
    act: async (page) => {
      await press('Edit Standard delivery')(page);
      await press('Add a region')(page);
      await page.getByLabel('Find a country').fill('united');
    },
    shows: words('United States'),
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
    ...tax,
    state: 'problems',
    shop: 'demo',
    act: async (page) => {
      await setManyRules(page);
      await press(/^Add a rate for a category in Region 1$/)(page);
      await press('Save')(page);
    },
    shows: words('Please choose a category'),
  },
];
