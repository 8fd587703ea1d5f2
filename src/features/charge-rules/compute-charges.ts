import type { Cents } from '#contracts/money.ts';
import type { PartsPerMillion } from '#contracts/tax-rate.ts';
import {
  type deliveryKinds,
  type deliveryTaxes,
  findRegions,
  findTaxRegions,
  isInStates,
  type Place,
  type Region,
} from './rules.ts';
import { type ChargedAmount, type TaxedAmount, type TaxedPart, taxParts } from './tax-parts.ts';
import { isHomeArea, vatAreaOf } from './vat-rules.ts';

/** An order in a payment. `enteredCents` is unit price times quantity, as the shop enters prices;
 * `weightGrams` is the weight of one unit; `taxCategories` are the ids of its tool's category and of that
 * category's parent. */
export type ChargeLine = {
  orderId: string;
  enteredCents: Cents;
  quantity: number;
  weightGrams: number | null;
  taxCategories: readonly string[];
};

/** A delivery method. `priceCents` is as the shop enters prices; from `freeFromCents` of goods on it is free.
 * `steps`, the lightest first, are prices by weight. With `regionIds` it delivers to these only, with
 * `maxGrams` only up to that weight. */
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

/** A tax rate in a region, for a category, or with null for everything without a specific rate. */
export type TaxRate = {
  regionId: string;
  categoryId: string | null;
  ratePpm: PartsPerMillion;
  /** Whether businesses of other countries with a valid VAT number are exempt from it. */
  exemptsBusinesses: boolean;
};

/** The owner's rules of delivery and tax. */
export type ChargeRules = {
  /** Whether prices are entered and shown with tax. */
  pricesIncludeTax: boolean;
  /** If true, prices with tax are the same for all destinations, and contain the destination's tax; else the
   * tax of the shop's own place is deducted, and the destination's is added to the rest. */
  samePriceEverywhere: boolean;
  taxName: string;
  /** ISO 3166 alpha-2. Also the destination's country if none is given. */
  shopCountry: string | null;
  /** ISO 3166-2 ('US-OH'), empty if it is not known. */
  shopState?: string;
  deliveryTax: (typeof deliveryTaxes)[number];
  /** The weight of a unit whose tool has none. */
  assumedGrams: number;
  regions: readonly Region[];
  rates: readonly TaxRate[];
  methods: readonly DeliveryMethod[];
};

/** A certificate for whose states (ISO 3166-2) its owner pays no tax; `label`: its words on papers. */
export type TaxCertificate = { id: string; states: readonly string[]; label: string };

/** A destination, with the country of the buyer's valid VAT number, if any. If it is `unclear`, so that the
 * rules are ambiguous, the goods can only be collected. */
export type Destination = Place & {
  vatCountry?: string | null;
  /** The buyer's certificates, for whose states they pay no tax. */
  certificates?: readonly TaxCertificate[];
  unclear?: 'several_places' | 'address_needed' | undefined;
};

/** What delivery would have cost if it were not free for goods of at least `fromCents`, as entered. */
export type WaivedDelivery = ChargedAmount & { fromCents: Cents };

/** The charges of some orders. Every gross amount is its net plus its tax, and `totalCents` is their sum. */
export type Charges = {
  lines: (ChargedAmount & { orderId: string })[];
  delivery: ChargedAmount & { methodId: string | null; name: string; isCollected: boolean };
  /** Due once the goods fall below the limit; null if delivery costs something, or is free for any amount. */
  waivedDelivery: WaivedDelivery | null;
  /** The applicable methods, the cheapest first; collection is the buyer's own choice, so it comes last. */
  methods: (TaxedAmount & { id: string; name: string })[];
  /** Why no method applies: none delivers to the region, none takes the weight, or the destination is
   * unclear. */
  undeliverable: 'region' | 'weight' | 'several_places' | 'address_needed' | null;
  region: string | null;
  shopCountry: string | null;
  pricesIncludeTax: boolean;
  taxName: string;
  /** The certificate for which there is no tax, where there would be some without it. */
  certificate: Pick<TaxCertificate, 'id' | 'label'> | null;
  goodsCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
};

