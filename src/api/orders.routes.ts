import { Refusal } from '#contracts/api-error.ts';
import { listOrderEventsCall } from '#contracts/audit.ts';
import {
  deleteOrderCall,
  getOrderCall,
  listOrdersCall,
  placeOrderCall,
  reportPaymentCall,
  updateOrderCall,
} from '#contracts/order.ts';
import { listAuditEventsOfOrder, toWireAuditEvent } from '#modules/audit/audit-store.ts';
import { listOrders } from '#modules/orders/order-list.ts';
import { findOrder } from '#modules/orders/order-store.ts';
import { toWireOrder } from '#modules/orders/wire-order.ts';
import { findPaymentTimes } from '#modules/payments/payment-times.ts';
import { findReviewedTools } from '#modules/reviews/reviewed-tools.ts';
import { orderRefusalTexts } from '#texts/refusals-orders.ts';
import { changeOrder } from '#workflows/change-order.ts';
import { confirmPayment } from '#workflows/confirm-payment.ts';
import { deleteOrder } from '#workflows/delete-order.ts';
import { placeOrder } from '#workflows/place-order.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { askerOf } from './authorise.ts';
import { sendPage } from './list-reply.ts';
import { serve } from './serve.ts';

/** `POST /orders`, `GET /orders`, `GET`, `PUT`, `PATCH` and `DELETE /orders/{id}`, and its audit trail. */
export function ordersRoutes(api: ApiServer, shop: Shop): void {
  addReads(api, shop);
  addWrites(api, shop);
}

function addReads(api: ApiServer, shop: Shop): void {
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
