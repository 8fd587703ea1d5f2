import { AppError } from '#contracts/app-error.ts';
import { type Cents, formatPrice, toPrice } from '#contracts/money.ts';
import { refundErrorTexts } from '../texts/errors.ts';

/** Where a refund may stand, and every move that is allowed from there. Money that was given back may still come back from
 * the bank; another try is made only of what the provider has said to have failed. */
export const refundMoves = {
  due: { given: 'done', refused: 'failed' },
  done: { refused: 'failed' },
  failed: { retried: 'due' },
} as const;

export type RefundState = keyof typeof refundMoves;

type RefundMove = 'given' | 'refused' | 'retried';

/** The state that a refund's move leads to; `undefined` where it is late, or was heard before. */
export function nextRefundState(state: RefundState, move: RefundMove): RefundState | undefined {
  const moves: Partial<Record<RefundMove, RefundState>> = refundMoves[state];
  return moves[move];
}

/** What was paid for an order, and what of it goes back already. */
export type PaidLine = {
  paidCents: Cents;
  refundedCents: Cents;
  quantity: number;
  refundedQuantity: number;
};

/** What was paid for so many of an order's units, each of which costs the same: rounded half up to the smallest amount that
 * can be charged, so that all of them together are what was paid for all. */
function priceOfFirst(units: number, { paidCents, quantity }: PaidLine, stepCents: Cents): Cents {
  const steps = BigInt(paidCents / stepCents);
  const whole = BigInt(quantity);
  return Number((2n * steps * BigInt(units) + whole) / (2n * whole)) * stepCents;
}

/** How much a refund gives back. @throws AppError invalid_input for no amount of the currency, conflict for more than is left. */
export function refundAmount(
  line: PaidLine,
  asked: { amountCents: Cents | undefined } | { quantity: number },
  { currency, stepCents }: { currency: string; stepCents: Cents },
): Cents {
  const left = line.paidCents - line.refundedCents;
  const shown = (cents: Cents) => formatPrice(toPrice(cents, currency), currency);
  if (left === 0) throw new AppError('conflict', refundErrorTexts.nothingLeft);
  if (!('quantity' in asked)) {
    const { amountCents } = asked;
    if (amountCents === undefined || amountCents % stepCents !== 0)
      throw new AppError('invalid_input', refundErrorTexts.noAmount(shown(stepCents)), { field: 'amount' });
    if (amountCents <= left) return amountCents;
    throw new AppError('conflict', refundErrorTexts.moreThanLeft(shown(left)), {
      field: 'amount',
      current: toPrice(left, currency),
    });
  }
  const unitsLeft = line.quantity - line.refundedQuantity;
  if (asked.quantity > unitsLeft)
    throw new AppError('conflict', refundErrorTexts.moreUnitsThanLeft(unitsLeft), {
      field: 'quantity',
      current: unitsLeft,
    });
  const before = priceOfFirst(line.refundedQuantity, line, stepCents);
  const amount = priceOfFirst(line.refundedQuantity + asked.quantity, line, stepCents) - before;
  if (amount > 0 && amount <= left) return amount;
  throw new AppError('conflict', refundErrorTexts.moreThanLeft(shown(left)), {
    field: 'quantity',
    current: toPrice(left, currency),
  });
}

/** What the provider knows a refund by. Each try has a key of its own, since a failed one is answered again under its key. */
export const refundKey = ({ id, attempt }: { id: string; attempt: number }): string =>
  attempt === 1 ? id : `${id}:${attempt}`;

/** Which refund, and which try of it, a key stands for. */
export function readRefundKey(key: string): { id: string; attempt: number } | undefined {
  const [, id, attempt = '1'] = /^([0-9a-f-]{36})(?::(\d{1,6}))?$/.exec(key) ?? [];
  return id === undefined ? undefined : { id, attempt: Number(attempt) };
}
