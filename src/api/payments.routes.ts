import { createPaymentIntentCall } from '#contracts/payment.ts';
import type { Shop } from '#workflows/shop.ts';
import { startPayment } from '#workflows/start-payment.ts';
import type { ApiServer } from './api-server.ts';
import { askerOf } from './authorise.ts';
import { serve } from './serve.ts';

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
