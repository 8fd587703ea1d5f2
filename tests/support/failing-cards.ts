import type { AppContext } from '#features/app-context.ts';
import { type CardPayments, CardPaymentsError } from '#platform/payments/card-payments.ts';

type NetworkCall =
  | 'createIntent'
  | 'retrieveIntent'
  | 'cancelIntent'
  | 'refund'
  | 'retrieveRefund'
  | 'retrieveDispute';

/** Fails calls to the card provider while `during` runs. With `after`, the provider completes its work and
 * only the response is lost, as when a connection breaks or the process dies in between. */
export async function failCalls<Result>(
  shop: AppContext,
  calls: NetworkCall[],
  during: () => Promise<Result>,
  options: { after?: boolean } = {},
): Promise<Result> {
  const working = shop.cardPayments;
  const broken: Partial<CardPayments> = {};
  for (const call of calls) {
    const work: (...args: never[]) => Promise<unknown> = working[call];
    broken[call] = async (...args: unknown[]) => {
      if (options.after) await work(...(args as never[]));
      throw new CardPaymentsError('the provider did not answer');
    };
  }
  shop.cardPayments = { ...working, ...broken };
  try {
    return await during();
  } finally {
    shop.cardPayments = working;
  }
}
