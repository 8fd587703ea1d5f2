import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { chargesOfOrders, serializeCharges } from '#features/charge-rules/charges-of-orders.ts';
import {
  type ChargesReply,
  type chargesRequestSchema,
  getChargesCall,
} from '#features/charge-rules/contract.ts';
import { billOf } from '#features/orders/bill.ts';
import { reportPaymentCall } from '#features/orders/contract.ts';
import { findPaymentOfTransaction } from '#features/orders/payment-store.ts';
import { findOrders } from '#features/orders/store.ts';
import { orderErrorTexts, paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { requireUser } from '#features/users/authorise.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import {
  authenticateSandboxPaymentCall,
  confirmSandboxPaymentCall,
  createPaymentIntentCall,
  endPaymentCall,
  getBillCall,
  listHoldsCall,
} from './contract.ts';
import { listHolds, serializeHold } from './holds.ts';
import { readBill } from './read-bill.ts';
import { endPayment } from './release-hold.ts';
import { confirmPayment } from './settle-payment.ts';
import { startPayment } from './start-payment.ts';

/** Routes: `POST /create-payment-intent`, `GET /holds`, and the sandbox's calls. */
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
    const { transactionId } = request.params;
    return { transactionId, ...(await readBill(context.db, await billOf(context.db, payment))) };
  });
  addSandbox(api, context);
}

/** The sandbox card provider's calls. As with real providers, the intent's client secret authorises them. */
function addSandbox(api: ApiServer, { sandboxCards }: AppContext): void {
  if (!sandboxCards) return;

  serve(api, confirmSandboxPaymentCall, {}, async ({ params, body: { clientSecret, card } }) =>
    sandboxCards.confirm({ intentId: params.intentId, clientSecret, card }),
  );

  serve(api, authenticateSandboxPaymentCall, {}, async ({ params, body: { clientSecret, approve } }) =>
    sandboxCards.authenticate({ intentId: params.intentId, clientSecret, approve }),
  );
}

type ChargesInput = { currentUser: CurrentUser } & z.infer<typeof chargesRequestSchema>;

/** Computes the charges of paying for some of one's own unpaid orders or, for staff, for some of one
 * customer's. @throws AppError not_found; conflict for a paid one */
async function chargeOrders(
  context: AppContext,
  { currentUser, orderIds, ...chosen }: ChargesInput,
): Promise<ChargesReply> {
  const found = await findOrders(context.db, orderIds);
  const userId = (currentUser.isStaff && found[0]?.user_id) || currentUser.userId;
  const orders = found.filter(({ user_id, deleted_at }) => user_id === userId && deleted_at === null);
  if (orders.length < orderIds.length) {
    throw new AppError('not_found', orderErrorTexts.noSuchOrder, { field: 'orderIds' });
  }
  if (orders.some(({ paid_at }) => paid_at !== null)) {
    throw new AppError('conflict', paymentErrorTexts.alreadyPaid, { field: 'orderIds' });
  }
  const { currency } = context.config;
  const stepCents = context.cardPayments.chargeStepCents(currency);
  const now = context.clock.now();
  const charges = await chargesOfOrders(context.db, { orders, userId, stepCents, now, ...chosen });
  return serializeCharges(charges, currency);
}
