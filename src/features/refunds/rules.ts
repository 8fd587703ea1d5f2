import { AppError } from '#contracts/app-error.ts';
import { type Cents, formatCents, toPrice } from '#contracts/money.ts';
import { refundErrorTexts } from '#features/orders/texts/errors.ts';
import type { PriceTerms } from '#features/shop-settings/read-details.ts';

/** Where a refund may stand, and every move that is allowed from there. Money that was given back may still
 * come back from the bank; another try is made, and staff give it back another way, only of what the
 * provider has said to have failed. */
export const refundMoves = {
  due: { given: 'done', refused: 'failed' },
  done: { refused: 'failed' },
  failed: { retried: 'due', marked: 'done' },
} as const;

export type RefundState = keyof typeof refundMoves;

type RefundMove = 'given' | 'refused' | 'retried' | 'marked';

/** The state that a refund's move leads to; `undefined` where it is late, or was heard before. */
export function nextRefundState(state: RefundState, move: RefundMove): RefundState | undefined {
  const moves: Partial<Record<RefundMove, RefundState>> = refundMoves[state];
  return moves[move];
}

/** What was paid for an order, and what of it goes back already. `deliveryLeftCents`: what is left of the
 * delivery of its payment, which all orders of that share. */
export type PaidLine = {
  paidCents: Cents;
  refundedCents: Cents;
  deliveryLeftCents: Cents;
  quantity: number;
  refundedQuantity: number;
};

/** What staff ask to give back: an amount, so many units, or what is left of the delivery. */
export type AskedRefund = { amountCents: Cents | undefined } | { quantity: number } | { delivery: true };

/** `deliveryCents` of `amountCents` are of the delivery. */
type RefundSum = { amountCents: Cents; deliveryCents: Cents };

/** What was paid for so many of an order's units, each of which costs the same: rounded half up to the
 * smallest amount that can be charged, so that all of them together are what was paid for all, but
 * for what is smaller than that. */
function priceOfFirst(units: number, { paidCents, quantity }: PaidLine, stepCents: Cents): Cents {
  const steps = BigInt(Math.floor(paidCents / stepCents));
  const whole = BigInt(quantity);
  return Number((2n * steps * BigInt(units) + whole) / (2n * whole)) * stepCents;
}

/** How much a refund gives back: an amount of the goods first, then of the delivery; units at what was paid
 * for them, within what is left, the last of them all that is left. Nothing but that last rest is smaller
 * than `stepCents`, or no multiple of it.
 * @throws AppError invalid_input for no amount of the currency, conflict for more than is left. */
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
  const unitsLeft = line.quantity - line.refundedQuantity;
  if (asked.quantity > unitsLeft)
    throw new AppError('conflict', refundErrorTexts.moreUnitsThanLeft(unitsLeft), {
      field: 'quantity',
      current: unitsLeft,
    });
  const before = priceOfFirst(line.refundedQuantity, line, stepCents);
  const price = priceOfFirst(line.refundedQuantity + asked.quantity, line, stepCents) - before;
  const amountCents = asked.quantity === unitsLeft ? goodsLeft : inSteps(Math.min(price, goodsLeft));
  if (amountCents > 0) return { amountCents, deliveryCents: 0 };
  throw new AppError('conflict', refundErrorTexts.noGoodsLeft, { field: 'quantity' });
}

/** What stands in the place of the provider's own id where staff gave a refund back by hand. */
export const handRefundId = (refundId: string): string => `hand_${refundId}`;

/** Whether a refund that was made goes by such an id. */
export const isGivenByHand = (providerRefundId: string | null): boolean =>
  providerRefundId?.startsWith('hand_') ?? false;

/** What the provider knows a refund by. Each try has a key of its own, since a failed one
 * is answered again under its key. */
export const refundKey = ({ id, attempt }: { id: string; attempt: number }): string =>
  attempt === 1 ? id : `${id}:${attempt}`;

/** Which refund, and which try of it, a key stands for. */
export function readRefundKey(key: string): { id: string; attempt: number } | undefined {
  const [, id, attempt = '1'] = /^([0-9a-f-]{36})(?::(\d{1,6}))?$/.exec(key) ?? [];
  return id === undefined ? undefined : { id, attempt: Number(attempt) };
}
