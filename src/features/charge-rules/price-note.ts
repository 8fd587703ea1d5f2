import { type Cents, formatCents } from '#contracts/money.ts';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import { findDetails } from '#features/shop-details/store.ts';
import type { Database } from '#platform/database/database.ts';
import { hasVatNumbers, taxInSentence } from '#texts/region.ts';
import type { ChargeRules, DeliveryMethod } from './compute-charges.ts';
import { readRulesInForce } from './store.ts';
import { deliveryNoteTexts, priceNoteTexts as texts } from './texts/charges.ts';

/** Returns the note beside tool prices: the tax that is in them or added to them, and that delivery is added.
 * Empty if nothing is added. */
export async function findPriceNote(db: Database): Promise<string> {
  return priceNoteOf(await readRulesInForce(db));
}

/** Whether tax is added to tool prices, rather than included or not charged; and whether buyers may have VAT
 * numbers: those of the shop's own country or of a region that its owner has named. */
export async function findTaxTerms(db: Database): Promise<{ isAdded: boolean; hasVatNumbers: boolean }> {
  const { rates, pricesIncludeTax, shopCountry, regions } = await readRulesInForce(db);
  const countries = [shopCountry ?? UNKNOWN_COUNTRY, ...regions.flatMap((region) => region.countries)];
  return {
    isAdded: !pricesIncludeTax && isTaxed(rates),
    hasVatNumbers: countries.some(hasVatNumbers),
  };
}

const isTaxed = (rates: PricedBy['rates']) => rates.some(({ ratePpm }) => ratePpm > 0);

/** The same for given rules. */
export function priceNoteOf({ rates, methods, pricesIncludeTax, taxName }: PricedBy): string {
  const name = taxInSentence(taxName);
  const tax = pricesIncludeTax ? texts.included(name) : texts.added(name);
  return [isTaxed(rates) && tax, methods.some(isPaid) && texts.delivery].filter(Boolean).join(', ');
}

type PricedBy = Pick<ChargeRules, 'rates' | 'methods' | 'pricesIncludeTax' | 'taxName'>;

const isPaid = ({ priceCents, steps }: DeliveryMethod) =>
  priceCents > 0 || steps.some((step) => step.priceCents > 0);

/** Returns the line that describes how orders are delivered. */
export async function findDeliveryNote(db: Database, currency: string): Promise<string> {
  const { look } = await findDetails(db);
  const rules = await readRulesInForce(db);
  return deliveryNoteOf(rules, (cents) =>
    formatCents(cents, { currency, currencyDisplay: look.currencyDisplay }),
  );
}

type DeliveredBy = Pick<ChargeRules, 'methods' | 'regions'>;

/** Describes in one line how orders are delivered, for buyers whose address is not known yet. Free delivery
 * is stated only where it applies to every order that is delivered; `asPrice` formats an amount. */
export function deliveryNoteOf({ methods, regions }: DeliveredBy, asPrice: (cents: Cents) => string): string {
  const everywhere = new Set(regions.filter(({ countries }) => countries.length === 0).map(({ id }) => id));
  const sent = methods.filter(({ kind }) => kind !== 'collect');
  const places = new Set(sent.flatMap(({ regionIds }) => regionIds));
  const isForAll = ({ kind, regionIds, maxGrams }: DeliveryMethod) =>
    kind !== 'by_weight' &&
    maxGrams === null &&
    (regionIds.length === 0 ||
      regionIds.some((id) => everywhere.has(id)) ||
      (sent.every((method) => method.regionIds.length > 0) &&
        [...places].every((id) => regionIds.includes(id))));
  const general = sent.filter(isForAll);
  const from = asPrice(Math.min(...sent.map(leastPrice)));
  const limits = general.flatMap(({ kind, freeFromCents }) =>
    kind === 'free_over' && freeFromCents !== null ? [freeFromCents] : [],
  );
  if (sent.length === 0) return methods.length > 0 ? deliveryNoteTexts.collect : '';
  if (!sent.some(isPaid) || !general.every(isPaid)) return deliveryNoteTexts.free;
  if (sent.some((method) => leastPrice(method) === 0)) return deliveryNoteTexts.varies;
  return limits.length > 0
    ? deliveryNoteTexts.freeOver(from, asPrice(Math.min(...limits)))
    : deliveryNoteTexts.from(from);
}

const leastPrice = ({ kind, priceCents, steps }: DeliveryMethod): Cents =>
  kind === 'by_weight' ? Math.min(...steps.map((step) => step.priceCents)) : priceCents;
