import type { AppContext } from '#features/app-context.ts';
import { findCreditNotes } from '#features/invoices/store.ts';
import { listRefundsOfOrder, serializeRefund } from '#features/orders/refund-store.ts';
import { findOrderFor } from '#features/orders/store.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { cancelOrder } from './cancel-order.ts';
import {
  cancelOrderCall,
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
    const refunds = await listRefundsOfOrder(context.db, order.id);
    const notes = (await findCreditNotes(context.db, [order]))(order.id);
    return refunds.map((refund) => ({
      ...serializeRefund(refund, context.config.currency),
      creditNoteNumber: notes.find(({ refundId }) => refundId === refund.id)?.number ?? null,
    }));
  });

  serve(api, retryRefundCall, {}, async ({ params }) => retryRefund(context, { refundId: params.id }));

  serve(api, markRefundGivenCall, {}, async (request) =>
    markRefundGiven(context, { currentUser: requireUser(request), refundId: request.params.id }),
  );
}
