import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contracts/app-error.ts';
import { type DetailsSection, detailsSections } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { isLikelyVatNumber } from '#features/users/vat-number.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { shopDetailsRuleTexts } from '#texts/shop-details.ts';
import type { DetailsChange, ManagedDetails } from './contract.ts';
import {
  type DetailsRow,
  defaultsBeside,
  isKnownLogo,
  lockOwnDetails,
  type OwnDetails,
  serializeManagedDetails,
  writeOwnDetails,
} from './store.ts';
import { detailsErrorTexts } from './texts/manage.ts';

/** Changes sections of the shop's details that are still as `version` says.
 * What changes nothing is no change.
 * @throws AppError version_conflict, with the details as they are now;
 * invalid_input for a logo that is not there. */
export async function changeDetails(
  context: AppContext,
  { version, ...sections }: DetailsChange,
): Promise<ManagedDetails> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockOwnDetails(tx);
    if (before.version !== version) {
      const current = serializeManagedDetails(before);
      throw new AppError('version_conflict', detailsErrorTexts.changedMeanwhile, {
        field: 'version',
        current,
      });
    }
    await checkLogo(tx, sections.look?.logo);
    checkVatNumber(sections.business?.vatNumber, before.own.business?.vatNumber);
    const own = withChanges(before, sections);
    const changed = detailsSections.filter((name) => !isDeepStrictEqual(own[name], before.own[name]));
    if (changed.length === 0) return serializeManagedDetails(before);
    const after = await writeOwnDetails(tx, own);
    const details = { sections: changed.join(', '), version: after.version };
    await recordAudit(context, tx, { action: 'details_changed', details });
    await invalidateEverywhere(tx);
    return serializeManagedDetails(after);
  });
}

/** @throws AppError for a logo that nobody uploaded */
async function checkLogo(tx: DatabaseTransaction, logo = ''): Promise<void> {
  if (logo === '' || (await isKnownLogo(tx, logo))) return;
  throw new AppError('invalid_input', shopDetailsRuleTexts.noLogo, { field: 'look.logo' });
}

/** @throws AppError for a number whose check digits are not its country's, unless it was there before */
function checkVatNumber(number = '', before = ''): void {
  if (number === '' || number === before || isLikelyVatNumber(number)) return;
  throw new AppError('invalid_input', shopDetailsRuleTexts.noVatNumber, { field: 'business.vatNumber' });
}

/** What is the owner's after a change. A section that says what its default says follows the default. */
function withChanges(before: DetailsRow, sections: Omit<DetailsChange, 'version'>): OwnDetails {
  const given = Object.entries(sections).filter(([, section]) => section !== undefined);
  const next: OwnDetails = { ...before.own, ...Object.fromEntries(given) };
  const defaults = defaultsBeside({ ...before, own: next });
  const isOwn = (name: DetailsSection) => next[name] && !isDeepStrictEqual(next[name], defaults[name]);
  return Object.fromEntries(detailsSections.filter(isOwn).map((name) => [name, next[name]]));
}
