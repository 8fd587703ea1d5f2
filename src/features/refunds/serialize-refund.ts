import { toPrice } from '#contracts/money.ts';
import type { RefundRow } from '#features/orders/refund-store.ts';
import type { Refund } from './contract.ts';

/** A refund as it goes over the wire, its amount in decimal `currency`. */
export function serializeRefund(refund: RefundRow, currency: string): Refund {
  return {
    _id: refund.id,
    orderId: refund.order_id,
    amount: toPrice(refund.amount_cents, currency),
    delivery: toPrice(refund.delivery_cents, currency),
    keptDelivery: toPrice(refund.kept_delivery_cents, currency),
    quantity: refund.quantity,
    restocked: refund.restocked,
    reason: refund.reason,
    state: refund.state,
    createdAt: refund.created_at.toISOString(),
    settledAt: refund.settled_at?.toISOString() ?? null,
  };
}
