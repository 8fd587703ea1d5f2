import type { Page } from 'playwright-core';
import type { ChargesReply } from '#features/charge-rules/contract.ts';
import type { Scene } from '../scene.ts';
import { words } from './seen.ts';

const METHOD = '00000000-0000-4000-8000-000000000001';

/** Adds delivery and tax to charges that have neither. */
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

/** No method delivers these orders; only collection at the counter is possible. */
const undeliverable =
  (why: ChargesReply['undeliverable']) =>
  (plain: ChargesReply): ChargesReply => ({
    ...plain,
    deliveryMethodId: null,
    undeliverable: why,
    methods: [{ id: METHOD, name: 'Collect at the counter', price: 0 }],
  });

/** Opens a shop with these charges; a payment still starts at the total of the real shop behind it. */
const meet = (charges: (plain: ChargesReply) => ChargesReply) => async (page: Page) => {
  let price: number | undefined;
  await page.route(/\/charges$/, async (route) => {
    const response = await route.fetch();
    const plain: ChargesReply = await response.json();
    price = plain.total;
    return route.fulfill({ response, json: charges(plain) });
  });
  await page.route('**/create-payment-intent', (route) => {
    const { deliveryMethodId: _, ...asked } = route.request().postDataJSON();
    return route.continue({ postData: { ...asked, price } });
  });
  await page.reload();
};

const meetCharges = meet(chargesOf);

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

/** Cart and pay page with delivery charges and tax. */
export const chargesScenes: Scene[] = [
  { ...cart, state: 'charges', act: meetCharges, shows: words('Sales tax') },
  {
    ...cart,
    state: 'undeliverable',
    act: meet(undeliverable('several_places')),
    shows: words(/^These orders go to different places/),
  },
  { ...payment, state: 'charges', act: meetCharges, shows: words('Reserved for you until') },
  {
    ...payment,
    state: 'undeliverable',
    act: meet(undeliverable('region')),
    shows: words(/^We don’t ship to this address/),
  },
  {
    ...cart,
    screen: 'pay-several',
    state: 'charges',
    shop: 'large',
    act: payForMany,
    shows: words('Reserved for you until'),
  },
];
