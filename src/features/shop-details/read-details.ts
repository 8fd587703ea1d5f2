import type { Cents, PriceStyle } from '#contracts/money.ts';
import { dayIn } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Database } from '#platform/database/database.ts';

/** Returns the current date in the shop's time zone: 2026-11-26. */
export async function todayOf(
  { details, clock }: Pick<AppContext, 'details' | 'clock'>,
  within?: Database,
): Promise<string> {
  return dayIn(clock.now(), (await details.read(within)).region.zone);
}

/** How the shop writes prices, and the step of which all prices are multiples. */
export type PriceTerms = PriceStyle & { stepCents: Cents };

/** Reads the current terms. `within`: the transaction in progress, if any. */
export async function readPriceTerms(
  { config: { currency }, cardPayments, details }: AppContext,
  within?: Database,
): Promise<PriceTerms> {
  const { currencyDisplay } = (await details.read(within)).look;
  return { currency, currencyDisplay, stepCents: cardPayments.chargeStepCents(currency) };
}
