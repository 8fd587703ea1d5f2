import { recordAudit } from '#features/audit/record-audit.ts';
import type { Shop } from '#features/shop.ts';
import type { ProfileChange } from './contract.ts';
import { type Asker, updateProfile } from './store.ts';

/**
 * Changes the asker's own profile; the name goes to the identity provider too (decision 22).
 * Answers how many profiles that changed: none when nothing was given.
 */
export async function changeProfile(shop: Shop, asker: Asker, change: ProfileChange): Promise<number> {
  const { name, education, linkedin, phone, city, district } = change;
  if (name !== undefined) await shop.identityProvider.rename(asker.subject, name);
  const fields = { display_name: name, education, linkedin, phone, city, district };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return 0;
  await shop.db.transaction().execute(async (tx) => {
    await updateProfile(tx, asker.userId, Object.fromEntries(given));
    const fields = given.map(([field]) => field).join(', ');
    await recordAudit(shop, tx, { action: 'profile changed', userId: asker.userId, details: { fields } });
  });
  return 1;
}
