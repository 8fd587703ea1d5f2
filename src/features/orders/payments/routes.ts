import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import type { ApiServer } from '#http/serve.ts';
import { serve } from '#http/serve.ts';
import { createPaymentIntentCall } from './contract.ts';
import { startPayment } from './start-payment.ts';

/** `POST /create-payment-intent`. */
export function paymentsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, createPaymentIntentCall, { limit: 'intents', changesCatalogue: true }, async (request) => {
    const { price, orderId } = request.body;
    return startPayment(context, {
      currentUser: requireUser(request),
      price,
      orderId,
      idempotencyKey: request.headers['idempotency-key'],
    });
  });
}
