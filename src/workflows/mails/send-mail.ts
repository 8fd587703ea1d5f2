import { createHash } from 'node:crypto';
import { findContactMessage } from '#modules/contact/contact-store.ts';
import { findOrder } from '#modules/orders/order-store.ts';
import { findPayment } from '#modules/payments/payment-store.ts';
import type { JobTry } from '#platform/jobs/job-runner.ts';
import { MailRefused } from '#platform/mail/mailer.ts';
import { recordAudit } from '../record-audit.ts';
import type { Shop } from '../shop.ts';
import { contactMessageMail } from './contact-message-mail.ts';
import { type Letter, writeLetter } from './letter.ts';
import { type MailJob, mailJobSchema } from './mail-job.ts';
import type { OrderMailParts } from './order-facts.ts';
import { orderPlacedMail } from './order-placed-mail.ts';
import { orderShippedMail } from './order-shipped-mail.ts';
import { paymentReceivedMail } from './payment-received-mail.ts';
import { refundedMail } from './refunded-mail.ts';
import { resetMail } from './reset-mail.ts';
import { verificationMail } from './verification-mail.ts';

const orderMails: Record<Extract<MailJob, { orderId: string }>['mail'], (parts: OrderMailParts) => Letter> = {
  'order-placed': orderPlacedMail,
  'payment-received': paymentReceivedMail,
  'order-shipped': orderShippedMail,
};

/**
 * Works off the job `send-mail`: composes the mail and hands it over. One that will never be taken is given up, which the
 * log says and the history of its order. @throws when it was not taken and is to be tried again.
 */
export async function sendMail(shop: Shop, payload: unknown, { isLast }: JobTry): Promise<void> {
  const job = mailJobSchema.parse(payload);
  const letter = await composeMail(shop, job);
  // The same job gives the same id, so that a mail handed over by a try that then failed is not sent again.
  const messageId = createHash('sha256').update(JSON.stringify(job)).digest('hex');
  if (!letter) return;
  try {
    await shop.mailer.send(writeLetter(letter), messageId);
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    if (isRefused || isLast) await giveUp(shop, job, error);
    if (!isRefused) throw error;
  }
}

/** Says that a mail reached nobody, without the address that it was for. */
async function giveUp(shop: Shop, job: MailJob, error: unknown): Promise<void> {
  const about = 'to' in job ? { mail: job.mail } : job;
  const reason = error instanceof Error ? error.message : String(error);
  shop.log.error({ ...about, reason }, 'a mail could not be handed over and is given up');
  const orderId = await findOrderOf(shop, job);
  if (orderId)
    await recordAudit(shop, shop.db, { action: 'mail given up', orderId, details: { mail: job.mail } });
}

async function findOrderOf(shop: Shop, job: MailJob): Promise<string | undefined> {
  if ('orderId' in job) return job.orderId;
  return job.mail === 'refunded' ? (await findPayment(shop.db, job.paymentId))?.order_id : undefined;
}

/** Composes a mail; `undefined` when what it was about has gone. */
async function composeMail(shop: Shop, job: MailJob): Promise<Letter | undefined> {
  switch (job.mail) {
    case 'verification':
      return verificationMail(job);
    case 'reset':
      return resetMail(job);
    case 'contact-message': {
      const message = await findContactMessage(shop.db, job.contactMessageId);
      return message && contactMessageMail({ to: shop.config.contactEmail, message });
    }
    case 'refunded': {
      const payment = await findPayment(shop.db, job.paymentId);
      const parts = payment && (await readOrderParts(shop, payment.order_id));
      return parts && refundedMail(parts, payment);
    }
    default: {
      const parts = await readOrderParts(shop, job.orderId);
      return parts && orderMails[job.mail](parts);
    }
  }
}

async function readOrderParts(shop: Shop, orderId: string): Promise<OrderMailParts | undefined> {
  const order = await findOrder(shop.db, orderId, { withDeleted: true });
  return order && { order, currency: shop.config.currency, origin: shop.origin };
}
