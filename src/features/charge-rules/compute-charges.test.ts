import { describe, expect, it } from 'vitest';
import {
  type ChargeLine,
  type ChargeRules,
  computeCharges,
  type DeliveryMethod,
  splitRefund,
} from './compute-charges.ts';

const anywhere = { id: 'all', name: 'Everywhere', countries: [], postcodePrefixes: [] };
const germany = { id: 'de', name: 'Germany', countries: ['DE'], postcodePrefixes: [] };
const islands = {
  id: 'islands',
  name: 'German islands',
  countries: ['DE'],
  postcodePrefixes: ['2599', '27498'],
};
const usa = { id: 'us', name: 'United States', countries: ['US'], postcodePrefixes: [] };
const france = { id: 'fr', name: 'France', countries: ['FR'], postcodePrefixes: [] };

const flat = (change: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
  ...{ id: 'flat', name: 'Parcel', kind: 'flat', priceCents: 500, freeFromCents: null },
  ...{ steps: [], maxGrams: null, regionIds: [], ...change },
});

const rulesWith = (change: Partial<ChargeRules> = {}): ChargeRules => ({
  ...{ pricesIncludeTax: false, samePriceEverywhere: false, taxName: 'VAT', shopCountry: 'DE' },
  ...{ deliveryTax: 'standard', assumedGrams: 0 },
  regions: [anywhere, germany, islands, france],
  rates: [
    { regionId: 'de', categoryId: null, ratePpm: 190_000, exemptsBusinesses: false },
    { regionId: 'de', categoryId: 'books', ratePpm: 70_000, exemptsBusinesses: false },
    { regionId: 'fr', categoryId: null, ratePpm: 200_000, exemptsBusinesses: true },
  ],
  methods: [flat()],
  ...change,
});

const line = (enteredCents: number, change: Partial<ChargeLine> = {}): ChargeLine => ({
  ...{ orderId: `of ${enteredCents}`, enteredCents, quantity: 1, weightGrams: 1000, taxCategories: [] },
  ...change,
});

const home = { country: 'DE', postcode: '10115' };

