import { listAllOrdersCall, shipOrderCall } from '#contracts/order.ts';
import { listOrders } from '#modules/orders/order-list.ts';
import { toWireOrder } from '#modules/orders/wire-order.ts';
import { findPaymentTimes } from '#modules/payments/payment-times.ts';
import { shipOrder } from '#workflows/ship-order.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { sendPage } from './list-reply.ts';
import { serve } from './serve.ts';

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
