import type { Cents } from '#contracts/money.ts';
import type { PartsPerMillion } from '#contracts/tax-rate.ts';
import {
  type deliveryKinds,
  type deliveryTaxes,
  findRegions,
  findTaxRegions,
  type Place,
  type Region,
} from './rules.ts';
import { type ChargedAmount, type TaxedAmount, type TaxedPart, taxParts } from './tax-parts.ts';
import { isHomeArea, vatAreaOf } from './vat-rules.ts';

/** One order that is paid for. `enteredCents` is unit price times quantity, as the shop enters
 * prices; `weightGrams` is what one unit weighs; `taxCategories` are its tool's category and
 * the one above that, by their ids. */
export type ChargeLine = {
  orderId: string;
  enteredCents: Cents;
  quantity: number;
  weightGrams: number | null;
  taxCategories: readonly string[];
};

/** A way of delivery. `priceCents` is as the shop enters prices; from `freeFromCents` of goods on it costs
 * nothing. `steps`, the lightest first, say what a weight costs. One with `regionIds` goes to these only,
 * one with `maxGrams` takes no more. */
export type DeliveryMethod = {
  id: string;
  name: string;
  kind: (typeof deliveryKinds)[number];
  priceCents: Cents;
  freeFromCents: Cents | null;
  steps: readonly { upToGrams: number; priceCents: Cents }[];
  maxGrams: number | null;
  regionIds: readonly string[];
};

/** What is taxed at which rate in a region: a category, or with null
 * everything that has no rate of its own. */
export type TaxRate = {
  regionId: string;
  categoryId: string | null;
  ratePpm: PartsPerMillion;
  /** Whether businesses of another country, with a valid VAT number, pay none of it. */
  exemptsBusinesses: boolean;
};

/** Everything that the owner sets about charges. */
export type ChargeRules = {
  /** How prices are entered and shown. */
  pricesIncludeTax: boolean;
  /** Prices with tax are paid as they are wherever goods go, with the tax of there in them; else the tax of
   * the shop's own country is taken off, and that of there comes to what is left. */
  samePriceEverywhere: boolean;
  taxName: string;
  /** ISO 3166 alpha-2. Whoever gives no country is served as one there. */
  shopCountry: string | null;
  deliveryTax: (typeof deliveryTaxes)[number];
  /** What a unit weighs whose tool does not say. */
  assumedGrams: number;
  regions: readonly Region[];
  rates: readonly TaxRate[];
  methods: readonly DeliveryMethod[];
};

/** Where goods go, and of which country the buyer's valid VAT number is, where they have one. Goods of which
 * it is `unclear` where they go, so that it cannot be said which rules hold, can only be collected. */
export type Destination = Place & {
  vatCountry?: string | null;
  unclear?: 'several_places' | 'address_needed' | undefined;
};

/** What delivery would have cost that is free since its goods come to `fromCents`,
 * as they were entered, or more. */
export type WaivedDelivery = ChargedAmount & { fromCents: Cents };

/** What paying some orders comes to. Every gross amount is its net and its tax, and
 * `totalCents` is the sum of them. */
export type Charges = {
  lines: (ChargedAmount & { orderId: string })[];
  delivery: ChargedAmount & { methodId: string | null; name: string; isCollected: boolean };
  /** Is due once the goods come to less; null where delivery costs something, or
   * is free whatever they come to. */
  waivedDelivery: WaivedDelivery | null;
  /** Those that fit, the cheapest first; collecting is a buyer's own choice, so it comes last. */
  methods: (TaxedAmount & { id: string; name: string })[];
  /** Why no method fits: none goes to the region, none takes the weight, or it
   * is unclear where the orders go. */
  undeliverable: 'region' | 'weight' | 'several_places' | 'address_needed' | null;
  region: string | null;
  shopCountry: string | null;
  pricesIncludeTax: boolean;
  taxName: string;
  goodsCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
};

/** What paying for `lines` comes to, delivered by `methodId` where that fits, else by the first that does.
 * Tax is computed once for each rate, on the sum of what is taxed at it. Every gross amount is a multiple of
 * `stepCents`: cards charge in no smaller steps. */