describe('tax', () => {
  it('is added to net prices and extracted from gross ones, rounding half a cent up', () => {
    const methods = [flat({ priceCents: 0 })];
    const [without] = computeCharges([line(250)], rulesWith({ methods }), home).lines;
    expect(without).toMatchObject({ netCents: 250, taxCents: 48, grossCents: 298, taxRatePpm: 190_000 });
    const included = rulesWith({ methods, pricesIncludeTax: true });
    const [withTax] = computeCharges([line(298)], included, home).lines;
    expect(withTax).toMatchObject({ netCents: 250, taxCents: 48, grossCents: 298 });
  });

  it('is computed once per rate on goods and delivery, and split to the cent', () => {
    const lines = Array.from({ length: 50 }, (_, nth) => line(8, { orderId: `order ${nth}` }));
    const { delivery, ...charges } = computeCharges(lines, rulesWith(), home);
    // 19 % of 9.00; rounding each line separately would give 1.95.
    expect([charges.taxCents, charges.totalCents, delivery.taxCents]).toEqual([171, 1071, 95]);
    expect(new Set(charges.lines.map(({ taxCents }) => taxCents))).toEqual(new Set([1, 2]));
    const inYen = computeCharges(
      [line(98), line(98.5 * 2)],
      rulesWith({ methods: [flat({ priceCents: 3 })] }),
      home,
    );
    expect([inYen.taxCents, inYen.totalCents]).toEqual([57, 355]);
  });

  it('is split by order id, not by the order of the lines', () => {
    const methods = [flat({ priceCents: 0 })];
    const lines = ['b', 'a', 'c'].map((orderId) => line(8, { orderId }));
    const taxOf = (given: ChargeLine[]) =>
      computeCharges(given, rulesWith({ methods }), home).lines.map(({ orderId, taxCents }) => [
        orderId,
        taxCents,
      ]);
    expect(taxOf(lines).toSorted()).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 1],
    ]);
    expect(taxOf(lines.toReversed()).toSorted()).toEqual(taxOf(lines).toSorted());
  });

  it('is included in a price that is the same everywhere, and taken out for exempt businesses', () => {
    const rules = rulesWith({
      pricesIncludeTax: true,
      samePriceEverywhere: true,
      methods: [flat({ priceCents: 0 })],
    });
    const paid = (country: string, vatCountry: string | null = null) => {
      const [first] = computeCharges([line(11900)], rules, { country, vatCountry }).lines;
      return [first?.netCents, first?.taxCents, first?.grossCents, first?.exempt];
    };
    expect(paid('DE')).toEqual([10000, 1900, 11900, false]);
    expect(paid('FR')).toEqual([9917, 1983, 11900, false]);
    expect(paid('US')).toEqual([11900, 0, 11900, false]);
    expect(paid('FR', 'FR')).toEqual([9917, 0, 9917, true]);
  });

  it('uses the rate of the category, else of its parent, else the standard rate', () => {
    const rateOf = (...taxCategories: string[]) =>
      computeCharges([line(100, { taxCategories })], rulesWith(), home).lines[0]?.taxRatePpm;
    expect([rateOf('books'), rateOf('maps', 'books'), rateOf('saws'), rateOf()]).toEqual([
      70_000, 70_000, 190_000, 190_000,
    ]);
  });

  it('follows the narrowest region with rates; without one, gross prices drop it', () => {
    const rules = rulesWith({ pricesIncludeTax: true });
    const to = (country: string, postcode: string) =>
      computeCharges([line(11900)], rules, { country, postcode });
    expect(to('DE', '25992').lines[0]).toMatchObject({ taxRatePpm: 190_000, grossCents: 11900 });
    expect(to('DE', '25992').region).toBe('German islands');
    expect(to('FR', '75001').lines[0]).toMatchObject({ netCents: 10000, taxCents: 2000, grossCents: 12000 });
    expect(to('US', '62701').lines[0]).toMatchObject({ netCents: 10000, taxCents: 0, grossCents: 10000 });
  });

  it('is waived for businesses of another country where the rate says so', () => {
    const taxOf = (country: string, vatCountry: string | null, rules = rulesWith()) =>
      computeCharges([line(10000)], rules, { country, vatCountry }).taxCents;
    expect(taxOf('FR', 'FR')).toBe(0);
    expect([taxOf('FR', null), taxOf('FR', 'DE'), taxOf('DE', 'FR')]).toEqual([2100, 2100, 1995]);
    const collect = flat({ id: 'collect', kind: 'collect', priceCents: 0 });
    expect(taxOf('FR', 'FR', rulesWith({ methods: [collect] }))).toBe(1900);
  });

  it('is that of the shop’s own state on pickup, wherever the buyer lives', () => {
    const ofState = (state: string) => ({ ...usa, id: state, name: state, states: [`US-${state}`] });
    const rate = (regionId: string, ratePpm: number) => ({
      ...{ regionId, categoryId: null, ratePpm, exemptsBusinesses: false },
    });
    const taxIn = (shopState: string, change: Partial<ChargeRules> = {}) => {
      const rules = rulesWith({
        ...{ shopCountry: 'US', shopState, regions: [usa, ofState('OH'), ofState('NY')] },
        rates: [rate('us', 10_000), rate('OH', 57_500), rate('NY', 40_000)],
        methods: [flat({ priceCents: 0 }), flat({ id: 'collect', kind: 'collect', priceCents: 0 })],
        ...change,
      });
      const buyer = { country: 'US', state: 'NY', postcode: '10001' };
      const taxBy = (method: string) => computeCharges([line(10_000)], rules, buyer, method).taxCents;
      return [taxBy('flat'), taxBy('collect')];
    };
    expect(taxIn('US-OH')).toEqual([400, 575]);
    expect(taxIn('US-NY')).toEqual([400, 400]);
    // Neither a state without a region of its own nor an unknown one has a state's tax.
    expect([taxIn('US-TX'), taxIn('')]).toEqual([
      [400, 100],
      [400, 100],
    ]);
    // What a price with tax contains is the tax of where the shop is.
    expect(taxIn('US-OH', { pricesIncludeTax: true })).toEqual([378, 544]);
  });

  it('reports the exemption only for what it was applied to, not for untaxed lines', () => {
    const rates = [
      { regionId: 'fr', categoryId: null, ratePpm: 200_000, exemptsBusinesses: true },
      { regionId: 'fr', categoryId: 'books', ratePpm: 55_000, exemptsBusinesses: false },
      { regionId: 'fr', categoryId: 'stamps', ratePpm: 0, exemptsBusinesses: true },
    ];
    const lines = ['books', 'stamps', 'saws'].map((category) => line(100, { taxCategories: [category] }));
    const exempt = (vatCountry: string | null, change: Partial<ChargeRules> = {}) => {
      const charges = computeCharges(lines, rulesWith({ rates, ...change }), { country: 'FR', vatCountry });
      return [...charges.lines, charges.delivery].map((amount) => amount.exempt);
    };
    expect(exempt('FR')).toEqual([false, false, true, true]);
    expect(exempt(null)).toEqual([false, false, false, false]);
    const home = [{ regionId: 'de', categoryId: null, ratePpm: 190_000, exemptsBusinesses: true }];
    const atHome = computeCharges(lines, rulesWith({ rates: home }), { country: 'DE', vatCountry: 'FR' });
    expect(atHome.lines.map(({ taxCents }) => taxCents)).toEqual([19, 19, 19]);
    expect(exempt('FR', { deliveryTax: 'none' })).toEqual([false, false, true, false]);
    expect(exempt('FR', { deliveryTax: 'highest' })).toEqual([false, false, true, false]);
  });

  it('of delivery uses the standard rate, the highest rate of the goods, or none', () => {
    const books = [line(1000, { taxCategories: ['books'] })];
    const rates = (['standard', 'highest', 'none'] as const).map(
      (deliveryTax) => computeCharges(books, rulesWith({ deliveryTax }), home).delivery.taxRatePpm,
    );
    expect(rates).toEqual([190_000, 70_000, 0]);
  });
});

