import { Refusal } from '#contracts/api-error.ts';
import { listOrderEventsCall } from '#features/audit/contract.ts';
import { listAuditEventsOfOrder, toWireAuditEvent } from '#features/audit/store.ts';
import type { Shop } from '#features/shop.ts';
import { askerOf } from '#features/users/authorise.ts';
import type { ApiServer } from '#http/api-server.ts';
import { sendPage } from '#http/list-reply.ts';
import { serve } from '#http/serve.ts';
import type { Database } from '#platform/database/database.ts';
import { changeOrder } from './change-order.ts';
import {
  deleteOrderCall,
  getOrderCall,
  listOrdersCall,
  placeOrderCall,
  reportPaymentCall,
  updateOrderCall,
} from './contract.ts';
import { deleteOrder } from './delete-order.ts';
import { listOrders } from './order-list.ts';
import { confirmPayment } from './payments/confirm-payment.ts';
import { findPaymentTimes } from './payments/payment-times.ts';
import { placeOrder } from './place-order.ts';
import { findOrder } from './store.ts';
import { orderRefusalTexts } from './texts/refusals.ts';
import { toWireOrder } from './wire-order.ts';

/** Which of the tools that one person has ordered they have reviewed: a matter of the reviews. */
type FindReviewedTools = (
  db: Database,
  orders: readonly { user_id: string; tool_id: string }[],
) => Promise<Set<string | null>>;

/** `POST /orders`, `GET /orders`, `GET`, `PUT`, `PATCH` and `DELETE /orders/{id}`, and its audit trail. */
export function ordersRoutes(api: ApiServer, shop: Shop, findReviewedTools: FindReviewedTools): void {
  addReads(api, shop, findReviewedTools);
  addWrites(api, shop);
}

function addReads(api: ApiServer, shop: Shop, findReviewedTools: FindReviewedTools): void {
  const { currency } = shop.config;

  serve(api, listOrdersCall, {}, async (request, reply) => {
    const asker = askerOf(request);
    const { email } = request.query;
    if (email !== asker.email && !asker.isAdmin) {
      throw new Refusal('not_allowed', orderRefusalTexts.notYourOrders);
    }
    const page = await listOrders(shop.db, request.query);
    const [reviewed, paymentTimes] = await Promise.all([
      findReviewedTools(shop.db, page.rows),
      findPaymentTimes(shop.db, page.rows, shop.clock.now()),
    ]);
    return sendPage(request, reply, page, (order) => ({
      ...toWireOrder(order, currency),
      ...paymentTimes(order.id),
      reviewed: reviewed.has(order.tool_id),
    }));
  });

  serve(api, getOrderCall, {}, async (request) => {
    const asker = askerOf(request);
    const order = await findOrder(shop.db, request.params.id);
    if (!order || !(asker.isAdmin || order.user_id === asker.userId)) {
      throw new Refusal('not_found', orderRefusalTexts.noSuchOrder);
    }
    return toWireOrder(order, currency);
  });

  serve(api, listOrderEventsCall, {}, async (request, reply) => {
    const { id } = request.params;
    if (!(await findOrder(shop.db, id, { withDeleted: true }))) {
      throw new Refusal('not_found', orderRefusalTexts.noSuchOrder);
    }
    const page = await listAuditEventsOfOrder(shop.db, id, request.query);
    return sendPage(request, reply, page, toWireAuditEvent);
  });
}

function addWrites(api: ApiServer, shop: Shop): void {
  serve(api, placeOrderCall, { limit: 'orders' }, async (request) =>
    placeOrder(shop, {
      asker: askerOf(request),
      order: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, updateOrderCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    changeOrder(shop, { asker: askerOf(request), orderId: request.params.id, change: request.body }),
  );

  serve(api, reportPaymentCall, { limit: 'intents', changesCatalogue: true }, async (request) =>
    confirmPayment(shop, {
      asker: askerOf(request),
      orderId: request.params.id,
      intentId: request.body.transactionId,
    }),
  );

  serve(api, deleteOrderCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    deleteOrder(shop, { asker: askerOf(request), orderId: request.params.id }),
  );
}
