import { AppError } from '#contracts/app-error.ts';
import { type Cents, currencyDigits, toCents } from '#contracts/money.ts';
import { toolErrorTexts } from '#features/catalogue/texts/errors.ts';
import type { ToolFilter } from './contract.ts';

/** Which tools are looked for. Prices are in minor units, both ends included; `rating` is in whole stars. */
export type ToolSearch = {
  q: string;
  category: string | undefined;
  brands: string[];
  minCents: Cents | undefined;
  maxCents: Cents | undefined;
  orderable: boolean;
  rating: number | undefined;
};

/**
 * Reads what the address asks for, its prices in `currency`.
 * @throws AppError `invalid_input` for a price with more digits than the currency has.
 */
export function toToolSearch(filter: ToolFilter, currency: string): ToolSearch {
  return {
    q: filter.q ?? '',
    category: filter.category || undefined,
    brands: filter.brand ?? [],
    minCents: centsOf('min_price', filter.min_price, currency),
    maxCents: centsOf('max_price', filter.max_price, currency),
    orderable: filter.orderable ?? false,
    rating: filter.rating,
  };
}

/** Whether a search is narrowed by price. */
export function hasPriceRange({ minCents, maxCents }: ToolSearch): boolean {
  return minCents !== undefined || maxCents !== undefined;
}

function centsOf(field: string, price: number | undefined, currency: string): Cents | undefined {
  if (price === undefined) return undefined;
  const cents = toCents(price, currency);
  if (cents !== undefined) return cents;
  throw new AppError('invalid_input', toolErrorTexts.decimals(field, currencyDigits(currency)), {
    field,
  });
}
