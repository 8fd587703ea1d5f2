import type { Selectable } from 'kysely';
import type { PaymentTimes } from '#features/orders/contract.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

type Payment = Pick<Selectable<Tables['payments']>, 'order_id' | 'state' | 'hold_expires_at' | 'settled_at'>;

const NONE: PaymentTimes = { heldUntil: null, refundedAt: null };

/**
 * Until when the units of orders are held for a payment under way, and when money for them was last given back.
 * @returns what to ask for an order's times by its id
 */
export async function findPaymentTimes(
  db: Database,
  orders: readonly { id: string }[],
  now: Date,
): Promise<(orderId: string) => PaymentTimes> {
  if (orders.length === 0) return () => NONE;
  const orderIds = orders.map(({ id }) => id);
  const payments = await db
    .selectFrom('payments')
    .select(['order_id', 'state', 'hold_expires_at', 'settled_at'])
    .where('order_id', '=', anyOf<string>(orderIds, 'uuid'))
    .where('state', 'in', ['live', 'refunded'])
    .orderBy('id')
    .execute();
  const times = new Map<string, PaymentTimes>();
  for (const payment of payments) {
    times.set(payment.order_id, withPayment(times.get(payment.order_id) ?? NONE, payment, now));
  }
  return (orderId) => times.get(orderId) ?? NONE;
}

function withPayment(times: PaymentTimes, payment: Payment, now: Date): PaymentTimes {
  const { state, hold_expires_at, settled_at } = payment;
  if (state === 'refunded') return { ...times, refundedAt: settled_at?.toISOString() ?? null };
  return hold_expires_at > now ? { ...times, heldUntil: hold_expires_at.toISOString() } : times;
}
