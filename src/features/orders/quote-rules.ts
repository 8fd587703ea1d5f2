import { AppError } from '#contracts/app-error.ts';
import { quoteErrorTexts, quoteMoveWords, quoteStateWords } from './texts/quotes.ts';

/** The states of a quote, and the moves allowed from each. Moves that are not listed are not allowed. */
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

/** The states of a quote that has not ended: an order is in at most one such quote, and only changes through
 * it. */
export const openQuoteStates = ['asked', 'offered', 'accepted'] as const satisfies QuoteState[];
export type OpenQuoteState = (typeof openQuoteStates)[number];

/** Maximum number of open quotes that one buyer has requested. */
export const MAX_ASKED_QUOTES = 20;

/** Maximum validity of an offer, in days from now. */
export const MAX_QUOTE_DAYS = 90;

type Standing = { state: QuoteState; expires_at: Date | null; invoiced: boolean };

/** Whether a quote has passed its expiry: nothing can be done with it then, even if its state has not been
 * updated yet. A quote with an order on an open invoice does not expire. */
export const isExpired = ({ state, expires_at, invoiced }: Standing, now: Date): boolean =>
  !invoiced && openQuoteStates.some((open) => open === state) && expires_at !== null && expires_at <= now;

/** Returns a quote's state at this moment. */
export const quoteStateAt = (quote: Standing, now: Date): QuoteState =>
  isExpired(quote, now) ? 'expired' : quote.state;

/** Whether a quote is still open. */
export const isOpenAt = (quote: Standing, now: Date): boolean =>
  openQuoteStates.some((open) => open === quoteStateAt(quote, now));

/** Checks that a quote allows a move at this moment. @throws AppError conflict if not */
export function checkQuoteMove(quote: Standing, move: QuoteMove, now: Date): void {
  const state = quoteStateAt(quote, now);
  if (move in quoteMoves[state]) return;
  throw new AppError('conflict', quoteErrorTexts.illegalMove(quoteStateWords[state], quoteMoveWords[move]));
}
