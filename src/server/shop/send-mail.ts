import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hasNoEmail } from '#contracts/email.ts';
import { changeEmailEmails } from '#features/account/change-email/emails.ts';
import { erasureEmails, exportEmails } from '#features/account/emails.ts';
import { ERASED } from '#features/account/texts.ts';
import { apiKeyEmails } from '#features/api-keys/emails.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { stockEmails } from '#features/catalogue/record-low-stock.ts';
import { contactEmails } from '#features/contact/emails.ts';
import { byStaffEmails } from '#features/counter/emails.ts';
import { delayEmails } from '#features/delays/emails.ts';
import type { EmailKind } from '#features/emails/email-kind.ts';
import { renderEmail } from '#features/emails/render-email.ts';
import { exemptionEmails } from '#features/exemptions/emails.ts';
import { parcelEmails } from '#features/fulfilment/emails.ts';
import { invitationEmails } from '#features/invitations/emails.ts';
import { orderEmails } from '#features/payments/emails.ts';
import { openInvoiceEmails } from '#features/payments/open-invoices/emails.ts';
import { quoteEmails } from '#features/quotes/emails.ts';
import { disputeEmails } from '#features/refunds/disputes/emails.ts';
import { refundEmails } from '#features/refunds/emails.ts';
import { returnEmails } from '#features/returns/emails.ts';
import { reviewEmails } from '#features/reviews/emails.ts';
import { findDetails } from '#features/shop-details/store.ts';
import { accountEmails } from '#features/sign-in/emails.ts';
import { restockEmails } from '#features/stock/restock-emails.ts';
import { failedJobEmails } from '#features/users/notices/notify-staff.ts';
import { safetyEmails } from '#features/users/safety-emails.ts';
import { webhookEmails } from '#features/webhooks/emails.ts';
import { withdrawalEmails } from '#features/withdrawals/emails.ts';
import { EmailRefused } from '#platform/email/mailer.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';

/** Every kind of email, by its name in the job that sends it. */
export const emailKinds: ReadonlyMap<string, EmailKind> = new Map(
  [
    accountEmails,
    apiKeyEmails,
    erasureEmails,
    exportEmails,
    changeEmailEmails,
    orderEmails,
    byStaffEmails,
    openInvoiceEmails,
    parcelEmails,
    quoteEmails,
    refundEmails,
    returnEmails,
    delayEmails,
    withdrawalEmails,
    exemptionEmails,
    disputeEmails,
    stockEmails,
    restockEmails,
    contactEmails,
    reviewEmails,
    failedJobEmails,
    safetyEmails,
    invitationEmails,
    webhookEmails,
  ]
    .flatMap((emails): EmailKind[] => Object.values(emails))
    .map((kind) => [kind.mail, kind]),
);

/** Emails that earlier versions sent to buyers; they may still be queued, and are no longer sent. */
const formerKinds = ['order-placed', 'orders-placed'];

const jobSchema = z.looseObject({
  mail: z.string(),
  orderId: z.optional(z.string()),
  answerId: z.optional(z.string()),
});

/** Handles the job `send-mail`. An email that is refused for good is given up: this is logged, and recorded
 * in the audit trail of an order or an answer. @throws if it was not accepted and is to be retried */
export async function sendMail(context: AppContext, payload: unknown, { isLast }: JobTry): Promise<void> {
  const job = jobSchema.parse(payload);
  const kind = emailKinds.get(job.mail);
  if (!kind && formerKinds.includes(job.mail)) return;
  if (!kind) throw new Error(`there is no email ${job.mail}`);
  const details = await findDetails(context.db);
  const email = await kind.compose(context, job, details.shop.name);
  if (!email || email.to === ERASED.email || hasNoEmail(email.to)) return;
  // The same job gives the same id, so that an email already accepted in a failed try is not sent again.
  const messageId = email.messageId ?? createHash('sha256').update(JSON.stringify(job)).digest('hex');
  try {
    await context.mailer.send(renderEmail(email, details, context.origin), messageId);
  } catch (error) {
    const isRefused = error instanceof EmailRefused;
    if (isRefused || isLast) await giveUp(context, job, error);
    // An email that is given up stays in its queue; an erased person's address must not.
    if (!isRefused && !(isLast && kind === erasureEmails.erased)) throw error;
  }
}

/** Reports that an email was not delivered, without its address. */
async function giveUp(context: AppContext, job: z.infer<typeof jobSchema>, error: unknown): Promise<void> {
  const about = 'to' in job ? { mail: job.mail } : job;
  const reason = error instanceof Error ? error.message : String(error);
  context.log.error({ ...about, reason }, 'an email could not be handed over and is given up');
  const { mail, orderId, answerId } = job;
  if (orderId || answerId)
    await recordAudit(context, context.db, {
      action: 'email_given_up',
      ...(orderId && { orderId }),
      details: { mail, ...(answerId && { answerId }) },
    });
}
