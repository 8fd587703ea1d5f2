import { AppError } from '#contracts/app-error.ts';
import {
  type Cents,
  currencyDigits,
  formatCents,
  MAX_CHARGE_CENTS,
  type PriceStyle,
  toCents,
  toPrice,
} from '#contracts/money.ts';
import { isInPacks, roundDownToPacks } from '#features/catalogue/rules.ts';
import { orderRuleTexts } from '#texts/validation.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** More than anybody pays for; each costs the shop work with every list and sum that it is in. */
export const MAX_UNPAID_ORDERS = 500;

/** Which state each move leads to, per state. A move that is not listed is not allowed. */
type StateTable = Record<string, Record<string, string>>;

type MovesOf<Table> = { [State in keyof Table]: keyof Table[State] }[keyof Table] & string;

/** So long a shipment can be undone: only then its email leaves. */
export const UNDO_SHIP_MS = 10_000;

/** Where a payment may stand, and every move that is allowed from there. A cancelled one that has
 * succeeded after all is still captured, or called back where its order can no longer be served: the
 * money is what happened (decision 14). */
export const paymentMoves = {
  live: { captured: 'succeeded', released: 'cancelled', called_back: 'refund_due' },
  cancelled: { captured: 'succeeded', called_back: 'refund_due' },
  refund_due: { refunded: 'refunded' },
  succeeded: {},
  refunded: {},
} as const satisfies StateTable;

export type PaymentState = keyof typeof paymentMoves;

export type PaymentMove = MovesOf<typeof paymentMoves>;

/** The state that a payment's move leads to. @throws Error when the table does not allow it. */
export function nextPaymentState(state: PaymentState, move: PaymentMove): PaymentState {
  const moves: Partial<Record<PaymentMove, PaymentState>> = paymentMoves[state];
  const next = moves[move];
  if (!next) throw new Error(`a payment that is ${state} cannot be ${move}`);
  return next;
}

export type ToolTerms = { minOrderQuantity: number; availableQuantity: number; packStep?: number };

/** How many units an order of `requested` units takes: a quantity below the minimum is raised to it.
 * @throws AppError out_of_stock when less than the minimum is available, invalid_input above the whole packs
 * of what is available, and for a broken pack. */
export function orderQuantity(requested: number, tool: ToolTerms): number {
  const { minOrderQuantity: min, packStep = 1 } = tool;
  if (tool.availableQuantity < min) {
    throw new AppError('out_of_stock', outOfStockMessage(tool));
  }
  const quantity = Math.max(requested, min);
  const most = roundDownToPacks(tool.availableQuantity, packStep);
  if (quantity > most) {
    throw new AppError('invalid_input', orderRuleTexts.aboveAvailable(most), { field: 'minQuantity' });
  }
  if (!isInPacks(quantity, packStep)) {
    throw new AppError('invalid_input', orderRuleTexts.notInPacks(min, packStep), { field: 'minQuantity' });
  }
  return quantity;
}

function outOfStockMessage({ availableQuantity, minOrderQuantity }: ToolTerms): string {
  if (availableQuantity === 0) return orderErrorTexts.outOfStock;
  return orderErrorTexts.tooFew(availableQuantity, minOrderQuantity);
}

/** What an order comes to, in minor units. @throws AppError invalid_input when it is
 * more than one card payment can be. */
export function orderTotalCents(unitPriceCents: Cents, quantity: number, priceStyle: PriceStyle): Cents {
  const totalCents = unitPriceCents * quantity;
  if (totalCents <= MAX_CHARGE_CENTS) return totalCents;
  const most = formatCents(MAX_CHARGE_CENTS, priceStyle);
  throw new AppError('invalid_input', orderErrorTexts.tooMuch(most), {
    field: 'minQuantity',
  });
}

/** How far a client's own multiplication of floating-point numbers may be off, as a share of the amount. */
const FLOAT_NOISE = 1e-9;

/** The whole minor units that a price from the wire stands for, past the noise of floating point (3 × 0.1 =
 * 0.30000000000000004). Answers `undefined` for a price that is no amount of `currency`. */
export function centsOfPrice(price: number, currency: string): Cents | undefined {
  const rounded = Number(price.toFixed(currencyDigits(currency)));
  if (Math.abs(rounded - price) > Math.abs(price) * FLOAT_NOISE) return undefined;
  return toCents(rounded, currency);
}

/** Checks that a client saw what the shop charges (decision 10). @throws AppError
 * price_changed, with the right figure. */
export function checkSeenPrice(seenPrice: number, totalCents: Cents, priceStyle: PriceStyle): void {
  const { currency } = priceStyle;
  if (centsOfPrice(seenPrice, currency) === totalCents) return;
  const right = formatCents(totalCents, priceStyle);
  throw new AppError('price_changed', orderErrorTexts.otherPrice(right), {
    field: 'price',
    current: toPrice(totalCents, currency),
  });
}

const ORDER_NUMBER = /^[\s#]*(ty)?[\s-]*#?\s*(\d{1,18})\s*$/i;

/** Reads an order's number as people type it: 'TY-10482', '#TY-10482', 'ty 10482', '#10482', '10482'. */
export function readOrderNumber(text: string): { number: string; hasPrefix: boolean } | undefined {
  const [, prefix, digits] = ORDER_NUMBER.exec(text) ?? [];
  return digits === undefined ? undefined : { number: `TY-${digits}`, hasPrefix: prefix !== undefined };
}

type Delivery = { phone: string; address: string };

/** Where somebody's orders go: their default address; without one, where the last order went. */
export function usualDelivery(
  book: readonly { isDefault: boolean; phone: string; text: string }[],
  last: Delivery | undefined,
): Delivery | undefined {
  const known = book.find(({ isDefault }) => isDefault);
  if (known) return { phone: known.phone || (last?.phone ?? ''), address: known.text };
  return last && { phone: last.phone, address: last.address };
}
