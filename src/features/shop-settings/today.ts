import { dayIn } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

/** The day that it is in the shop's time zone: 2026-11-26. */
export async function todayOf(
  { details, clock }: Pick<AppContext, 'details' | 'clock'>,
  within?: DatabaseTransaction,
): Promise<string> {
  return dayIn(clock.now(), (await details.read(within)).time.zone);
}
