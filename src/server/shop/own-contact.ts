import type { AppContext } from '#features/app-context.ts';
import { findDetails } from '#features/shop-settings/store.ts';
import { defaultDetails } from '#features/shop-settings/texts/defaults.ts';
import { StartFailure } from './start-failure.ts';

/** What of the shop's contacts is still the made-up ones that it begins with; in words, or
 * `undefined` where all are its own. */
export async function madeUpContacts({ db }: Pick<AppContext, 'db'>): Promise<string | undefined> {
  const { contact } = await findDetails(db);
  const example = defaultDetails('', '').contact;
  const made = (['address', 'email'] as const).filter((name) => contact[name] === example[name]);
  if (made.length === 0) return undefined;
  return `the shop’s ${made.join(' and ')} ${made.length > 1 ? 'are' : 'is'} still made up, and would stand on every invoice: change ${made.length > 1 ? 'them' : 'it'} in Shop Details`;
}

/** @throws StartFailure where a live shop would send invoices from an address that is nobody's */
export async function assertOwnContact(context: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  if (context.config.mode !== 'live') return;
  const words = await madeUpContacts(context);
  if (words) throw new StartFailure(`SHOP_MODE=live doesn’t start yet: ${words}, with SHOP_MODE=trial.`);
}
