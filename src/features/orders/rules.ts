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

/** More than anyone pays for; every order costs work in each list and total that it is in. */
export const MAX_UNPAID_ORDERS = 500;

/** The state that each move leads to, per state. Moves that are not listed are not allowed. */
type StateTable = Record<string, Record<string, string>>;

type MovesOf<Table> = { [State in keyof Table]: keyof Table[State] }[keyof Table] & string;

/** How long a shipment can be undone; its email is sent only after that. */
export const UNDO_SHIP_MS = 10_000;

/** The states of a payment, and the moves allowed from each. A cancelled payment that succeeds after all is
 * still captured, or refunded if its order can no longer be served: the money movement decides (decision
 * 14). A refund can fail after it succeeded, which makes the payment's due again. */
export const paymentMoves = {
  live: { captured: 'succeeded', released: 'cancelled', called_back: 'refund_due' },
  cancelled: { captured: 'succeeded', called_back: 'refund_due' },
  refund_due: { refunded: 'refunded' },
  succeeded: {},
  refunded: { bounced: 'refund_due' },
} as const satisfies StateTable;

export type PaymentState = keyof typeof paymentMoves;

export type PaymentMove = MovesOf<typeof paymentMoves>;

/** Returns the state that a payment's move leads to. @throws Error if the table does not allow it */
export function nextPaymentState(state: PaymentState, move: PaymentMove): PaymentState {
  const moves: Partial<Record<PaymentMove, PaymentState>> = paymentMoves[state];
  const next = moves[move];
  if (!next) throw new Error(`a payment that is ${state} cannot be ${move}`);
  return next;
}

export type ToolTerms = { minOrderQuantity: number; availableQuantity: number; packStep?: number };

/** Returns the units for an order of `requested` units: a quantity below the minimum is raised to it. @throws
 * AppError out_of_stock if less than the minimum is available; invalid_input above the available whole packs,
 * and for a partial pack */
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

/** Returns an order's total in minor units. @throws AppError invalid_input if it exceeds the maximum of a
 * card payment */
export function orderTotalCents(unitPriceCents: Cents, quantity: number, priceStyle: PriceStyle): Cents {
  const totalCents = unitPriceCents * quantity;
  if (totalCents <= MAX_CHARGE_CENTS) return totalCents;
  const most = formatCents(MAX_CHARGE_CENTS, priceStyle);
  throw new AppError('invalid_input', orderErrorTexts.tooMuch(most), {
    field: 'minQuantity',
  });
}

/** Tolerance for a client's own floating-point multiplication, as a fraction of the amount. */
const FLOAT_NOISE = 1e-9;

/** Converts a price from the wire to whole minor units, allowing for floating-point error (3 × 0.1 =
 * 0.30000000000000004). Returns `undefined` for a price that is not an amount of `currency`. */
export function centsOfPrice(price: number, currency: string): Cents | undefined {
  const rounded = Number(price.toFixed(currencyDigits(currency)));
  if (Math.abs(rounded - price) > Math.abs(price) * FLOAT_NOISE) return undefined;
  return toCents(rounded, currency);
}

/** Checks that a client saw what the shop charges. @throws AppError price_changed, with the
 * right amount */
export function checkSeenPrice(seenPrice: number, totalCents: Cents, priceStyle: PriceStyle): void {
  const { currency } = priceStyle;
  if (centsOfPrice(seenPrice, currency) === totalCents) return;
  const right = formatCents(totalCents, priceStyle);
  throw new AppError('price_changed', orderErrorTexts.otherPrice(right), {
    field: 'price',
    current: toPrice(totalCents, currency),
  });
}

const ORDER_NUMBER = /^[\s#]*([a-z][a-z0-9]{0,5}?)?[\s-]*#?\s*(\d{1,18})\s*$/i;

/** Parses an order number as typed: 'TY-10482', '#TY-10482', 'ty 10482', '#10482', '10482'. The prefix in
 * capitals is any that a shop may have chosen, and so may be a word: 'DRILL' of 'drill 10'. */
export function readOrderNumber(text: string): { prefix: string | undefined; digits: string } | undefined {
  const [, prefix, digits] = ORDER_NUMBER.exec(text) ?? [];
  return digits === undefined ? undefined : { prefix: prefix?.toUpperCase(), digits };
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