export function computeCharges(
  lines: readonly ChargeLine[],
  rules: ChargeRules,
  to: Destination,
  methodId?: string,
  stepCents = 1,
): Charges {
  const there = { ...to, country: to.country ?? rules.shopCountry };
  const regions = findRegions(rules.regions, there);
  const reaching = rules.methods.filter((method) => reaches(method, regions, to));
  const offered = reaching
    .flatMap((method) => offer(method, lines, rules, there, stepCents))
    .sort(
      (a, b) => Number(a.isCollect) - Number(b.isCollect) || a.delivery.grossCents - b.delivery.grossCents,
    );
  const proposed = to.unclear ? undefined : offered[0];
  const chosen = offered.find(({ id }) => id === methodId) ?? proposed;
  const { lines: taxed, delivery } = chosen ?? chargedAmounts(lines, undefined, rules, there, stepCents);
  const method = {
    methodId: chosen?.id ?? null,
    name: chosen?.name ?? '',
    isCollected: chosen?.isCollect ?? false,
  };
  return {
    lines: taxed,
    delivery: { ...method, ...delivery },
    waivedDelivery: waivedDelivery(
      rules.methods.find(({ id }) => id === chosen?.id),
      lines,
      rules,
      there,
      stepCents,
    ),
    methods: offered.map(({ id, name, delivery: amount }) => ({ id, name, ...amount })),
    undeliverable: chosen ? null : whyNot(to, reaching),
    region: regions[0]?.name ?? null,
    shopCountry: rules.shopCountry,
    pricesIncludeTax: rules.pricesIncludeTax,
    taxName: rules.taxName,
    goodsCents: sumOf(taxed.map(({ netCents }) => netCents)),
    taxCents: sumOf([...taxed, delivery].map(({ taxCents }) => taxCents)),
    totalCents: sumOf([...taxed, delivery].map(({ grossCents }) => grossCents)),
  };
}

const nothing: ChargedAmount = { netCents: 0, taxCents: 0, grossCents: 0, taxRatePpm: 0, exempt: false };

const sumOf = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function reaches({ kind, regionIds }: DeliveryMethod, [narrowest]: readonly Region[], to: Destination) {
  if (to.unclear) return kind === 'collect' && regionIds.length === 0;
  return regionIds.length === 0 || (narrowest !== undefined && regionIds.includes(narrowest.id));
}

function whyNot({ unclear }: Destination, reaching: readonly DeliveryMethod[]) {
  if (unclear) return unclear;
  return reaching.length > 0 ? 'weight' : 'region';
}

/** What a method, and the `lines` with it, come to; none where their weight is too much for it. */
function offer(
  method: DeliveryMethod,
  lines: readonly ChargeLine[],
  rules: ChargeRules,
  to: Destination,
  stepCents: Cents,
) {
  const enteredCents = priceOf(method, lines, rules.assumedGrams);
  if (enteredCents === undefined) return [];
  const isCollect = method.kind === 'collect';
  // What is collected changes hands in the shop's own country.
  const place = isCollect ? { country: rules.shopCountry, vatCountry: to.vatCountry ?? null } : to;
  const amounts = chargedAmounts(lines, enteredCents, rules, place, stepCents);
  return [{ id: method.id, name: method.name, isCollect, ...amounts }];
}

function priceOf(
  { kind, priceCents, freeFromCents, steps, maxGrams }: DeliveryMethod,
  lines: readonly ChargeLine[],
  assumedGrams: number,
): Cents | undefined {
  const grams = sumOf(lines.map(({ weightGrams, quantity }) => (weightGrams ?? assumedGrams) * quantity));
  if (maxGrams !== null && grams > maxGrams) return undefined;
  switch (kind) {
    case 'flat':
      return priceCents;
    case 'free_over':
      return isFree(freeFromCents, lines) ? 0 : priceCents;
    case 'by_weight':
      return steps.find(({ upToGrams }) => grams <= upToGrams)?.priceCents;
    case 'collect':
      return 0;
  }
}

const isFree = (fromCents: Cents | null, lines: readonly ChargeLine[]): fromCents is Cents =>
  fromCents !== null && sumOf(lines.map((line) => line.enteredCents)) >= fromCents;

function waivedDelivery(
  method: DeliveryMethod | undefined,
  lines: readonly ChargeLine[],
  rules: ChargeRules,
  to: Destination,
  stepCents: Cents,
): WaivedDelivery | null {
  if (method?.kind !== 'free_over' || !isFree(method.freeFromCents, lines)) return null;
  const part = partMaker(rules, to, stepCents)('', method.priceCents, rateOfDelivery(rules, lines));
  const [amount = nothing] = taxParts([part], stepCents);
  return amount.grossCents > 0 ? { ...amount, fromCents: method.freeFromCents } : null;
}

/** The rate of something in some categories, the nearest first. */
type RateOf = (categories: readonly string[]) => PartsPerMillion;

