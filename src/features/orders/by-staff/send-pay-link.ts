import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { findUser } from '#features/users/store.ts';
import { findOrders } from '../store.ts';
import { orderErrorTexts, paymentErrorTexts } from '../texts/errors.ts';
import { byStaffEmails } from './emails.ts';

/** Emails a customer the address at which they pay for some of their unpaid orders.
 * @throws AppError not_found where one of them is not theirs, conflict where one is paid. */
export async function sendPayLink(
  context: AppContext,
  { email, orderIds }: { email: string; orderIds: string[] },
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const user = await findUser(tx, email);
    const orders = (await findOrders(tx, orderIds)).filter(
      (order) => order.user_id === user?.id && !order.deleted_at,
    );
    if (orders.length < orderIds.length) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    if (orders.some(({ paid_at }) => paid_at)) throw new AppError('conflict', paymentErrorTexts.alreadyPaid);
    await enqueueEmail(context, tx, byStaffEmails.payLink, { orderIds });
    for (const orderId of orderIds) await recordAudit(context, tx, { action: 'pay_link_sent', orderId });
    return { modifiedCount: 1 };
  });
}
