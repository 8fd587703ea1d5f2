import { Refusal } from '#contracts/api-error.ts';
import { auditEventSchema } from '#contracts/audit.ts';
import { idempotencyHeadersSchema } from '#contracts/idempotency-key.ts';
import { idParamsSchema } from '#contracts/identifiers.ts';
import { listPageSchema } from '#contracts/list-page.ts';
import {
  buyersOrderSchema,
  newOrderSchema,
  orderChangeSchema,
  orderListSchema,
  orderSchema,
  payOrderSchema,
  placedOrderSchema,
} from '#contracts/order.ts';
import { deletedSchema } from '#contracts/tool.ts';
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

const tags = ['Orders'];

/** `POST /orders`, `GET /orders`, `GET`, `PUT`, `PATCH` and `DELETE /orders/{id}`, and its audit trail. */
export function ordersRoutes(api: ApiServer, shop: Shop): void {
  addReads(api, shop);
  addAudit(api, shop);
  addWrites(api, shop);
}

function addReads(api: ApiServer, shop: Shop): void {
  const { currency } = shop.config;

  api.get(
    '/orders',
    {
      config: { access: 'user', refuses: ['not_allowed'] },
      schema: {
        tags,
        operationId: 'listOrders',
        summary: 'The orders of one person, searched, by status, sorted; somebody else’s for admins only',
        description: '`email` says whose. Unpaid orders are the cart.',
        querystring: orderListSchema,
        response: { 200: buyersOrderSchema.array() },
      },
    },
    async (request, reply) => {
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
    },
  );

  api.get(
    '/orders/:id',
    {
      config: { access: 'user', refuses: ['not_found'] },
      schema: {
        tags,
        operationId: 'getOrder',
        summary: 'One order',
        description: 'One’s own, or any for an admin; somebody else’s is not found.',
        params: idParamsSchema,
        response: { 200: orderSchema },
      },
    },
    async (request) => {
      const asker = askerOf(request);
      const order = await findOrder(shop.db, request.params.id);
      if (!order || !(asker.isAdmin || order.user_id === asker.userId)) {
        throw new Refusal('not_found', orderRefusalTexts.noSuchOrder);
      }
      return toWireOrder(order, currency);
    },
  );
}

function addAudit(api: ApiServer, shop: Shop): void {
  api.get(
    '/orders/:id/audit',
    {
      config: { access: 'admin', refuses: ['not_found'] },
      schema: {
        tags,
        operationId: 'listOrderEvents',
        summary: 'What happened to an order, oldest first, for admins',
        description: 'Who did what to the order, and when.',
        params: idParamsSchema,
        querystring: listPageSchema,
        response: { 200: auditEventSchema.array() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await findOrder(shop.db, id, { withDeleted: true }))) {
        throw new Refusal('not_found', orderRefusalTexts.noSuchOrder);
      }
      const page = await listAuditEventsOfOrder(shop.db, id, request.query);
      return sendPage(request, reply, page, toWireAuditEvent);
    },
  );
}

function addWrites(api: ApiServer, shop: Shop): void {
  api.post(
    '/orders',
    {
      config: {
        access: 'user',
        limit: 'orders',
        refuses: ['not_found', 'out_of_stock', 'price_changed'],
      },
      schema: {
        tags,
        operationId: 'placeOrder',
        summary: 'Places an order at the shop’s own price',
        description:
          'The order lands in the cart, unpaid. A `price` that differs from the shop’s own is refused with the right one.',
        headers: idempotencyHeadersSchema,
        body: newOrderSchema,
        response: { 201: placedOrderSchema },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return placeOrder(shop, {
        asker: askerOf(request),
        order: request.body,
        idempotencyKey: request.headers['idempotency-key'],
      });
    },
  );

  api.put(
    '/orders/:id',
    {
      config: {
        access: 'user',
        limit: 'orders',
        refuses: ['not_found', 'conflict', 'out_of_stock', 'price_changed', 'provider_failed'],
        changesCatalogue: true,
      },
      schema: {
        tags,
        operationId: 'updateOrder',
        summary: 'Changes the quantity, phone and address of an unpaid order',
        description: 'What is left out stays as it is. The price is computed anew by the shop.',
        params: idParamsSchema,
        body: orderChangeSchema,
        response: { 200: orderSchema },
      },
    },
    async (request) =>
      changeOrder(shop, {
        asker: askerOf(request),
        orderId: request.params.id,
        change: request.body,
      }),
  );

  api.patch(
    '/orders/:id',
    {
      config: {
        access: 'user',
        limit: 'intents',
        refuses: ['not_found', 'conflict', 'provider_failed'],
        changesCatalogue: true,
      },
      schema: {
        tags,
        operationId: 'reportPayment',
        summary: 'Marks an order paid, once the card provider says so',
        description:
          '`transactionId` is the payment intent’s id. The shop asks the card provider itself; a repeat changes nothing.',
        params: idParamsSchema,
        body: payOrderSchema,
        response: { 200: orderSchema },
      },
    },
    async (request) =>
      confirmPayment(shop, {
        asker: askerOf(request),
        orderId: request.params.id,
        intentId: request.body.transactionId,
      }),
  );

  api.delete(
    '/orders/:id',
    {
      config: {
        access: 'user',
        limit: 'orders',
        refuses: ['not_found', 'conflict', 'provider_failed'],
        changesCatalogue: true,
      },
      schema: {
        tags,
        operationId: 'deleteOrder',
        summary: 'Deletes an unpaid order',
        description: 'Its reserved units are given back. A paid order is a conflict.',
        params: idParamsSchema,
        response: { 200: deletedSchema },
      },
    },
    async (request) => deleteOrder(shop, { asker: askerOf(request), orderId: request.params.id }),
  );
}
