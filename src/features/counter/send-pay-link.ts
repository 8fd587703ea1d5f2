import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { findOrders } from '#features/orders/store.ts';
import { byStaffErrorTexts } from '#features/orders/texts/by-staff.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { assertStillSold, ownUnpaid } from '#features/orders/unpaid-orders.ts';
import { assertNotBlocked, assertVerified } from '#features/users/account-checks.ts';
import { findUser } from '#features/users/store.ts';
import { byStaffEmails } from './emails.ts';

/** Emails a customer a link to pay for some of their unpaid orders. @throws AppError not_found if an order is
 * not theirs, conflict if one is paid or its tool has left the shop, account_blocked, email_not_verified. */
export async function sendPayLink(
  context: AppContext,
  { email, orderIds }: { email: string; orderIds: string[] },
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const user = await findUser(tx, email);
    if (!user) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    await assertVerified(tx, user.id, byStaffErrorTexts.notVerified);
    const orders = ownUnpaid(user.id, orderIds, await findOrders(tx, orderIds));
    await assertNotBlocked(context, tx, user.id);
    await assertStillSold(tx, orders);
    await enqueueEmail(context, tx, byStaffEmails.payLink, { orderIds });
    for (const orderId of orderIds) await recordAudit(context, tx, { action: 'pay_link_sent', orderId });
    return { modifiedCount: 1 };
  });
}
