import type { Database } from '#platform/database/database.ts';
import type { ChargeRules, DeliveryMethod } from './compute-charges.ts';
import { readRulesInForce } from './store.ts';
import { priceNoteTexts as texts } from './texts/charges.ts';

/** Returns the note beside tool prices: the tax that is in them or added to them, and that delivery is added.
 * Empty if nothing is added. */
export async function findPriceNote(db: Database): Promise<string> {
  return priceNoteOf(await readRulesInForce(db));
}

/** Whether tax is added to tool prices, rather than included or not charged. */
export async function findTaxAdded(db: Database): Promise<{ isAdded: boolean }> {
  const { rates, pricesIncludeTax } = await readRulesInForce(db);
  return { isAdded: !pricesIncludeTax && isTaxed(rates) };
}

const isTaxed = (rates: PricedBy['rates']) => rates.some(({ ratePpm }) => ratePpm > 0);

/** The same for given rules. */
export function priceNoteOf({ rates, methods, pricesIncludeTax, taxName }: PricedBy): string {
  const tax = pricesIncludeTax ? texts.included(taxName) : texts.added(taxName);
  return [isTaxed(rates) && tax, methods.some(isPaid) && texts.delivery].filter(Boolean).join(', ');
}

type PricedBy = Pick<ChargeRules, 'rates' | 'methods' | 'pricesIncludeTax' | 'taxName'>;

const isPaid = ({ priceCents, steps }: DeliveryMethod) =>
  priceCents > 0 || steps.some((step) => step.priceCents > 0);
