import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { isNotice, type StoppableNotice, type StoppedNotice } from './contract.ts';
import { updateNotice } from './store.ts';
import { stopEmailsTexts as texts } from './texts.ts';

type Signing = Pick<AppContext, 'secrets' | 'origin'>;

/** Where a reader stops one kind of email, by itself: no sign-in, and good
 * for as long as the email is kept. */
export function stopAddress(context: Signing, userId: string, notice: StoppableNotice): string {
  const whose = `${notice}.${userId}`;
  return `${context.origin}/stop-emails?token=${whose}.${sign(context, whose).toString('base64url')}`;
}

/** Stops a kind of email to whom the token was sent. A repeat changes nothing.
 * @throws AppError invalid_input. */
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

/** Turns one kind of email to a user on or off. */
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