/** What is taxed at which rate where goods go to, for this buyer and for people, and at
 * which in the shop's own country. */
type Rates = Record<'due' | 'ofPeople' | 'home', RateOf>;

function taxRates(rules: ChargeRules, to: Destination): Rates {
  const isAbroad = !isHomeArea(rules.shopCountry ?? '', vatAreaOf(to) ?? '');
  const isForeignBusiness = isAbroad && Boolean(to.vatCountry) && to.vatCountry !== rules.shopCountry;
  return {
    due: rateAt(rules, to, isForeignBusiness),
    ofPeople: rateAt(rules, to, false),
    home: rateAt(rules, { country: rules.shopCountry }, false),
  };
}

/** Makes a part of a payment of what was entered, at the rates that `pick` takes. */
function partMaker(rules: ChargeRules, to: Destination, stepCents: Cents) {
  const rates = taxRates(rules, to);
  return (key: string, enteredCents: Cents, pick: (rateOf: RateOf) => PartsPerMillion): TaxedPart => {
    const [due, ofPeople] = [pick(rates.due), pick(rates.ofPeople)];
    const included = rules.samePriceEverywhere ? ofPeople : pick(rates.home);
    return {
      ...{ key, due, included: rules.pricesIncludeTax ? included : null },
      cents: inSteps(enteredCents, stepCents),
      exempt: due === 0 && ofPeople > 0,
    };
  };
}

const rateOfDelivery =
  ({ deliveryTax }: ChargeRules, lines: readonly ChargeLine[]) =>
  (rateOf: RateOf): PartsPerMillion => {
    if (deliveryTax === 'none') return 0;
    if (deliveryTax === 'standard') return rateOf([]);
    return Math.max(0, ...lines.map(({ taxCategories }) => rateOf(taxCategories)));
  };

/** What lines and their delivery at an entered price come to, where they go to one place. */
function chargedAmounts(
  lines: readonly ChargeLine[],
  deliveryCents: Cents | undefined,
  rules: ChargeRules,
  to: Destination,
  stepCents: Cents,
): { lines: Charges['lines']; delivery: ChargedAmount } {
  const part = partMaker(rules, to, stepCents);
  const parts = lines.map(({ orderId, enteredCents, taxCategories }) =>
    part(orderId, enteredCents, (rateOf) => rateOf(taxCategories)),
  );
  if (deliveryCents !== undefined) parts.push(part('', deliveryCents, rateOfDelivery(rules, lines)));
  const amounts = taxParts(parts, stepCents);
  return {
    lines: lines.map(({ orderId }, place) => ({ orderId, ...(amounts[place] ?? nothing) })),
    delivery: amounts[lines.length] ?? nothing,
  };
}

/** A category's own rate, else its parent's, else the standard one. A region without
 * rates is taxed as the wider one is. */
function rateAt(rules: ChargeRules, place: Place, isForeignBusiness: boolean): RateOf {
  const region = findTaxRegions(rules.regions, place).find(({ id }) =>
    rules.rates.some(({ regionId }) => regionId === id),
  );
  const rates = rules.rates.filter(({ regionId }) => regionId === region?.id);
  return (categories) => {
    const found = [...categories, null]
      .map((category) => rates.find(({ categoryId }) => categoryId === category))
      .find((rate) => rate !== undefined);
    return !found || (isForeignBusiness && found.exemptsBusinesses) ? 0 : found.ratePpm;
  };
}

/** The nearest multiple of a step, a half rounded up. */
const inSteps = (cents: Cents, stepCents: Cents): Cents => Math.floor(cents / stepCents + 0.5) * stepCents;

/** `amount × part / whole`, a half rounded up. The product may be more than a number holds exactly. */
function portion(amount: Cents, part: number, whole: number): Cents {
  const doubled = 2n * BigInt(amount) * BigInt(part) + BigInt(whole);
  return Number(doubled / (2n * BigInt(whole)));
}

/** What of a refund is goods and what is their tax: the shares of the line it is of, so that what is given
 * back in parts adds up to both. `refundedCents` were given back of the line before. */
export function splitRefund(
  line: Pick<TaxedAmount, 'netCents' | 'taxCents'>,
  refundedCents: Cents,
  amountCents: Cents,
): { netCents: Cents; taxCents: Cents } {
  const grossCents = line.netCents + line.taxCents;
  const until = (cents: Cents) => (grossCents === 0 ? 0 : portion(line.taxCents, cents, grossCents));
  const taxCents = until(refundedCents + amountCents) - until(refundedCents);
  return { netCents: amountCents - taxCents, taxCents };
}
