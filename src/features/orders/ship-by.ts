import { hasDuty } from '#contracts/duties.ts';
import { DEFAULT_SHIP_DAYS } from '#contracts/ships-by.ts';
import { addDays } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { shipsWithinText } from './texts/parcels.ts';

type Details = Pick<AppContext, 'details' | 'clock'>;

/** Whether the law says until when the shop's orders must ship (decision 132). */
export async function hasShipBy({ details }: Details, within?: DatabaseTransaction): Promise<boolean> {
  const { region, law } = await details.read(within);
  return hasDuty({ country: region.country, customers: law.customers }, 'ship-in-time');
}

/** Returns what the shop promises about shipping, in one line; empty where it has not promised less than the
 * law's 30 days, or no law asks for a promise. */
export async function promisedShipping(context: Details): Promise<string> {
  const { shipsWithin = DEFAULT_SHIP_DAYS } = (await context.details.read()).contact;
  const isPromised = shipsWithin !== DEFAULT_SHIP_DAYS && (await hasShipBy(context));
  return isPromised ? shipsWithinText(shipsWithin) : '';
}

/** Returns the last day on which an order that is paid today must ship, as the shop promises; null where no
 * law asks for one. */
export async function shipByOfPaid(context: Details, tx: DatabaseTransaction): Promise<string | null> {
  if (!(await hasShipBy(context, tx))) return null;
  const { shipsWithin } = (await context.details.read(tx)).contact;
  return addDays(await todayOf(context, tx), shipsWithin ?? DEFAULT_SHIP_DAYS);
}
