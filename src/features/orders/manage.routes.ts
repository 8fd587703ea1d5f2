import type { AppContext } from '#features/app-context.ts';
import type { ApiServer } from '#http/serve.ts';
import { sendPage, serve } from '#http/serve.ts';
import { listAllOrdersCall, shipOrderCall } from './contract.ts';
import { listOrders } from './order-list.ts';
import { findPaymentTimes } from './payments/payment-times.ts';
import { serializeOrder } from './serialize-order.ts';
import { shipOrder } from './ship-order.ts';

/** `GET /manageorders` and `PUT /manageorders/{id}`. */
export function manageOrdersRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listAllOrdersCall, {}, async (request, reply) => {
    const page = await listOrders(context.db, request.query);
    const paymentTimes = await findPaymentTimes(context.db, page.rows, context.clock.now());
    return sendPage(request, reply, page, (order) => ({
      ...serializeOrder(order, context.config.currency),
      ...paymentTimes(order.id),
    }));
  });

  serve(api, shipOrderCall, {}, async ({ params }) => shipOrder(context, { orderId: params.id }));
}
