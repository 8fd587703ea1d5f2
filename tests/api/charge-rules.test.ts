import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ManagedRules } from '#features/charge-rules/managed-contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { deliveryMethod, forgetRules, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

afterEach(() => forgetRules(t, admin));

const rules = async () => (await t.call<ManagedRules>('GET', '/charge-rules', { token: admin.token })).body;

const change = (part: 'delivery' | 'tax', body: unknown) =>
  t.call<ManagedRules & ErrorReply>('PUT', `/charge-rules/${part}`, { token: admin.token, body });

describe('the delivery and tax rules', () => {
  test('are one free method and no tax by default', async () => {
    const fresh = await startTestShop();
    const { token } = await fresh.makeUser({ role: 'admin' });
    const { body } = await fresh.call<ManagedRules>('GET', '/charge-rules', { token });
    await fresh.stop();
    const free = { name: 'Standard shipping', kind: 'flat', price: 0 };
    expect(body).toMatchObject({ version: 1, regions: [], rates: [], methods: [free] });
    expect(body).toMatchObject({ shopCountry: 'US', taxName: 'Sales tax', taxWithoutNumber: true });
  });

  test('are stored as sent, in the same order, and audited', async () => {
    const { version } = await rules();
    const usa = regionOf('US', { states: ['US-HI'], postcodePrefixes: ['99', '430-458'] });
    const world = { ...regionOf('FR'), name: 'Elsewhere', countries: [] };
    const sent = {
      ...{ version, shopCountry: 'US', assumedGrams: 250, regions: [usa, world] },
      methods: [
        deliveryMethod({ name: 'By weight', kind: 'by_weight', steps: [{ upToGrams: 500, price: 3.5 }] }),
        deliveryMethod({ kind: 'free_over', freeFrom: 50, maxGrams: 9000, regions: [usa._id] }),
        deliveryMethod({ name: 'Pick up', kind: 'collect', price: 0 }),
      ],
    };
    const { status, body } = await change('delivery', sent);
    expect([status, body]).toMatchObject([200, { ...sent, version: version + 1 }]);
    const rates = [{ region: world._id, category: null, rate: 7.25, exemptsBusinesses: true }];
    const tax = {
      pricesIncludeTax: true,
      samePriceEverywhere: true,
      taxName: 'GST',
      deliveryTax: 'highest',
      rates,
    };
    const taxed = await change('tax', { ...tax, version: version + 1 });
    expect([taxed.status, taxed.body]).toMatchObject([200, { ...tax, ...sent, version: version + 2 }]);
    expect(await rules()).toEqual(taxed.body);
    const { samePriceEverywhere: _, ...known } = tax;
    const asBefore = await change('tax', { ...known, version: version + 2 });
    expect(asBefore.body).toMatchObject({ samePriceEverywhere: true, version: version + 3 });
    const events = t.shop.db.selectFrom('audit_events').select(['action', 'actor', 'details']);
    expect(await events.orderBy('id', 'desc').offset(1).limit(2).execute()).toMatchObject([
      { action: 'tax_changed', actor: 'admin', details: { rates: 1 } },
      { action: 'delivery_changed', actor: 'admin', details: { methods: 3, regions: 2 } },
    ]);
  });

  test('accept one of several concurrent changes, and show the others the current rules', async () => {
    const before = await rules();
    const replies = await times(6, (index) => change('delivery', { ...before, assumedGrams: index }));
    expect(tally(replies)).toEqual({ 200: 1, 409: 5 });
    const { error } = replies.find(({ status }) => status === 409)?.body ?? {};
    expect(error).toMatchObject({ code: 'version_conflict', current: await rules() });
  });

  test('refuse invalid values, name the field, and stay unchanged', async () => {
    const before = await rules();
    const region = regionOf('US');
    const twoSteps = [500, 500].map((upToGrams) => ({ upToGrams, price: 1 }));
    const bad: [field: string, part: 'delivery' | 'tax', body: object][] = [
      ['methods', 'delivery', { methods: [] }],
      ['methods.0.price', 'delivery', { methods: [deliveryMethod({ price: 0.001 })] }],
      ['methods.0.price', 'delivery', { methods: [deliveryMethod({ price: -1 })] }],
      ['methods.0.price', 'delivery', { methods: [deliveryMethod({ price: 1_000_000 })] }],
      ['methods.0.price', 'delivery', { methods: [deliveryMethod({ kind: 'collect', price: 1 })] }],
      ['methods.0.freeFrom', 'delivery', { methods: [deliveryMethod({ kind: 'free_over' })] }],
      ['methods.0.steps', 'delivery', { methods: [deliveryMethod({ kind: 'by_weight' })] }],
      ['methods.0.steps', 'delivery', { methods: [deliveryMethod({ kind: 'by_weight', steps: twoSteps })] }],
      ['methods', 'delivery', { methods: [deliveryMethod({ regions: [randomUUID()] })] }],
      ['methods', 'delivery', { methods: Array(2).fill(deliveryMethod({ _id: region._id })) }],
      ['regions.0.countries.0', 'delivery', { regions: [regionOf('XX')] }],
      [
        'regions.0.countries',
        'delivery',
        { regions: [regionOf('US', { countries: [], postcodePrefixes: ['9'] })] },
      ],
      [
        'regions.0.postcodePrefixes.1',
        'delivery',
        { regions: [regionOf('US', { postcodePrefixes: ['99', 'HI 9'] })] },
      ],
      ['regions.0.states.0', 'delivery', { regions: [regionOf('US', { states: ['CA-ON'] })] }],
      ['regions', 'delivery', { regions: [region, regionOf('US')] }],
      ['shopCountry', 'delivery', { shopCountry: 'Texas' }],
      ['assumedGrams', 'delivery', { assumedGrams: -1 }],
      [
        'rates.0.rate',
        'tax',
        { rates: [{ region: region._id, category: null, rate: 101, exemptsBusinesses: false }] },
      ],
      [
        'rates.0.rate',
        'tax',
        { rates: [{ region: region._id, category: null, rate: 7.25525, exemptsBusinesses: false }] },
      ],
      [
        'rates',
        'tax',
        { rates: [{ region: region._id, category: null, rate: 1, exemptsBusinesses: false }] },
      ],
      ['taxName', 'tax', { taxName: ' ' }],
      ['deliveryTax', 'tax', { deliveryTax: 'some' }],
    ];
    for (const [field, part, wrong] of bad) {
      const { status, body } = await change(part, { ...before, ...wrong });
      expect([field, wrong, status, body.error]).toMatchObject([field, wrong, 400, { field }]);
    }
    expect(await rules()).toEqual(before);
  });

  test('are of the country in the shop’s details, which a change of delivery may set, but not remove', async () => {
    const details = async () =>
      (await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token })).body.details;
    await setDelivery(t, admin, { shopCountry: 'DE' });
    expect((await details()).region).toMatchObject({ country: 'DE', state: '', units: 'metric' });
    const { shopCountry: _, ...others } = await rules();
    for (const body of [others, { ...others, shopCountry: null }]) {
      const kept = await change('delivery', { ...body, version: (await rules()).version });
      expect([kept.status, kept.body.shopCountry]).toEqual([200, 'DE']);
    }
    const events = t.shop.db.selectFrom('audit_events').select('details');
    expect(await events.where('action', '=', 'details_changed').execute()).toMatchObject([
      { details: { sections: 'region' } },
    ]);
    await setDelivery(t, admin, { shopCountry: 'US' });
    expect((await details()).region).toMatchObject({ country: 'US', units: 'imperial' });
  });

  test('name the tax and charge it without a number as is usual in the country, unless set otherwise', async () => {
    const terms = async () => {
      const { taxName, taxWithoutNumber } = await rules();
      return { taxName, taxWithoutNumber };
    };
    await setTax(t, admin, { taxName: 'Sales tax', taxWithoutNumber: true, rates: [] });
    await setDelivery(t, admin, { shopCountry: 'DE' });
    expect(await terms()).toEqual({ taxName: 'VAT', taxWithoutNumber: false });
    await setDelivery(t, admin, { shopCountry: 'AU' });
    expect(await terms()).toEqual({ taxName: 'GST', taxWithoutNumber: false });
    await setTax(t, admin, { taxName: 'Levy', taxWithoutNumber: true });
    await setDelivery(t, admin, { shopCountry: 'DE' });
    expect(await terms()).toEqual({ taxName: 'Levy', taxWithoutNumber: true });
    await setTax(t, admin, { taxName: 'VAT', taxWithoutNumber: false });
    await setDelivery(t, admin, { shopCountry: 'US' });
    expect(await terms()).toEqual({ taxName: 'Sales tax', taxWithoutNumber: true });
  });

  test('get regions together with their rates, or neither', async () => {
    await setTax(t, admin, { rates: [] });
    await setDelivery(t, admin, { regions: [regionOf('DE')] });
    const ohio = regionOf('US', { name: 'Ohio', states: ['US-OH'] });
    const rates = [{ region: ohio._id, category: null, rate: 5.75, exemptsBusinesses: false }];
    const before = await rules();
    for (const newRegions of [
      [{ ...ohio, countries: ['CA'] }],
      [regionOf('DE', { _id: ohio._id })],
      [ohio, ohio],
      [{ ...ohio, _id: before.regions[0]?._id }],
      Array.from({ length: 100 }, (_, nth) => regionOf('FR', { postcodePrefixes: [String(10 + nth)] })),
      'Ohio',
    ]) {
      const refused = await change('tax', { ...before, rates, newRegions });
      expect([refused.status, refused.body.error.field]).toEqual([400, expect.stringMatching(/^newRegions/)]);
    }
    expect(await rules()).toEqual(before);
    const taken = await change('tax', { ...before, rates, newRegions: [ohio] });
    expect([taken.status, taken.body]).toMatchObject([200, { regions: [...before.regions, ohio], rates }]);
    expect(taken.body).not.toHaveProperty('newRegions');
    const buyer = await t.makeUser();
    const asked = { token: buyer.token, body: { ...taken.body, newRegions: [regionOf('FR')] } };
    expect((await t.call('PUT', '/charge-rules/tax', asked)).status).toBe(403);
    expect(await rules()).toEqual(taken.body);
    await setTax(t, admin, { rates: [] });
  });

  test('keep a taxed region, and drop the rates of a deleted category', async () => {
    const usa = regionOf('US');
    await setDelivery(t, admin, { shopCountry: 'US', regions: [usa] });
    const { body: added } = await t.call<{ insertedId: string }>('POST', '/categories', {
      token: admin.token,
      body: { name: randomUUID() },
    });
    const rate = { region: usa._id, rate: 5, exemptsBusinesses: false };
    await setTax(t, admin, { rates: [{ ...rate, category: added.insertedId }] });
    const refused = await change('delivery', { ...(await rules()), regions: [] });
    expect([refused.status, refused.body.error]).toMatchObject([409, { code: 'conflict', field: 'regions' }]);
    await t.call('DELETE', `/categories/${added.insertedId}`, { token: admin.token });
    expect((await rules()).rates).toEqual([]);
    const gone = await change('tax', {
      ...(await rules()),
      rates: [{ ...rate, category: added.insertedId }],
    });
    expect([gone.status, gone.body.error.field]).toEqual([400, 'rates']);
  });
});