/** Computes the charges of `lines`, delivered by `methodId` if that applies, else by the first method that
 * does. Tax is computed once per rate, on the sum of the amounts taxed at it. Every gross amount is a
 * multiple of `stepCents`: cards charge in no smaller steps. */
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
  const whole = chosen ?? chargedAmounts(lines, undefined, rules, there, stepCents);
  const { lines: taxed, delivery, certificate } = whole;
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
    certificate,
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

/** Returns a method with its charges and those of `lines`; nothing if it does not take their weight. */
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
  // Collected goods change hands at the shop.
  const { vatCountry = null, certificates = [] } = to;
  const place = isCollect ? { ...shopPlace(rules), vatCountry, certificates } : to;
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

/** Returns the rate for some categories, of which the nearest is first. */
type RateOf = (categories: readonly string[]) => PartsPerMillion;

const shopPlace = ({ shopCountry, shopState = '' }: ChargeRules): Place => ({
  country: shopCountry,
  state: shopState.slice(shopState.indexOf('-') + 1) || null,
});

/** The rates at the destination, for this buyer and for private buyers, and where the shop is. */
type Rates = Record<'due' | 'ofPeople' | 'home', RateOf>;

/** Returns the first certificate for the state of a place. A ZIP code that states share is not enough. */
export const certificateFor = ({ certificates = [], ...place }: Destination): TaxCertificate | undefined =>
  certificates.find(({ states }) => isInStates(states, place));

const untaxed: RateOf = () => 0;

function taxRates(rules: ChargeRules, to: Destination): Rates {
  const isAbroad = !isHomeArea(rules.shopCountry ?? '', vatAreaOf(to) ?? '');
  const isForeignBusiness = isAbroad && Boolean(to.vatCountry) && to.vatCountry !== rules.shopCountry;
  return {
    due: certificateFor(to) ? untaxed : rateAt(rules, to, isForeignBusiness),
    ofPeople: rateAt(rules, to, false),
    home: rateAt(rules, shopPlace(rules), false),
  };
}

/** Returns a function that makes an entered amount a part of a payment, at the rates that `pick` selects. */
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

/** Computes the charges of lines, and of their delivery at an entered price, for one destination. */
function chargedAmounts(
  lines: readonly ChargeLine[],
  deliveryCents: Cents | undefined,
  rules: ChargeRules,
  to: Destination,
  stepCents: Cents,
): { lines: Charges['lines']; delivery: ChargedAmount; certificate: Charges['certificate'] } {
  const part = partMaker(rules, to, stepCents);
  const parts = lines.map(({ orderId, enteredCents, taxCategories }) =>
    part(orderId, enteredCents, (rateOf) => rateOf(taxCategories)),
  );
  if (deliveryCents !== undefined) parts.push(part('', deliveryCents, rateOfDelivery(rules, lines)));
  const amounts = taxParts(parts, stepCents);
  const isExempt = parts.some(({ exempt }) => exempt);
  const { id, label } = (isExempt && certificateFor(to)) || {};
  return {
    certificate: id !== undefined && label !== undefined ? { id, label } : null,
    lines: lines.map(({ orderId }, place) => ({ orderId, ...(amounts[place] ?? nothing) })),
    delivery: amounts[lines.length] ?? nothing,
  };
}

/** Returns a category's own rate, else its parent's, else the standard rate. A region without rates uses
 * those of the next wider region. */
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

/** Rounds to the nearest multiple of a step, half up. */
const inSteps = (cents: Cents, stepCents: Cents): Cents => Math.floor(cents / stepCents + 0.5) * stepCents;

/** Computes `amount × part / whole`, rounded half up. With BigInt, as the product may exceed safe
 * integers. */
function portion(amount: Cents, part: number, whole: number): Cents {
  const doubled = 2n * BigInt(amount) * BigInt(part) + BigInt(whole);
  return Number(doubled / (2n * BigInt(whole)));
}

/** Splits a refund into goods and tax, by the shares in its line, so that partial refunds add up to both
 * exactly. `refundedCents` is what was refunded of the line before. */
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
