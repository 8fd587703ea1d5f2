import type { AppContext } from '#features/app-context.ts';
import { findCreditNotes } from '#features/invoices/store.ts';
import { type GivenRefund, listRefundsOfOrders, serializeRefund } from '#features/orders/refund-store.ts';
import { findOrderFor, type OrderView } from '#features/orders/store.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { cancelOrder } from './cancel-order.ts';
import {
  cancelOrderCall,
  type ListedRefund,
  listRefundsCall,
  markRefundGivenCall,
  refundOrderCall,
  retryRefundCall,
} from './contract.ts';
import { markRefundGiven, retryRefund } from './failed-refund.ts';
import { refundOrder } from './refund-order.ts';

/** Routes: `POST /orders/{id}/cancel`, `/orders/{id}/refunds`, `POST /refunds/{id}/retry` and
 * `/refunds/{id}/given`. */
export function refundsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, cancelOrderCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    cancelOrder(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      ...request.body,
    }),
  );

  serve(api, refundOrderCall, { changesCatalogue: true }, async (request) =>
    refundOrder(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      refund: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, listRefundsCall, {}, async (request) => {
    const order = await findOrderFor(requireUser(request), context.db, request.params.id);
    return serializeRefunds(context, await listRefundsOfOrders(context.db, [order.id]), [order]);
  });

  serve(api, retryRefundCall, {}, async ({ params }) => retryRefund(context, { refundId: params.id }));

  serve(api, markRefundGivenCall, {}, async (request) =>
    markRefundGiven(context, { currentUser: requireUser(request), refundId: request.params.id }),
  );
}

/** Serializes refunds of some orders, with their credit notes. */
export async function serializeRefunds(
  { db, config }: AppContext,
  refunds: readonly GivenRefund[],
  orders: readonly OrderView[],
): Promise<ListedRefund[]> {
  const notesOf = await findCreditNotes(db, orders);
  return refunds.map((refund) => ({
    ...serializeRefund(refund, config.currency),
    creditNoteNumber: notesOf(refund.order_id).find(({ refundId }) => refundId === refund.id)?.number ?? null,
  }));
}
