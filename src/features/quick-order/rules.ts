import { roundUpToPacks } from '#features/catalogue/rules.ts';
import type { AskReason } from '#pasted-lists';

/** The most that is read at once. */
export const MAX_LIST_CHARACTERS = 20_000;

export type QuantityTerms = { minOrderQuantity: number; availableQuantity: number; packStep: number };

/** How a quantity has to be changed for an order, and why it still cannot be ordered. */
export type FittedQuantity = {
  quantity: number;
  raised: 'minimum' | 'packs' | null;
  problem: 'sold_out' | 'above_available' | null;
};

/** What somebody who wants so many units orders: the minimum at least, and whole
 * packs; never fewer than they want. */
export function fitQuantity(wanted: number, terms: QuantityTerms): FittedQuantity {
  const { minOrderQuantity, availableQuantity, packStep } = terms;
  const quantity = roundUpToPacks(Math.max(wanted, minOrderQuantity), packStep);
  const raised = quantity === wanted ? null : wanted < minOrderQuantity ? 'minimum' : 'packs';
  if (availableQuantity < minOrderQuantity) return { quantity, raised, problem: 'sold_out' };
  return { quantity, raised, problem: quantity > availableQuantity ? 'above_available' : null };
}

/** Why a line's tool or quantity has to be asked, as the reader of lists has it. */
export const askReasons = [
  'several',
  'similar',
  'number_and_name',
  'quantity',
  'size',
] as const satisfies readonly AskReason[];
