import type { Database } from '#platform/database/database.ts';
import type { CrowdLog } from './shopping-crowd.ts';

/** How the shop's own state differs from what buyers were told. */
export type Differences = { lost: string[]; doubled: string[]; otherwise: string[] };

/** Compares what `buyers` were told with what is there. Every request of theirs has been answered. */
export async function compareWithLog(db: Database, userIds: string[], log: CrowdLog): Promise<Differences> {
  const orders = await db.selectFrom('orders').selectAll().where('user_id', 'in', userIds).execute();
  const reviews = await db.selectFrom('reviews').select('id').where('user_id', 'in', userIds).execute();
  const payments = await db
    .selectFrom('payment_orders')
    .select(['order_id', 'state'])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .execute();
  const isRefunded = (orderId: string) =>
    payments.some((payment) => payment.order_id === orderId && payment.state === 'refunded');
  const kept = new Map(orders.map((order) => [order.id, order]));
  const found: Differences = { lost: [], doubled: [], otherwise: [] };

  for (const [key, { orderId, told }] of log.orders) {
    const order = kept.get(orderId);
    const isAsTold = {
      placed: order?.paid_at == null && order?.deleted_at == null,
      charged: order?.paid_at != null || isRefunded(orderId),
      paid: order?.paid_at != null,
      cancelled: order?.cancelled_at != null,
      deleted: order?.deleted_at != null,
    }[told];
    if (!order) found.lost.push(`order ${orderId} (${key})`);
    else if (!isAsTold) found.otherwise.push(`order ${orderId} was told to be ${told}`);
  }
  const keptReviews = new Set(reviews.map(({ id }) => id));
  for (const [key, { reviewId }] of log.reviews) {
    if (!keptReviews.has(reviewId)) found.lost.push(`review ${reviewId} (${key})`);
  }
  const told = new Set([
    ...[...log.orders.values()].map(({ orderId }) => orderId),
    ...[...log.reviews.values()].map(({ reviewId }) => reviewId),
  ]);
  for (const id of [...kept.keys(), ...keptReviews]) {
    if (!told.has(id)) found.doubled.push(`${id} was made beside the one told of`);
  }
  return found;
}
