import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import type { Database } from '#platform/database/database.ts';

const linkParts = { to: z.string(), name: z.string(), url: z.string() };

/** What the job `send-mail` carries: which email, and what it is about. The rest is read when it is composed. */
export const emailJobSchema = z.discriminatedUnion('mail', [
  z.object({ mail: z.literal('verification'), ...linkParts }),
  z.object({ mail: z.literal('reset'), ...linkParts }),
  z.object({
    mail: z.enum(['order-placed', 'payment-received', 'order-shipped']),
    orderId: z.string(),
  }),
  z.object({ mail: z.literal('refunded'), paymentId: z.string() }),
  z.object({ mail: z.literal('contact-message'), contactMessageId: z.string() }),
]);

/** What the job `send-mail` carries. */
export type EmailJob = z.infer<typeof emailJobSchema>;

/** Puts an email into the outbox. Inside a transaction it is sent only if that commits. */
export async function enqueueEmail(
  { jobs }: Pick<AppContext, 'jobs'>,
  db: Database,
  job: EmailJob,
): Promise<void> {
  await jobs.enqueue(db, 'send-mail', job);
}
