import { createHash } from 'node:crypto';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { contactEmail } from '#features/contact/emails.ts';
import { findContactMessage } from '#features/contact/store.ts';
import { type EmailJob, emailJobSchema } from '#features/emails/email-job.ts';
import { type Email, renderEmail } from '#features/emails/render-email.ts';
import {
  type OrderEmailParts,
  orderPlacedEmail,
  orderShippedEmail,
  paymentReceivedEmail,
  refundedEmail,
} from '#features/orders/emails.ts';
import { findPayment } from '#features/orders/payments/store.ts';
import { findOrder } from '#features/orders/store.ts';
import { resetEmail, verificationEmail } from '#features/sign-in/emails.ts';
import { EmailRefused } from '#platform/email/mailer.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';

const orderEmails: Record<Extract<EmailJob, { orderId: string }>['mail'], (parts: OrderEmailParts) => Email> =
  {
    'order-placed': orderPlacedEmail,
    'payment-received': paymentReceivedEmail,
    'order-shipped': orderShippedEmail,
  };

/**
 * Works off the job `send-mail`: composes the mail and hands it over. One that will never be taken is given up, which the
 * log says and the history of its order. @throws when it was not taken and is to be tried again.
 */
export async function sendEmail(context: AppContext, payload: unknown, { isLast }: JobTry): Promise<void> {
  const job = emailJobSchema.parse(payload);
  const email = await composeEmail(context, job);
  // The same job gives the same id, so that a mail handed over by a try that then failed is not sent again.
  const messageId = createHash('sha256').update(JSON.stringify(job)).digest('hex');
  if (!email) return;
  try {
    await context.mailer.send(renderEmail(email), messageId);
  } catch (error) {
    const isRefused = error instanceof EmailRefused;
    if (isRefused || isLast) await giveUp(context, job, error);
    if (!isRefused) throw error;
  }
}

/** Says that a mail reached nobody, without the address that it was for. */
async function giveUp(context: AppContext, job: EmailJob, error: unknown): Promise<void> {
  const about = 'to' in job ? { mail: job.mail } : job;
  const reason = error instanceof Error ? error.message : String(error);
  context.log.error({ ...about, reason }, 'a mail could not be handed over and is given up');
  const orderId = await findOrderOf(context, job);
  if (orderId)
    await recordAudit(context, context.db, {
      action: 'email_given_up',
      orderId,
      details: { mail: job.mail },
    });
}

async function findOrderOf(context: AppContext, job: EmailJob): Promise<string | undefined> {
  if ('orderId' in job) return job.orderId;
  return job.mail === 'refunded' ? (await findPayment(context.db, job.paymentId))?.order_id : undefined;
}

/** Composes a mail; `undefined` when what it was about has gone. */
async function composeEmail(context: AppContext, job: EmailJob): Promise<Email | undefined> {
  switch (job.mail) {
    case 'verification':
      return verificationEmail(job);
    case 'reset':
      return resetEmail(job);
    case 'contact-message': {
      const message = await findContactMessage(context.db, job.contactMessageId);
      return message && contactEmail({ to: context.config.contactEmail, message });
    }
    case 'refunded': {
      const payment = await findPayment(context.db, job.paymentId);
      const parts = payment && (await readOrderParts(context, payment.order_id));
      return parts && refundedEmail(parts, payment);
    }
    default: {
      const parts = await readOrderParts(context, job.orderId);
      return parts && orderEmails[job.mail](parts);
    }
  }
}

async function readOrderParts(context: AppContext, orderId: string): Promise<OrderEmailParts | undefined> {
  const order = await findOrder(context.db, orderId, { withDeleted: true });
  return order && { order, currency: context.config.currency, origin: context.origin };
}
