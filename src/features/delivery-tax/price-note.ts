import type { Database } from '#platform/database/database.ts';
import type { ChargeRules, DeliveryMethod } from './compute-charges.ts';
import { readRulesInForce } from './store.ts';
import { priceNoteTexts as texts } from './texts/charges.ts';

/** What stands beside the prices of tools: which tax is in them or comes to them, and that delivery does.
 * Empty where what they say is all that is paid. */
export async function findPriceNote(db: Database): Promise<string> {
  return priceNoteOf(await readRulesInForce(db));
}

/** Whether tax comes to the prices of tools, rather than being in them or not being charged. */
export async function findTaxAdded(db: Database): Promise<{ isAdded: boolean }> {
  const { rates, pricesIncludeTax } = await readRulesInForce(db);
  return { isAdded: !pricesIncludeTax && isTaxed(rates) };
}

const isTaxed = (rates: PricedBy['rates']) => rates.some(({ ratePpm }) => ratePpm > 0);

/** The same by some rules. */
export function priceNoteOf({ rates, methods, pricesIncludeTax, taxName }: PricedBy): string {
  const tax = pricesIncludeTax ? texts.included(taxName) : texts.added(taxName);
  return [isTaxed(rates) && tax, methods.some(isPaid) && texts.delivery].filter(Boolean).join(', ');
}

type PricedBy = Pick<ChargeRules, 'rates' | 'methods' | 'pricesIncludeTax' | 'taxName'>;

const isPaid = ({ priceCents, steps }: DeliveryMethod) =>
  priceCents > 0 || steps.some((step) => step.priceCents > 0);