describe('delivery', () => {
  const freeOver = flat({ id: 'free', kind: 'free_over', priceCents: 900, freeFromCents: 5000 });
  const byWeight = flat({
    ...{ id: 'weight', kind: 'by_weight' },
    steps: [
      { upToGrams: 1000, priceCents: 300 },
      { upToGrams: 5000, priceCents: 800 },
    ],
  });
  const collect = flat({ id: 'collect', kind: 'collect', priceCents: 0 });
  const rules = rulesWith({ rates: [], methods: [collect, flat(), freeOver, byWeight] });
  const offered = (lines: ChargeLine[], given = rules) =>
    computeCharges(lines, given, home).methods.map(({ id, grossCents }) => `${id} ${grossCents}`);

  it('proposes the cheapest method that fits, with collection last', () => {
    expect(offered([line(4999)])).toEqual(['weight 300', 'flat 500', 'free 900', 'collect 0']);
    expect(offered([line(5000, { quantity: 2 })])).toEqual(['free 0', 'flat 500', 'weight 800', 'collect 0']);
    expect(offered([line(4999, { quantity: 6 })])).toEqual(['flat 500', 'free 900', 'collect 0']);
    expect(computeCharges([line(4999)], rules, home).delivery.methodId).toBe('weight');
  });

  it('uses the chosen method if it fits', () => {
    const chosen = (methodId: string, lines = [line(100)]) => computeCharges(lines, rules, home, methodId);
    expect(chosen('collect').delivery).toMatchObject({ methodId: 'collect', grossCents: 0 });
    expect(chosen('weight', [line(100, { quantity: 9 })]).delivery.methodId).toBe('flat');
  });

  it('takes the default weight from the settings for a tool without one', () => {
    const unweighed = [line(100, { weightGrams: null, quantity: 2 })];
    expect(offered(unweighed)[0]).toBe('weight 300');
    expect(offered(unweighed, { ...rules, assumedGrams: 600 })[0]).toBe('flat 500');
  });

  it('reports a region that no method serves, and a parcel that is too heavy', () => {
    const only = rulesWith({ methods: [flat({ regionIds: ['de'], maxGrams: 2000 })] });
    const why = (country: string | null, quantity = 1) =>
      computeCharges([line(100, { quantity })], only, { country }).undeliverable;
    expect([why('DE'), why(null), why('FR'), why('DE', 3)]).toEqual([null, null, 'region', 'weight']);
    expect(computeCharges([line(100)], only, { country: 'FR' }).totalCents).toBe(120);
  });

  it('depends on the narrowest region of the address', () => {
    const only = rulesWith({ methods: [flat({ regionIds: ['islands'] })] });
    const why = (postcode: string) =>
      computeCharges([line(1)], only, { country: 'DE', postcode }).undeliverable;
    expect([why('25 992'), why('10115')]).toEqual([null, 'region']);
  });
});

it('charges only amounts that a card can pay, rounding each tax to its step once, half up', () => {
  const inSteps = (entered: number, change: Partial<ChargeRules> = {}, country = 'DE') => {
    const methods = [flat({ priceCents: 500 })];
    const rules = rulesWith({ methods, ...change });
    const { lines, delivery } = computeCharges([line(entered)], rules, { country }, undefined, 10);
    return [...lines, delivery].map(({ netCents, taxCents, grossCents }) => [netCents, taxCents, grossCents]);
  };
  // 19 % of 1050 and 500 is 294.5, so 29 steps of ten: 19 and 9 whole ones, and 199.5 is nearest to the next.
  expect(inSteps(1050)).toEqual([
    [1050, 200, 1250],
    [500, 90, 590],
  ]);
  // An old price that no card can pay.
  expect(inSteps(1045)[0]).toEqual([1050, 200, 1250]);
  const included = { pricesIncludeTax: true };
  expect(inSteps(1050, included)).toEqual([
    [883, 167, 1050],
    [420, 80, 500],
  ]);
  // 1050 without the included 19 % is 882.
  expect(inSteps(1050, included, 'US')).toEqual([
    [880, 0, 880],
    [420, 0, 420],
  ]);
});

it('delivers to one place only; orders for several can be collected if the buyer chooses so', () => {
  const collect = flat({ id: 'collect', kind: 'collect', priceCents: 0 });
  const rules = rulesWith({ methods: [flat(), collect] });
  const charge = (methodId?: string) =>
    computeCharges([line(100)], rules, { country: null, unclear: 'several_places' }, methodId);
  expect(charge()).toMatchObject({ undeliverable: 'several_places', methods: [{ id: 'collect' }] });
  expect(charge('flat').undeliverable).toBe('several_places');
  expect(charge('collect')).toMatchObject({ undeliverable: null, delivery: { methodId: 'collect' } });
  const unread = computeCharges([line(100)], rules, { country: 'DE', unclear: 'address_needed' });
  expect(unread).toMatchObject({ undeliverable: 'address_needed', delivery: { methodId: null } });
});

it('splits a refund of very large amounts without losing a cent', () => {
  const line = { netCents: 84_033_612, taxCents: 15_966_387 };
  expect(splitRefund(line, 0, 99_999_999)).toEqual(line);
});
