// Quicker than `expect`, of which this would be millions.
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { it } from 'vitest';
import { deepestBreak } from '#features/catalogue/quantity-rules.ts';
import {
  type ChargeLine,
  type ChargeRules,
  type Charges,
  computeCharges,
  splitRefund,
  type TaxedAmount,
} from '#features/charges/compute-charges.ts';
import { deliveryKinds } from '#features/charges/rules.ts';
import { refundSum } from '#features/orders/refunds/rules.ts';

const regions = [
  { id: 'all', name: 'Everywhere', countries: [], postcodePrefixes: [] },
  { id: 'de', name: 'Germany', countries: ['DE'], postcodePrefixes: [] },
  { id: 'islands', name: 'German islands', countries: ['DE'], postcodePrefixes: ['2599'] },
  { id: 'fr', name: 'France', countries: ['FR'], postcodePrefixes: [] },
];
const regionIds = regions.map(({ id }) => id);
const steps = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });

/** What random baskets are made of: price breaks, packs, categories, weights, every rule of tax and delivery, and refunds. */
const baskets = fc.record({
  tools: fc.array(
    fc.record({
      unitCents: fc.integer({ min: 1, max: 500_000 }),
      breaks: fc.array(
        fc.record({
          quantity: fc.integer({ min: 2, max: 100 }),
          cents: fc.integer({ min: 1, max: 500_000 }),
        }),
        { maxLength: 3 },
      ),
      packs: fc.integer({ min: 1, max: 15 }),
      packStep: fc.integer({ min: 1, max: 12 }),
      weightGrams: fc.option(fc.integer({ min: 1, max: 20_000 })),
      taxCategories: fc.subarray(['books', 'saws', 'hammers']),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  pricesIncludeTax: fc.boolean(),
  deliveryTax: fc.constantFrom('standard', 'highest', 'none'),
  assumedGrams: fc.integer({ min: 0, max: 2_000 }),
  methods: fc.array(
    fc.record({
      kind: fc.constantFrom(...deliveryKinds),
      cents: fc.integer({ min: 0, max: 5_000 }),
      freeFrom: fc.integer({ min: 0, max: 2_000_000 }),
      weights: steps(fc.record({ upToGrams: fc.integer({ min: 1, max: 600_000 }), cents: fc.nat(5_000) })),
      maxGrams: fc.option(fc.integer({ min: 1, max: 900_000 })),
      regionIds: fc.subarray(regionIds),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  rates: fc.array(
    fc.record({
      regionId: fc.constantFrom(...regionIds),
      categoryId: fc.option(fc.constantFrom('books', 'saws')),
      ratePpm: fc.integer({ min: 0, max: 1_000_000 }),
      exemptsBusinesses: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  to: fc.record({
    country: fc.option(fc.constantFrom('DE', 'FR', 'US')),
    postcode: fc.constantFrom('10115', '25992', ''),
    vatCountry: fc.option(fc.constantFrom('DE', 'FR')),
  }),
  stepCents: fc.constantFrom(1, 1, 10, 100),
  chosen: fc.nat(3),
  refunds: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
});

type Basket = typeof baskets extends fc.Arbitrary<infer Each> ? Each : never;

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The basket's lines and rules; every price is one that a card can pay. */
function read({ tools, methods, stepCents, ...settings }: Basket): {
  lines: ChargeLine[];
  rules: ChargeRules;
} {
  const lines = tools.map(({ unitCents, breaks, packs, packStep, ...goods }, place) => {
    const quantity = packs * packStep;
    const cents =
      deepestBreak(
        breaks.toSorted((one, other) => one.quantity - other.quantity),
        quantity,
      )?.cents ?? unitCents;
    return { orderId: String(place), enteredCents: cents * stepCents * quantity, quantity, ...goods };
  });
  const { pricesIncludeTax, deliveryTax, assumedGrams, rates } = settings;
  return {
    lines,
    rules: {
      ...{ pricesIncludeTax, taxName: 'VAT', shopCountry: 'DE', deliveryTax, assumedGrams, regions, rates },
      methods: methods.map(({ cents, freeFrom, weights, ...method }, place) => ({
        ...{ id: String(place), name: method.kind, ...method },
        priceCents: cents * stepCents,
        freeFromCents: method.kind === 'free_over' ? freeFrom * stepCents : null,
        steps: weights
          .toSorted((one, other) => one.upToGrams - other.upToGrams)
          .map((each) => ({ upToGrams: each.upToGrams, priceCents: each.cents * stepCents })),
      })),
    },
  };
}

it('adds up to the cent in 10,000 random baskets, and so do refunds in parts', () => {
  const check = (basket: Basket) => {
    const { lines, rules } = read(basket);
    const proposed = computeCharges(lines, rules, basket.to, undefined, basket.stepCents);
    checkProposal(proposed, rules);
    const { id } = proposed.methods[basket.chosen % Math.max(proposed.methods.length, 1)] ?? {};
    const charges = computeCharges(lines, rules, basket.to, id, basket.stepCents);
    equal(charges.delivery.methodId, id ?? null);
    checkSums(charges, lines, basket);
    for (const [place, line] of charges.lines.entries())
      checkRefunds(line, basket, lines[place]?.quantity ?? 0);
    checkRefunds(charges.delivery, basket);
  };
  fc.assert(fc.property(baskets, check), { numRuns: 10_000 });
});

/** The cheapest that delivers is proposed; what is collected, only where nothing does. */
function checkProposal({ delivery, methods, undeliverable }: Charges, rules: ChargeRules): void {
  equal(undeliverable === null, methods.length > 0);
  const isCollect = (id: string | null) =>
    rules.methods.some((each) => each.id === id && each.kind === 'collect');
  const delivering = methods.filter(({ id }) => !isCollect(id)).map(({ grossCents }) => grossCents);
  equal(delivery.isCollected, isCollect(delivery.methodId));
  if (delivering.length === 0) return;
  deepEqual([delivery.isCollected, delivery.grossCents], [false, Math.min(...delivering)]);
}

function checkSums(charges: Charges, lines: ChargeLine[], { pricesIncludeTax, stepCents, to }: Basket): void {
  const { delivery, goodsCents, taxCents, totalCents } = charges;
  const parts = [...charges.lines, delivery];
  equal(sum(parts.map(({ grossCents }) => grossCents)), totalCents);
  equal(goodsCents + delivery.netCents + taxCents, totalCents);
  for (const { netCents, taxCents: tax, grossCents, taxRatePpm } of parts) {
    deepEqual([netCents + tax, grossCents % stepCents], [grossCents, 0]);
    equal(Number.isSafeInteger(tax) && Number.isSafeInteger(netCents), true);
    ok(Math.min(netCents, tax) >= 0);
    // Rounded once: never off by more than half a cent, or half of what a card's step is.
    const most = (pricesIncludeTax ? 1 : 0.5) + (stepCents === 1 ? 0 : stepCents / 2);
    ok(Math.abs(tax - (netCents * taxRatePpm) / 1_000_000) <= most);
  }
  const isHome =
    delivery.isCollected || (to.country !== 'FR' && to.country !== 'US' && to.postcode !== '25992');
  for (const [place, { netCents, grossCents }] of charges.lines.entries()) {
    const { enteredCents } = lines[place] as ChargeLine;
    if (!pricesIncludeTax) equal(netCents, enteredCents);
    else if (isHome) equal(grossCents, enteredCents);
  }
}

/** Gives back shares of what is left of an amount, then the rest, and of a line of so many units also unit by unit: both the
 * goods and their tax must come back whole. */
function checkRefunds(paid: TaxedAmount, { refunds, stepCents }: Basket, quantity = 0): void {
  const terms = { currency: 'usd', currencyDisplay: 'symbol', stepCents } as const;
  const line = { paidCents: paid.grossCents, deliveryLeftCents: 0, quantity: Math.max(quantity, 1) };
  const byAmount: number[] = [];
  for (const share of [...refunds, 1]) {
    const refundedCents = sum(byAmount);
    const amountCents = Math.floor((share * (paid.grossCents - refundedCents)) / stepCents) * stepCents;
    if (amountCents > 0)
      byAmount.push(
        refundSum({ ...line, refundedCents, refundedQuantity: 0 }, { amountCents }, terms).amountCents,
      );
  }
  checkParts(paid, byAmount);
  // What is less than the smallest amount for each unit can be given back by amount alone.
  if (paid.grossCents < quantity * stepCents) return;
  const byUnits: number[] = [];
  let refundedQuantity = 0;
  for (const share of quantity > 0 ? [...refunds, 1] : []) {
    const units =
      share === 1 ? quantity - refundedQuantity : Math.floor(share * (quantity - refundedQuantity));
    if (units === 0) continue;
    const before = { ...line, refundedCents: sum(byUnits), refundedQuantity };
    byUnits.push(refundSum(before, { quantity: units }, terms).amountCents);
    refundedQuantity += units;
  }
  if (quantity > 0) checkParts(paid, byUnits);
}

function checkParts(paid: TaxedAmount, amounts: number[]): void {
  let given = 0;
  const back = { netCents: 0, taxCents: 0 };
  for (const amountCents of amounts) {
    const part = splitRefund(paid, given, amountCents);
    equal(part.netCents + part.taxCents, amountCents);
    ok(Math.min(part.netCents, part.taxCents) >= 0);
    given += amountCents;
    back.netCents += part.netCents;
    back.taxCents += part.taxCents;
  }
  deepEqual(back, { netCents: paid.netCents, taxCents: paid.taxCents });
}
