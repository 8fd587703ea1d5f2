import { AppError } from '#contracts/app-error.ts';
import { quoteErrorTexts, quoteMoveWords, quoteStateWords } from './texts/quotes.ts';

/** Where a quote may stand, and every move that is allowed from there. One that is not listed is not. */
export const quoteMoves = {
  asked: { offered: 'offered', declined: 'declined', withdrawn: 'withdrawn' },
  offered: {
    offered: 'offered',
    accepted: 'accepted',
    declined: 'declined',
    withdrawn: 'withdrawn',
    expired: 'expired',
  },
  accepted: { paid: 'paid', declined: 'declined', withdrawn: 'withdrawn', expired: 'expired' },
  paid: {},
  declined: {},
  withdrawn: {},
  expired: {},
} as const;

export type QuoteState = keyof typeof quoteMoves;

export type QuoteMove = { [State in QuoteState]: keyof (typeof quoteMoves)[State] }[QuoteState];

export const quoteStates = Object.keys(quoteMoves) as [QuoteState, ...QuoteState[]];

/** The states of a quote that has not ended: an order is in one such quote at
 * most, and is changed by it alone. */
export const openQuoteStates = ['asked', 'offered', 'accepted'] as const satisfies QuoteState[];
export type OpenQuoteState = (typeof openQuoteStates)[number];

/** So many quotes that one buyer has asked for may be open at once. */
export const MAX_ASKED_QUOTES = 20;

/** So many days from now an offer may be good for at most. */
export const MAX_QUOTE_DAYS = 90;

type Standing = { state: QuoteState; expires_at: Date | null; invoiced: boolean };

/** Whether a quote's minute has passed: from then on nothing is done by it, whether or not that has been
 * written yet. None passes while an order of it is on an open invoice. */
export const isExpired = ({ state, expires_at, invoiced }: Standing, now: Date): boolean =>
  !invoiced && openQuoteStates.some((open) => open === state) && expires_at !== null && expires_at <= now;

/** Where a quote stands at this moment. */
export const quoteStateAt = (quote: Standing, now: Date): QuoteState =>
  isExpired(quote, now) ? 'expired' : quote.state;

/** Whether something can still be done by a quote. */
export const isOpenAt = (quote: Standing, now: Date): boolean =>
  openQuoteStates.some((open) => open === quoteStateAt(quote, now));

/** Checks that a quote may make a move at this moment. @throws AppError conflict when it may not. */
export function checkQuoteMove(quote: Standing, move: QuoteMove, now: Date): void {
  const state = quoteStateAt(quote, now);
  if (move in quoteMoves[state]) return;
  throw new AppError('conflict', quoteErrorTexts.illegalMove(quoteStateWords[state], quoteMoveWords[move]));
}
