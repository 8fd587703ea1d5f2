import { randomUUID } from 'node:crypto';
import type { ChargesReply } from '#features/charge-rules/contract.ts';
import type { DeliveryRules, ManagedRules, TaxRules } from '#features/charge-rules/managed-contract.ts';
import { expectStatus } from './buying.ts';
import type { TestShop, TestUser } from './test-shop.ts';

type Method = DeliveryRules['methods'][number];

/** Anything that calls the shop over HTTP: a test shop, or one process of several. */
type Caller = Pick<TestShop, 'call'>;

const readRules = async (t: Caller, { token }: TestUser) =>
  expectStatus(await t.call<ManagedRules>('GET', '/charge-rules', { token }), 200);

/** A delivery method that costs 5.00 everywhere. */
export const deliveryMethod = (change: Partial<Method> = {}): Method => ({
  _id: randomUUID(),
  ...{ name: 'Parcel', kind: 'flat', price: 5, freeFrom: null, steps: [], maxGrams: null, regions: [] },
  ...change,
});

/** A region of one country. */
export const regionOf = (country: string, change: Partial<DeliveryRules['regions'][number]> = {}) => ({
  _id: randomUUID(),
  name: `Region ${country}`,
  countries: [country],
  states: [] as string[],
  postcodePrefixes: [],
  ...change,
});

/** Sets delivery rules; whatever `change` omits stays unchanged. */
export async function setDelivery(
  t: Caller,
  admin: TestUser,
  change: Partial<DeliveryRules>,
): Promise<ManagedRules> {
  const body = { ...(await readRules(t, admin)), ...change };
  return expectStatus(await t.call('PUT', '/charge-rules/delivery', { token: admin.token, body }), 200);
}

/** Sets tax rules; whatever `change` omits stays unchanged. Tax is charged without a tax number unless
 * `change` says otherwise. */
export async function setTax(t: Caller, admin: TestUser, change: Partial<TaxRules>): Promise<ManagedRules> {
  const body = { ...(await readRules(t, admin)), taxWithoutNumber: true, ...change };
  return expectStatus(await t.call('PUT', '/charge-rules/tax', { token: admin.token, body }), 200);
}

/** Delivers within one country by one method, and charges 10 % tax on goods and delivery. */
export async function chargeAtHome(t: TestShop, method: Method): Promise<void> {
  const admin = await t.makeUser({ role: 'admin' });
  const home = regionOf('US');
  await setDelivery(t, admin, { shopCountry: 'US', regions: [home], methods: [method] });
  const rate = { region: home._id, category: null, rate: 10, exemptsBusinesses: false };
  await setTax(t, admin, { rates: [rate] });
}

/** Resets all rules: one free delivery, no tax. */
export async function forgetRules(t: TestShop, admin: TestUser): Promise<void> {
  const prices = { pricesIncludeTax: false, samePriceEverywhere: false, taxName: 'Sales tax' };
  await setTax(t, admin, { rates: [], ...prices, deliveryTax: 'standard' });
  const free = deliveryMethod({ name: 'Standard shipping', price: 0 });
  await setDelivery(t, admin, { shopCountry: 'US', assumedGrams: 0, regions: [], methods: [free] });
}

/** The charges for paying some orders. */
export async function chargesOf(
  t: TestShop,
  buyer: TestUser,
  body: { orderIds: string[]; deliveryMethodId?: string; addressId?: string },
): Promise<ChargesReply> {
  return expectStatus(await t.call<ChargesReply>('POST', '/charges', { token: buyer.token, body }), 200);
}
