import { AppError } from '#contracts/app-error.ts';
import { type Cents, formatCents, toPrice } from '#contracts/money.ts';
import { refundErrorTexts } from '#features/orders/texts/errors.ts';
import type { PriceTerms } from '#features/shop-details/read-details.ts';

/** The states of a refund: `due` while the provider is asked for it, `done` once movements have given all of
 * it, and `failed` when it is up to staff. A completed one fails if the bank returns its money; a failed one
 * is due again if staff retry it, and done if money comes otherwise: by hand, or in the provider's
 * dashboard. */
export const refundStates = ['due', 'done', 'failed'] as const;

/** What was paid for an order, and what of it is already refunded. `deductedCents`: what returns have deducted
 * from the price of its units; `returningQuantity`: units that only receiving their return refunds;
 * `deliveryLeftCents`: what is left of its payment's delivery, which all orders of the payment share. */
export type PaidLine = {
  paidCents: Cents;
  refundedCents: Cents;
  deductedCents?: Cents;
  deliveryLeftCents: Cents;
  quantity: number;
  refundedQuantity: number;
  returningQuantity?: number;
};

/** The refund that staff request: an amount, a number of units, or what is left of the delivery. */
export type AskedRefund = { amountCents: Cents | undefined } | { quantity: number } | { delivery: true };

/** `deliveryCents` is the part of `amountCents` that is delivery. */
type RefundSum = { amountCents: Cents; deliveryCents: Cents };

/** Returns the price paid for the first `units` of an order, at equal prices: rounded half up to the smallest
 * amount that can be charged, so that all units together amount to the price paid, except for a remainder
 * below that. */
function priceOfFirst(
  units: number,
  { paidCents, quantity }: Pick<PaidLine, 'paidCents' | 'quantity'>,
  stepCents: Cents,
): Cents {
  const steps = BigInt(Math.floor(paidCents / stepCents));
  const whole = BigInt(quantity);
  return Number((2n * steps * BigInt(units) + whole) / (2n * whole)) * stepCents;
}

/** Computes the amount of a refund: an amount is taken from the goods first, then from the delivery; units
 * are refunded at the price paid, within what is left, and the last ones get all that is left. Only that last
 * remainder may be smaller than `stepCents` or not a multiple of it. @throws AppError invalid_input for an
 * invalid amount of the currency; conflict for more than is left */
export function refundSum(line: PaidLine, asked: AskedRefund, terms: PriceTerms): RefundSum {
  const { currency, stepCents } = terms;
  const shown = (cents: Cents) => formatCents(cents, terms);
  const inSteps = (cents: Cents) => cents - (cents % stepCents);
  const goodsLeft = line.paidCents - line.refundedCents;
  const left = goodsLeft + line.deliveryLeftCents;
  if (left === 0) throw new AppError('conflict', refundErrorTexts.nothingLeft);
  if ('amountCents' in asked) {
    const { amountCents } = asked;
    if (amountCents === undefined || (amountCents % stepCents !== 0 && amountCents !== left))
      throw new AppError('invalid_input', refundErrorTexts.noAmount(shown(stepCents)), { field: 'amount' });
    if (amountCents <= left) return { amountCents, deliveryCents: Math.max(amountCents - goodsLeft, 0) };
    throw new AppError('conflict', refundErrorTexts.moreThanLeft(shown(left)), {
      field: 'amount',
      current: toPrice(left, currency),
    });
  }
  if ('delivery' in asked) {
    const deliveryCents = goodsLeft === 0 ? line.deliveryLeftCents : inSteps(line.deliveryLeftCents);
    if (deliveryCents > 0) return { amountCents: deliveryCents, deliveryCents };
    throw new AppError('conflict', refundErrorTexts.noDeliveryLeft, { field: 'delivery' });
  }
  const { returningQuantity = 0 } = line;
  const unitsLeft = line.quantity - line.refundedQuantity - returningQuantity;
  if (asked.quantity > unitsLeft)
    throw new AppError('conflict', tooManyUnits(returningQuantity, unitsLeft), {
      field: 'quantity',
      current: unitsLeft,
    });
  const amountCents = unitsCents(line, asked.quantity, stepCents);
  if (amountCents > 0) return { amountCents, deliveryCents: 0 };
  throw new AppError('conflict', refundErrorTexts.noGoodsLeft, { field: 'quantity' });
}

const tooManyUnits = (returning: number, left: number) =>
  (returning > 0 ? refundErrorTexts.returning : refundErrorTexts.moreUnitsThanLeft)(left);

/** Returns what a number of an order's units is refunded at: the price paid, within what is left. The last
 * ones get all that is left, except what was deducted from others. 0 if nothing is left. */
export function unitsCents(
  line: Omit<PaidLine, 'deliveryLeftCents'>,
  units: number,
  stepCents: Cents,
): Cents {
  const { paidCents, refundedCents, refundedQuantity, quantity, deductedCents = 0 } = line;
  const goodsLeft = paidCents - refundedCents;
  const before = priceOfFirst(refundedQuantity, line, stepCents);
  if (refundedQuantity + units === quantity)
    return deductedCents === 0 ? goodsLeft : Math.min(paidCents - before, goodsLeft);
  const cents = Math.min(priceOfFirst(refundedQuantity + units, line, stepCents) - before, goodsLeft);
  return cents - (cents % stepCents);
}

/** Idempotency key of a refund at the provider. Each attempt has its own key, since the provider would repeat
 * the failed reply for the same key. */
export const refundKey = ({ id, attempt }: { id: string; attempt: number }): string =>
  attempt === 1 ? id : `${id}:${attempt}`;

/** Parses the refund's id and attempt from a key. */
export function readRefundKey(key: string): { id: string; attempt: number } | undefined {
  const [, id, attempt = '1'] = /^([0-9a-f-]{36})(?::(\d{1,6}))?$/.exec(key) ?? [];
  return id === undefined ? undefined : { id, attempt: Number(attempt) };
}
