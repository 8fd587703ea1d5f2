import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contracts/app-error.ts';
import { toCents } from '#contracts/money.ts';
import { type DetailsSection, detailsSections } from '#contracts/shop-details.ts';
import { isCountry } from '#features/addresses/address-rules.ts';
import { findState } from '#features/addresses/state-rules.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { tellAdmins } from '#features/users/safety-emails.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { isLikelyVatNumber } from '#features/users/vat-number.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { lockFactors } from '#platform/identity/embedded/factors.ts';
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

/** Changes sections of the shop's details if they are unchanged since `version`. A change to the same values
 * is not a change. @throws AppError version_conflict, with the current details; invalid_input for a missing
 * logo; conflict if whoever demands a second factor has none */
export async function changeDetails(
  context: AppContext,
  currentUser: Pick<CurrentUser, 'subject'>,
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
    checkRegion(sections.region);
    checkVatNumber(sections.business?.vatNumber, before.own.business?.vatNumber);
    checkRefundsAbove(context, sections.security?.refundsAbove);
    const own = withChanges(before, sections);
    const changed = detailsSections.filter((name) => !isDeepStrictEqual(own[name], before.own[name]));
    if (changed.length === 0) return serializeManagedDetails(before);
    const demands = own.security?.staffFactor ?? false;
    const changesDemand = demands !== (before.own.security?.staffFactor ?? false);
    if (changesDemand && demands) await assertOwnFactor(context, tx, currentUser);
    const after = await writeOwnDetails(tx, own, context.clock.now());
    const details = {
      sections: changed.join(', '),
      version: after.version,
      ...(changesDemand && { staffFactor: demands }),
    };
    await recordAudit(context, tx, { action: 'details_changed', details });
    if (changed.includes('bank')) await tellAdmins(context, tx, { event: 'bank_changed' });
    if (changed.includes('security')) await tellAdmins(context, tx, { event: 'security_changed' });
    await invalidateEverywhere(tx);
    return serializeManagedDetails(after);
  });
}

/** @throws AppError for a logo that was not uploaded */
async function checkLogo(tx: DatabaseTransaction, logo = ''): Promise<void> {
  if (logo === '' || (await isKnownLogo(tx, logo))) return;
  throw new AppError('invalid_input', shopDetailsRuleTexts.noLogo, { field: 'look.logo' });
}

/** @throws AppError for a place that is no country, or a state of another one */
function checkRegion(region: DetailsChange['region']): void {
  if (!region) return;
  const { country, state } = region;
  if (!isCountry(country))
    throw new AppError('invalid_input', shopDetailsRuleTexts.noCountry, { field: 'region.country' });
  if (state !== '' && findState(state)?.country !== country)
    throw new AppError('invalid_input', shopDetailsRuleTexts.noState, { field: 'region.state' });
}

/** @throws AppError for a number whose check digits are wrong for its country, unless it is unchanged */
function checkVatNumber(number = '', before = ''): void {
  if (number === '' || number === before || isLikelyVatNumber(number)) return;
  throw new AppError('invalid_input', shopDetailsRuleTexts.noVatNumber, { field: 'business.vatNumber' });
}

/** @throws AppError for an amount that the shop's currency does not have */
function checkRefundsAbove({ config: { currency } }: AppContext, amount: number | null = null): void {
  if (amount === null || toCents(amount, currency) !== undefined) return;
  throw new AppError('invalid_input', shopDetailsRuleTexts.noAmount, { field: 'security.refundsAbove' });
}

/** Whoever demands a second factor of others has one, which stays until the demand is stored.
 * @throws AppError conflict */
async function assertOwnFactor(
  { embeddedIdentity }: AppContext,
  tx: DatabaseTransaction,
  { subject }: Pick<CurrentUser, 'subject'>,
): Promise<void> {
  const field = 'security.staffFactor';
  if (!embeddedIdentity) throw new AppError('conflict', detailsErrorTexts.factorsAtFirebase, { field });
  if (await lockFactors(tx, subject)) return;
  throw new AppError('conflict', detailsErrorTexts.ownFactorFirst, { field });
}

/** Sections in which an owner who confirms the default has chosen it. */
const confirmable: DetailsSection[] = ['statistics', 'support', 'law'];

/** Returns the owner's sections after a change. A section equal to its default follows the default, unless it
 * is confirmable or the region. */
function withChanges(before: DetailsRow, sections: Omit<DetailsChange, 'version'>): OwnDetails {
  const { time, ...others } = sections;
  const given = Object.entries(others).filter(([, section]) => section !== undefined);
  const region = withZone(before, time);
  const next: OwnDetails = { ...before.own, ...region, ...Object.fromEntries(given) };
  const defaults = defaultsBeside({ ...before, own: next });
  const isOwn = (name: DetailsSection) =>
    name === 'region'
      ? Object.keys(next.region ?? {}).length > 0
      : next[name] &&
        (confirmable.includes(name) ||
          !isDeepStrictEqual({ ...defaults[name], ...next[name] }, defaults[name]));
  return Object.fromEntries(detailsSections.filter(isOwn).map((name) => [name, next[name]]));
}

/** Returns the owner's region with another time zone, by the zone's earlier name; null resets it. */
function withZone({ own }: DetailsRow, time: DetailsChange['time']): Pick<OwnDetails, 'region'> {
  if (time === undefined) return {};
  const { zone: _, ...others } = own.region ?? {};
  return { region: { ...others, ...time } };
}
