import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { isNotice, type StoppableNotice, type StoppedNotice } from './contract.ts';
import { updateNotice } from './store.ts';
import { stopEmailsTexts as texts } from './texts.ts';

type Signing = Pick<AppContext, 'secrets' | 'origin'>;

/** The unsubscribe link for one kind of email: needs no sign-in and does not expire. */
export function stopAddress(context: Signing, userId: string, notice: StoppableNotice): string {
  const whose = `${notice}.${userId}`;
  return `${context.origin}/stop-emails?token=${whose}.${sign(context, whose).toString('base64url')}`;
}

/** Unsubscribes the user that the token was issued for. Repeats have no effect. @throws AppError
 * invalid_input */
export async function stopEmails(context: AppContext, token: string): Promise<StoppedNotice> {
  const [notice = '', userId = '', signature = ''] = token.split('.');
  const [given, right] = [Buffer.from(signature, 'base64url'), sign(context, `${notice}.${userId}`)];
  if (!isNotice(notice) || given.length !== right.length || !timingSafeEqual(given, right))
    throw new AppError('invalid_input', texts.refused, { field: 'token' });
  await switchNotice(context, userId, { notice, isOn: false });
  return { notice, isOn: false };
}

const sign = ({ secrets }: Pick<AppContext, 'secrets'>, whose: string) =>
  createHmac('sha256', secrets.key('stop-emails')).update(whose).digest();

/** Switches one kind of email to a user on or off. */
export async function switchNotice(
  context: AppContext,
  userId: string,
  { notice, isOn }: { notice: StoppableNotice; isOn: boolean },
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await updateNotice(tx, userId, notice, isOn))) return { modifiedCount: 0 };
    await recordAudit(context, tx, { action: 'notice_switched', userId, details: { notice, isOn } });
    return { modifiedCount: 1 };
  });
}
