import type { DatabaseTransaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';

/** The mails that tell a buyer how an order goes on. */
export type OrderMail = 'order-placed' | 'payment-received' | 'order-shipped' | 'refunded';

/** Queues a mail about an order; the job reads the order when it composes the mail. */
export async function enqueueOrderMail(
  tx: DatabaseTransaction,
  mail: OrderMail,
  orderId: string,
): Promise<void> {
  await enqueue(tx, 'send-mail', { mail, orderId });
}
