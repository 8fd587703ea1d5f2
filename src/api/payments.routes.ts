import { idempotencyHeadersSchema } from '#contracts/idempotency-key.ts';
import { newPaymentIntentSchema, paymentIntentSchema } from '#contracts/payment.ts';
import type { Shop } from '#workflows/shop.ts';
import { startPayment } from '#workflows/start-payment.ts';
import type { ApiServer } from './api-server.ts';
import { askerOf } from './authorise.ts';

/** `POST /create-payment-intent`. */
export function paymentsRoutes(api: ApiServer, shop: Shop): void {
  api.post(
    '/create-payment-intent',
    {
      config: {
        access: 'user',
        limit: 'intents',
        refuses: ['not_found', 'conflict', 'price_changed', 'out_of_stock', 'provider_failed'],
        changesCatalogue: true,
      },
      schema: {
        tags: ['Payments'],
        operationId: 'createPaymentIntent',
        summary: 'Holds an order’s units and starts its payment, or answers the one under way',
        description:
          'Reserves the units of the order until `holdExpiresAt`. One intent is live per order: a second call answers the same one.',
        headers: idempotencyHeadersSchema,
        body: newPaymentIntentSchema,
        response: { 200: paymentIntentSchema },
      },
    },
    async (request) => {
      const { price, orderId } = request.body;
      return startPayment(shop, {
        asker: askerOf(request),
        price,
        orderId,
        idempotencyKey: request.headers['idempotency-key'],
      });
    },
  );
}
