import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '#features/app-context.ts';
import { type CardPayments, CardPaymentsError } from '#platform/payments/card-payments.ts';

/** What happens to a call to the provider. `reset` and `500`: it has no effect. `answer lost`: it has.
 * `timeout`: no answer comes in time, and it takes effect afterwards. */
export type ProviderFault = 'none' | 'reset' | '500' | 'answer lost' | 'timeout';

/** A provider that fails periodically until `mend`. */
export type FaultyProvider = {
  met: Record<ProviderFault, number>;
  /** Ends the faults, once all calls that timed out have taken effect. */
  mend(): Promise<void>;
};

const networkCalls = ['createIntent', 'retrieveIntent', 'cancelIntent', 'refund', 'retrieveRefund'] as const;
const LATE_MS = 20;
// Eleven faults, so that they shift across the calls of a payment.
const faults: ProviderFault[] = [
  'none',
  'answer lost',
  'none',
  'none',
  'timeout',
  'none',
  'reset',
  'none',
  'none',
  '500',
  'none',
];

/** Applies the faults in turn to all calls of the shop to its card provider. */
export function breakProvider(shop: AppContext): FaultyProvider {
  const working = shop.cardPayments;
  const met: Record<ProviderFault, number> = { none: 0, reset: 0, '500': 0, 'answer lost': 0, timeout: 0 };
  const late = new Set<Promise<unknown>>();
  let turn = 0;
  const broken: Partial<Record<(typeof networkCalls)[number], unknown>> = {};
  for (const call of networkCalls) {
    const work: (...args: never[]) => Promise<unknown> = working[call];
    broken[call] = async (...args: never[]) => {
      const fault = faults[turn++ % faults.length] ?? 'none';
      met[fault] += 1;
      if (fault === 'none') return work(...args);
      if (fault === 'answer lost') await work(...args);
      if (fault === 'timeout') {
        const done = pause(LATE_MS).then(() => work(...args));
        late.add(done);
        done.catch(() => undefined).finally(() => late.delete(done));
      }
      throw new CardPaymentsError(`the provider did not answer: ${fault}`);
    };
  }
  shop.cardPayments = { ...working, ...(broken as Partial<CardPayments>) };
  return {
    met,
    async mend() {
      shop.cardPayments = working;
      await Promise.allSettled(late);
    },
  };
}
