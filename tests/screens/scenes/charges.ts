import type { Page } from 'playwright-core';
import type { ChargesReply } from '#features/charges/contract.ts';
import type { Scene } from '../scene.ts';
import { words } from './seen.ts';

const METHOD = '00000000-0000-4000-8000-000000000001';

/** What delivery and tax may change in a sum that has neither. */
const chargesOf = (plain: ChargesReply): ChargesReply => {
  const [delivery, tax] = [14.9, Math.round(plain.goods * 8.25) / 100];
  return {
    ...plain,
    delivery,
    tax,
    taxName: 'Sales tax',
    total: Number((plain.goods + delivery + tax).toFixed(2)),
    deliveryMethodId: METHOD,
    methods: [
      { id: METHOD, name: 'Parcel, 2 to 4 days', price: delivery },
      { id: METHOD.replace(/1$/, '2'), name: 'Pallet to the curb, by appointment', price: 89 },
      { id: METHOD.replace(/1$/, '3'), name: 'Collect at the counter', price: 0 },
    ],
  };
};

/** Nothing delivers what goes to different places; at the counter it could be collected. */
const undeliverable = (plain: ChargesReply): ChargesReply => ({
  ...chargesOf(plain),
  delivery: 0,
  tax: 0,
  total: plain.goods,
  deliveryMethodId: null,
  undeliverable: 'several_places',
  methods: [{ id: METHOD, name: 'Collect at the counter', price: 0 }],
});

/** Comes to a shop that charges so. */
const meet = (charges: (plain: ChargesReply) => ChargesReply) => async (page: Page) => {
  await page.route(/\/charges$/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: charges(await response.json()) });
  });
  await page.reload();
};

const meetCharges = meet(chargesOf);
const meetUndeliverable = meet(undeliverable);

const cart: Omit<Scene, 'state' | 'shows'> = {
  screen: 'cart',
  path: '/dashboard/cart',
  role: 'buyer',
  shop: 'demo',
};
const payment: Omit<Scene, 'state' | 'shows'> = {
  ...cart,
  screen: 'payment',
  path: (shop) => `/dashboard/payment/${shop.orders.unpaid}`,
};

/** Pays for the cart of the large shop. */
async function payForMany(page: Page): Promise<void> {
  await meetCharges(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pay \$/ })
    .click();
}

/** Cart and pay page where an owner charges for delivery, and tax is due. */
export const chargesScenes: Scene[] = [
  { ...cart, state: 'charges', act: meetCharges, shows: words('Sales tax') },
  { ...cart, state: 'undeliverable', act: meetUndeliverable, shows: words(/^These orders go to different/) },
  { ...payment, state: 'charges', act: meetCharges, shows: words('Sales tax') },
  { ...payment, state: 'undeliverable', act: meetUndeliverable, shows: words(/^These orders go to/) },
  {
    ...cart,
    screen: 'pay-several',
    state: 'charges',
    shop: 'large',
    act: payForMany,
    shows: words('Sales tax'),
  },
];
