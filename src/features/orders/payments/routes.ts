import type { Shop } from '#features/shop.ts';
import { askerOf } from '#features/users/authorise.ts';
import type { ApiServer } from '#http/api-server.ts';
import { serve } from '#http/serve.ts';
import { createPaymentIntentCall } from './contract.ts';
import { startPayment } from './start-payment.ts';

/** `POST /create-payment-intent`. */
export function paymentsRoutes(api: ApiServer, shop: Shop): void {
  serve(api, createPaymentIntentCall, { limit: 'intents', changesCatalogue: true }, async (request) => {
    const { price, orderId } = request.body;
    return startPayment(shop, {
      asker: askerOf(request),
      price,
      orderId,
      idempotencyKey: request.headers['idempotency-key'],
    });
  });
}
