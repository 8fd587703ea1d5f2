import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { getChargesCall } from '#features/charges/contract.ts';
import { settleProviderDispute } from '#features/orders/disputes/settle-dispute.ts';
import { settleProviderRefund } from '#features/orders/refunds/give-refund.ts';
import { paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { findCreditNotes, findInvoiceOfPayment } from '#features/papers/store.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { runAsActor } from '#platform/actor.ts';
import { requestTexts } from '#texts/errors.ts';
import { billOf, serializeBill } from './bill.ts';
import { chargeOrders } from './charge-orders.ts';
import {
  authenticateSandboxPaymentCall,
  confirmSandboxPaymentCall,
  createPaymentIntentCall,
  endPaymentCall,
  getBillCall,
  receivePaymentEventCall,
} from './contract.ts';
import { endPayment } from './end-payment.ts';
import { listHolds, serializeHold } from './holds.ts';
import { listHoldsCall } from './holds-contract.ts';
import { settlePayment } from './settle-payment.ts';
import { startPayment } from './start-payment.ts';
import { findPaymentOfTransaction } from './store.ts';

/** `POST /create-payment-intent`, `GET /holds`, the webhook, and what the sandbox needs. */
export async function paymentsRoutes(api: ApiServer, context: AppContext): Promise<void> {
  serve(api, createPaymentIntentCall, { limit: 'intents', changesCatalogue: true }, async (request) => {
    return startPayment(context, {
      ...request.body,
      currentUser: requireUser(request),
      idempotencyKey: request.headers['idempotency-key'],
    });
  });
  serve(api, endPaymentCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    endPayment(context, { currentUser: requireUser(request), orderId: request.params.id }),
  );
  serve(api, listHoldsCall, {}, async (request, reply) =>
    sendPage(request, reply, await listHolds(context.db, context.clock.now(), request.query), serializeHold),
  );
  serve(api, getChargesCall, { limit: 'reads' }, async (request) =>
    chargeOrders(context, { currentUser: requireUser(request), ...request.body }),
  );
  serve(api, getBillCall, { limit: 'reads' }, async (request) => {
    const { userId, isStaff } = requireUser(request);
    const payment = await findPaymentOfTransaction(context.db, request.params.transactionId);
    if (!payment || !(isStaff || payment.user_id === userId)) {
      throw new AppError('not_found', paymentErrorTexts.noSuchPayment);
    }
    const invoice = await findInvoiceOfPayment(context.db, payment.id);
    const bill = await billOf(context.db, payment);
    const orders = bill.lines.map(({ order }) => order);
    const notesOf = await findCreditNotes(context.db, orders);
    return serializeBill(bill, {
      transactionId: request.params.transactionId,
      invoiceNumber: invoice?.name ?? null,
      creditNotes: orders.flatMap(({ id }) => notesOf(id)),
    });
  });
  await addWebhook(api, context);
  addSandbox(api, context);
}

async function addWebhook(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (scope: ApiServer) => {
    // The signature is over the bytes as they came, so nothing may parse them before it is checked.
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

/** The sandbox card provider's calls. As with real providers, the client secret of the intent is the permission. */
function addSandbox(api: ApiServer, { sandboxCards }: AppContext): void {
  if (!sandboxCards) return;

  serve(api, confirmSandboxPaymentCall, {}, async ({ params, body: { clientSecret, card } }) =>
    sandboxCards.confirm({ intentId: params.intentId, clientSecret, card }),
  );

  serve(api, authenticateSandboxPaymentCall, {}, async ({ params, body: { clientSecret, approve } }) =>
    sandboxCards.authenticate({ intentId: params.intentId, clientSecret, approve }),
  );
}
