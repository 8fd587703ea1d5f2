import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { receivePaymentEventCall } from '#features/payments/contract.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { settleProviderDispute } from '#features/refunds/disputes/settle-dispute.ts';
import { settleProviderRefund } from '#features/refunds/give-refund.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { runAsActor } from '#platform/actor.ts';
import { requestTexts } from '#texts/errors.ts';

/** Receives the card provider's webhooks about payments, refunds and disputes; each is looked up there and
 * settled by its own feature. */
export async function paymentWebhookRoute(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (scope: ApiServer) => {
    // The signature covers the raw bytes, so nothing may parse them before it is verified.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    const unreadBody = {
      'application/json': { type: 'object', description: 'An event, as the card provider sends it' },
    };
    serve(scope, receivePaymentEventCall, { limit: 'none', unreadBody }, async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = context.cardPayments.verifyWebhook(body, request.headers);
      if (!event) throw new AppError('invalid_input', requestTexts.badSignature, { field: 'signature' });
      const { id: eventId, type, intentId, refundId, disputeId, warning } = event;
      if (warning) request.log.warn({ eventId, type, intentId }, `the card provider says: ${warning}`);
      const { outcome } = await runAsActor({ actor: 'card_provider', requestId: request.id }, async () => {
        if (disputeId !== undefined) return { outcome: await settleProviderDispute(context, disputeId) };
        if (refundId !== undefined) return { outcome: await settleProviderRefund(context, refundId) };
        return intentId === undefined ? { outcome: 'ignored' } : settlePayment(context, intentId);
      });
      request.log.info({ eventId, type, intentId, outcome }, 'webhook taken');
      return { received: true as const };
    });
  });
}
