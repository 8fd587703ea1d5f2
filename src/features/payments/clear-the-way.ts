import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Payment } from '#features/orders/payment-store.ts';
import type { QuoteWithLines } from '#features/orders/quote-store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { releaseHold } from './release-hold.ts';

/** Payments and quotes that must end before what was asked for can be done: payments of the same orders, and what has run out.
 * What was done under this transaction is undone. */
export class InTheWay extends Error {
  readonly paymentIds: string[];
  readonly quoteIds: string[];

  constructor(payments: Payment[], quotes: QuoteWithLines[] = []) {
    super('payments or quotes are in the way');
    this.paymentIds = payments.map(({ id }) => id);
    this.quoteIds = quotes.map(({ id }) => id);
  }
}

/** Ends what is in the way; a payment that has succeeded is counted. @throws CardPaymentsError */
export async function clearTheWay(context: AppContext, { paymentIds, quoteIds }: InTheWay): Promise<void> {
  for (const paymentId of paymentIds) await releaseHold(context, paymentId);
  for (const quoteId of quoteIds) await expireQuote(context, quoteId);
}

/** How often a payment may be started anew meanwhile before whoever asks is asked to try again. */
const MAX_TRIES = 3;

/** Does `work`; what is in its way is ended, and all of it is tried again.
 * @throws what `work` throws; AppError conflict; CardPaymentsError. */
export async function withClearWay<Result>(
  context: AppContext,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof InTheWay)) throw error;
      await clearTheWay(context, error);
    }
  }
  throw new AppError('conflict', orderErrorTexts.beingPaid);
}
