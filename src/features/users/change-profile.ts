import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { ProfileChange } from './contract.ts';
import { type CurrentUser, updateProfile } from './store.ts';

/** Changes one's own profile, the name at the provider too (decision 22). Answers how many profiles that changed. */
export async function changeProfile(
  context: AppContext,
  currentUser: CurrentUser,
  change: ProfileChange,
): Promise<number> {
  const { name, education, linkedin, phone, city, district } = change;
  if (name !== undefined) await context.identityProvider.rename(currentUser.subject, name);
  const fields = { display_name: name, education, linkedin, phone, city, district };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return 0;
  await context.db.transaction().execute(async (tx) => {
    await updateProfile(tx, currentUser.userId, Object.fromEntries(given));
    const fields = given.map(([field]) => field).join(', ');
    await recordAudit(context, tx, {
      action: 'profile_changed',
      userId: currentUser.userId,
      details: { fields },
    });
  });
  return 1;
}
