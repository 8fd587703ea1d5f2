import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { accountRuleTexts } from '#texts/validation.ts';
import type { ProfileChange } from './contract.ts';
import { type CurrentUser, updateProfile } from './store.ts';
import { readVatNumber } from './vat-number.ts';

/** Changes one's own profile, the name at the provider too (decision 22). Answers
 * how many profiles that changed.
 * @throws AppError invalid_input for what is no VAT number. */
export async function changeProfile(
  context: AppContext,
  currentUser: CurrentUser,
  change: ProfileChange,
): Promise<number> {
  const { name, education, linkedin, phone, city, district, company, vatNumber } = change;
  const vat = vatNumber === undefined ? undefined : vatColumns(vatNumber);
  if (name !== undefined) await context.identityProvider.rename(currentUser.subject, name);
  const fields = { display_name: name, education, linkedin, phone, city, district, company, ...vat };
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

function vatColumns(typed: string) {
  const read = typed === '' ? { number: '', country: '' } : readVatNumber(typed);
  if (!read)
    throw new AppError('invalid_input', accountRuleTexts.profile.noVatNumber, { field: 'vatNumber' });
  return { vat_number: read.number, vat_country: read.country };
}
