import { idParamsSchema } from '#contracts/identifiers.ts';
import { allOrdersSchema, listedOrderSchema } from '#contracts/order.ts';
import { modifiedSchema } from '#contracts/tool.ts';
import { listOrders } from '#modules/orders/order-list.ts';
import { toWireOrder } from '#modules/orders/wire-order.ts';
import { findPaymentTimes } from '#modules/payments/payment-times.ts';
import { shipOrder } from '#workflows/ship-order.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { sendPage } from './list-reply.ts';

const tags = ['Orders'];

/** `GET /manageorders` and `PUT /manageorders/{id}`. */
export function manageOrdersRoutes(api: ApiServer, shop: Shop): void {
  api.get(
    '/manageorders',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        operationId: 'listAllOrders',
        summary: 'Everybody’s orders: searched, by status, sorted',
        description: '`q` finds buyers, tools, order numbers and transaction ids.',
        querystring: allOrdersSchema,
        response: { 200: listedOrderSchema.array() },
      },
    },
    async (request, reply) => {
      const page = await listOrders(shop.db, request.query);
      const paymentTimes = await findPaymentTimes(shop.db, page.rows, shop.clock.now());
      return sendPage(request, reply, page, (order) => ({
        ...toWireOrder(order, shop.config.currency),
        ...paymentTimes(order.id),
      }));
    },
  );

  api.put(
    '/manageorders/:id',
    {
      config: { access: 'admin', refuses: ['not_found', 'conflict'] },
      schema: {
        tags,
        operationId: 'shipOrder',
        summary: 'Marks a paid order shipped',
        description: '`modifiedCount` is 0 when it was shipped already.',
        params: idParamsSchema,
        response: { 200: modifiedSchema },
      },
    },
    async (request) => shipOrder(shop, { orderId: request.params.id }),
  );
}
