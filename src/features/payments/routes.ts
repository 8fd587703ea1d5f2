import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { getChargesCall } from '#features/delivery-tax/contract.ts';
import { findCreditNotes, findInvoiceOfPayment } from '#features/invoices/store.ts';
import { billOf } from '#features/orders/bill.ts';
import { reportPaymentCall } from '#features/orders/contract.ts';
import { findPaymentOfTransaction } from '#features/orders/payment-store.ts';
import { paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { chargeOrders } from './charge-orders.ts';
import { confirmPayment } from './confirm-payment.ts';
import {
  authenticateSandboxPaymentCall,
  confirmSandboxPaymentCall,
  createPaymentIntentCall,
  endPaymentCall,
  getBillCall,
} from './contract.ts';
import { endPayment } from './end-payment.ts';
import { listHolds, serializeHold } from './holds.ts';
import { listHoldsCall } from './holds-contract.ts';
import { serializeBill } from './serialize-bill.ts';
import { startPayment } from './start-payment.ts';

/** `POST /create-payment-intent`, `GET /holds`, and what the sandbox needs. */
export function paymentsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, createPaymentIntentCall, { limit: 'intents', changesCatalogue: true }, async (request) => {
    return startPayment(context, {
      ...request.body,
      currentUser: requireUser(request),
      idempotencyKey: request.headers['idempotency-key'],
    });
  });
  serve(api, reportPaymentCall, { limit: 'intents', changesCatalogue: true }, async (request) =>
    confirmPayment(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      intentId: request.body.transactionId,
    }),
  );
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
  addSandbox(api, context);
}

/** The sandbox card provider's calls. As with real providers, the client secret
 * of the intent is the permission. */
function addSandbox(api: ApiServer, { sandboxCards }: AppContext): void {
  if (!sandboxCards) return;

  serve(api, confirmSandboxPaymentCall, {}, async ({ params, body: { clientSecret, card } }) =>
    sandboxCards.confirm({ intentId: params.intentId, clientSecret, card }),
  );

  serve(api, authenticateSandboxPaymentCall, {}, async ({ params, body: { clientSecret, approve } }) =>
    sandboxCards.authenticate({ intentId: params.intentId, clientSecret, approve }),
  );
}
