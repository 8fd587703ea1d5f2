import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Write } from '#platform/database/write-together.ts';
import { enqueue, quietJob } from '#platform/jobs/jobs.ts';

const linkLetter = { to: z.string(), name: z.string(), url: z.string() };

/** What the job `send-mail` carries: which mail, and what it is about. The rest is read when it is composed. */
export const mailJobSchema = z.discriminatedUnion('mail', [
  z.object({ mail: z.literal('verification'), ...linkLetter }),
  z.object({ mail: z.literal('reset'), ...linkLetter }),
  z.object({
    mail: z.enum(['order-placed', 'payment-received', 'order-shipped']),
    orderId: z.string(),
  }),
  z.object({ mail: z.literal('refunded'), paymentId: z.string() }),
  z.object({ mail: z.literal('contact-message'), contactMessageId: z.string() }),
]);

/** What the job `send-mail` carries. */
export type MailJob = z.infer<typeof mailJobSchema>;

const SEND_MAIL = 'send-mail';

/** The jobs that may come as a `quietJob`. */
export const quietJobs = [SEND_MAIL];

/** Puts a mail into the outbox. Inside a transaction it is sent only if that commits. */
export async function enqueueMail(db: Database, job: MailJob): Promise<void> {
  await enqueue(db, SEND_MAIL, job);
}

/** The same, as a part of a statement, for mails that nobody sits and waits for: they leave within two seconds. */
export function quietMails(jobs: MailJob[]): Write {
  return quietJob(SEND_MAIL, jobs);
}
