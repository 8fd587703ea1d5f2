import { createHash } from 'node:crypto';
import { findContactMessage } from '#modules/contact/contact-store.ts';
import { findOrder } from '#modules/orders/order-store.ts';
import { findPayment } from '#modules/payments/payment-store.ts';
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

/** Works off the job `send-mail`: composes the mail and hands it over. @throws when it was not taken. */
export async function sendMail(shop: Shop, payload: unknown): Promise<void> {
  const job = mailJobSchema.parse(payload);
  const letter = await composeMail(shop, job);
  // The same job gives the same id, so that a mail handed over by a try that then failed is not sent again.
  const messageId = createHash('sha256').update(JSON.stringify(job)).digest('hex');
  if (letter) await shop.mailer.send(writeLetter(letter), messageId);
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
