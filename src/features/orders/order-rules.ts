import { AppError } from '#contracts/app-error.ts';
import {
  type Cents,
  currencyDigits,
  formatPrice,
  MAX_CHARGE_CENTS,
  toCents,
  toPrice,
} from '#contracts/money.ts';
import { aboveAvailableMessage } from './contract.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** How many units of a tool can be ordered. */
export type ToolTerms = { minOrderQuantity: number; availableQuantity: number };

/**
 * How many units an order of `requested` units takes: a quantity below the minimum is raised to it.
 * @throws AppError out_of_stock when less than the minimum is available, invalid_input above what is available.
 */
export function orderQuantity(requested: number, tool: ToolTerms): number {
  if (tool.availableQuantity < tool.minOrderQuantity) {
    throw new AppError('out_of_stock', outOfStockMessage(tool));
  }
  const quantity = Math.max(requested, tool.minOrderQuantity);
  if (quantity > tool.availableQuantity) {
    throw new AppError('invalid_input', aboveAvailableMessage(tool.availableQuantity), {
      field: 'minQuantity',
    });
  }
  return quantity;
}

function outOfStockMessage({ availableQuantity, minOrderQuantity }: ToolTerms): string {
  if (availableQuantity === 0) return orderErrorTexts.outOfStock;
  return orderErrorTexts.tooFew(availableQuantity, minOrderQuantity);
}

/**
 * What an order comes to, in minor units of `currency`.
 * @throws AppError invalid_input when it is more than one card payment can be.
 */
export function orderTotalCents(unitPriceCents: Cents, quantity: number, currency: string): Cents {
  const totalCents = unitPriceCents * quantity;
  if (totalCents <= MAX_CHARGE_CENTS) return totalCents;
  const most = formatPrice(toPrice(MAX_CHARGE_CENTS, currency), currency);
  throw new AppError('invalid_input', orderErrorTexts.tooMuch(most), {
    field: 'minQuantity',
  });
}

/** How far a client's own multiplication of floating-point numbers may be off, as a share of the amount. */
const FLOAT_NOISE = 1e-9;

/**
 * The whole minor units that a price from the wire stands for. Clients multiply in floating point
 * (3 × 0.1 = 0.30000000000000004), so noise far below the smallest unit is looked past.
 * Answers `undefined` for a price that is no amount of `currency`.
 */
export function centsOfPrice(price: number, currency: string): Cents | undefined {
  const rounded = Number(price.toFixed(currencyDigits(currency)));
  if (Math.abs(rounded - price) > Math.abs(price) * FLOAT_NOISE) return undefined;
  return toCents(rounded, currency);
}

/**
 * Checks that the price a client saw is what the shop would charge (decision 10).
 * @throws AppError price_changed, with the right figure in its message.
 */
export function checkSeenPrice(seenPrice: number, totalCents: Cents, currency: string): void {
  if (centsOfPrice(seenPrice, currency) === totalCents) return;
  const right = formatPrice(toPrice(totalCents, currency), currency);
  throw new AppError('price_changed', orderErrorTexts.otherPrice(right), {
    field: 'price',
  });
}
