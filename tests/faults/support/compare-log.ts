import type { Database } from '#platform/database/database.ts';
import type { CrowdLog } from './shopping-crowd.ts';

/** How the shop's own state differs from what buyers were told. */
export type Differences = { lost: string[]; doubled: string[]; otherwise: string[] };

/** Compares what buyers and staff were told with what is there. Every request of theirs has been answered. */
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
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'order_id', 'amount_cents'])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    // The whole of a cancelled order is not told of by itself.
    .where('quantity', 'is', null)
    .execute();
  const given = new Map(refunds.map((refund) => [refund.id, refund]));
  for (const [key, { orderId, refundId, amount }] of log.refunds) {
    const refund = given.get(refundId);
    if (!refund) found.lost.push(`refund ${refundId} (${key})`);
    else if (refund.order_id !== orderId || refund.amount_cents !== Math.round(amount * 100))
      found.otherwise.push(`refund ${refundId} was told to be ${amount} of order ${orderId}`);
  }
  const told = new Set([
    ...[...log.orders.values()].map(({ orderId }) => orderId),
    ...[...log.reviews.values()].map(({ reviewId }) => reviewId),
    ...[...log.refunds.values()].map(({ refundId }) => refundId),
  ]);
  for (const id of [...kept.keys(), ...keptReviews, ...given.keys()]) {
    if (!told.has(id)) found.doubled.push(`${id} was made beside the one told of`);
  }
  return found;
}
