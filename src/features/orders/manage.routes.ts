import type { Shop } from '#features/shop.ts';
import type { ApiServer } from '#http/api-server.ts';
import { sendPage } from '#http/list-reply.ts';
import { serve } from '#http/serve.ts';
import { listAllOrdersCall, shipOrderCall } from './contract.ts';
import { listOrders } from './order-list.ts';
import { findPaymentTimes } from './payments/payment-times.ts';
import { shipOrder } from './ship-order.ts';
import { toWireOrder } from './wire-order.ts';

/** `GET /manageorders` and `PUT /manageorders/{id}`. */
export function manageOrdersRoutes(api: ApiServer, shop: Shop): void {
  serve(api, listAllOrdersCall, {}, async (request, reply) => {
    const page = await listOrders(shop.db, request.query);
    const paymentTimes = await findPaymentTimes(shop.db, page.rows, shop.clock.now());
    return sendPage(request, reply, page, (order) => ({
      ...toWireOrder(order, shop.config.currency),
      ...paymentTimes(order.id),
    }));
  });

  serve(api, shipOrderCall, {}, async ({ params }) => shipOrder(shop, { orderId: params.id }));
}
