import { idParamsSchema } from '#contracts/identifiers.ts';
import { allOrdersSchema, orderSchema } from '#contracts/order.ts';
import { modifiedSchema } from '#contracts/tool.ts';
import { listOrders } from '#modules/orders/order-list.ts';
import { toWireOrder } from '#modules/orders/wire-order.ts';
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
        summary: 'Everybody’s orders: searched, by status, sorted',
        querystring: allOrdersSchema,
        response: { 200: orderSchema.array() },
      },
    },
    async (request, reply) => {
      const page = await listOrders(shop.db, request.query);
      return sendPage(request, reply, page, (order) => toWireOrder(order, shop.config.currency));
    },
  );

  api.put(
    '/manageorders/:id',
    {
      config: { access: 'admin', refuses: ['not_found', 'conflict'] },
      schema: {
        tags,
        summary: 'Marks a paid order shipped',
        params: idParamsSchema,
        response: { 200: modifiedSchema },
      },
    },
    async (request) => shipOrder(shop, { orderId: request.params.id }),
  );
}
