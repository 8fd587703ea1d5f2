import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { hasDuty } from '#contracts/duties.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { assertNotOwn } from '#features/users/account-checks.ts';
import { type CurrentUser, findUser, lockUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { forEachAlone, inPages } from '#platform/jobs/do-alone.ts';
import { errorTexts } from '#texts/errors.ts';
import type { CheckExemption, Exemption, NewExemption } from './contract.ts';
import { exemptionEmails } from './emails.ts';
import { MAX_CERTIFICATES } from './rules.ts';
import {
  countExemptions,
  findExemption,
  insertExemption,
  listExpiring,
  lockExemption,
  noteWarned,
  removeExemption,
  serializeExemption,
  updateExemption,
} from './store.ts';
import { exemptionRuleTexts, exemptionErrorTexts as texts } from './texts.ts';

/** Returns whose certificates a call is about: one's own, or anyone's for staff. @throws AppError not_allowed,
 * not_found */
export async function ownerOf(
  { db }: Pick<AppContext, 'db'>,
  currentUser: CurrentUser,
  email: string = currentUser.email,
): Promise<string> {
  if (email === currentUser.email) return currentUser.userId;
  if (!currentUser.isStaff) throw new AppError('not_allowed', texts.notYours);
  const user = await findUser(db, email);
  if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
  return user.id;
}

type Upload = NewExemption & { ownerId: string; content: Buffer; mediaType: string };

/** Stores a checked file as a certificate that staff have to approve. @throws AppError conflict outside the
 * United States, and at the maximum number; invalid_input if it has expired */
export async function addExemption(
  context: AppContext,
  { userId }: CurrentUser,
  { ownerId, content, mediaType, kind, number, states, expiresOn }: Upload,
): Promise<Exemption> {
  const id = uuid();
  await context.db.transaction().execute(async (tx) => {
    const { region, law } = await context.details.read(tx);
    if (!hasDuty({ country: region.country, customers: law.customers }, 'exempt-buyers'))
      throw new AppError('conflict', texts.notUs);
    if (expiresOn !== null && expiresOn < (await todayOf(context, tx)))
      throw new AppError('invalid_input', exemptionRuleTexts.expired, { field: 'expiresOn' });
    await lockUser(tx, ownerId);
    if ((await countExemptions(tx, ownerId)) >= MAX_CERTIFICATES)
      throw new AppError('conflict', texts.tooMany(MAX_CERTIFICATES), { field: 'certificate' });
    await insertExemption(
      tx,
      {
        ...{ id, user_id: ownerId, kind, number, states, expires_on: expiresOn },
        ...{ media_type: mediaType, size_bytes: content.length },
        ...{ uploaded_by: userId, uploaded_at: context.clock.now() },
      },
      content,
    );
    const details = { certificateId: id, kind };
    await recordAudit(context, tx, { action: 'exemption_added', userId: ownerId, details });
  });
  const added = await findExemption(context.db, id);
  if (!added) throw new AppError('not_found', texts.noSuchCertificate);
  return serializeExemption(added, await todayOf(context));
}

/** Approves or refuses a certificate, and emails its owner; the same again changes nothing. Payments that
 * have begun keep their tax. @throws AppError not_found, own_account */
export async function checkExemption(
  context: AppContext,
  currentUser: CurrentUser,
  id: string,
  { state, reason: given }: CheckExemption,
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockExemption(tx, id);
    if (!row) throw new AppError('not_found', texts.noSuchCertificate);
    const action = state === 'approved' ? 'exemption_approved' : 'exemption_refused';
    await assertNotOwn(context, tx, { currentUser, ownerId: row.user_id, what: action });
    const reason = state === 'refused' ? given : '';
    if (row.state === state && row.reason === reason) return { modifiedCount: 0 };
    const checked = { checked_by: currentUser.userId, checked_at: context.clock.now() };
    await updateExemption(tx, id, { state, reason, ...checked });
    const details = { certificateId: id, kind: row.kind };
    await recordAudit(context, tx, { action, userId: row.user_id, details });
    await enqueueEmail(context, tx, exemptionEmails[state], { certificateId: id });
    return { modifiedCount: 1 };
  });
}

/** Deletes a certificate that is neither approved nor named by a payment. @throws AppError not_found for
 * another's; conflict */
export async function deleteExemption(
  context: AppContext,
  { userId, isStaff }: CurrentUser,
  id: string,
): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx: DatabaseTransaction) => {
    const row = await lockExemption(tx, id);
    if (!row || !(row.user_id === userId || isStaff))
      throw new AppError('not_found', texts.noSuchCertificate);
    if (!(await removeExemption(tx, id))) throw new AppError('conflict', texts.approvedStays);
    const details = { certificateId: id, kind: row.kind };
    await recordAudit(context, tx, { action: 'exemption_deleted', userId: row.user_id, details });
    return { deletedCount: 1 };
  });
}

/** Handles the job `warn-of-expiry`: emails the owners of certificates that expire within 30 days, once each. */
export async function warnOfExpiry(context: AppContext): Promise<void> {
  const today = await todayOf(context);
  const expiring = inPages(
    (page) => listExpiring(context.db, today, page),
    ({ id }) => id,
  );
  await forEachAlone(context, 'warn-of-expiry', expiring, {
    about: ({ id }) => ({ certificateId: id }),
    work: ({ id }) =>
      context.db.transaction().execute(async (tx) => {
        if (await noteWarned(tx, id))
          await enqueueEmail(context, tx, exemptionEmails.expiring, { certificateId: id });
      }),
  });
}
