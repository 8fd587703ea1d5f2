import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { mayBeBlocked } from '#features/orders/payment-store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { type Blocking, orderIdsOf, type PaymentRequest, preparePayment } from './prepare-payment.ts';
import { releaseHold } from './release-hold.ts';

/** Thrown while orders with blocking payments or quotes are locked, to roll the transaction back. */
export class BlockingPayments extends Error {
  readonly blocking: Blocking;

  constructor(blocking: Partial<Blocking>) {
    super('payments or quotes must end first');
    this.blocking = { payments: [], quotes: [], ...blocking };
  }
}

/** Ends what blocks a new payment before its units are reserved, because no transaction may wait for the card
 * provider. Ends nothing for a request that is refused anyway. @throws what `preparePayment` throws;
 * CardPaymentsError */
export async function endBlockingPayments(context: AppContext, request: PaymentRequest): Promise<void> {
  const orderIds = orderIdsOf(request);
  if (orderIds && !(await mayBeBlocked(context.db, orderIds))) return;
  const prepared = await context.db.transaction().execute((tx) => preparePayment(context, tx, request));
  await end(context, prepared.blocking);
}

/** Ends payments and quotes. A payment that succeeded at the provider is recorded as paid. */
async function end(context: AppContext, { payments, quotes }: Blocking): Promise<void> {
  for (const { id } of payments) await releaseHold(context, id);
  for (const { id } of quotes) await expireQuote(context, id);
}

/** How often other payments may block the same work before the caller is asked to try again. */
const MAX_TRIES = 3;

/** Runs `work`, and retries it after ending what blocks it. @throws what `work` throws; AppError conflict;
 * CardPaymentsError */
export async function retryUnblocked<Result>(
  context: AppContext,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BlockingPayments)) throw error;
      await end(context, error.blocking);
    }
  }
  throw new AppError('conflict', orderErrorTexts.beingPaid);
}
