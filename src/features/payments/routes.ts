import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, toPrice } from '#contracts/money.ts';
import { toPercent } from '#contracts/tax-rate.ts';
import type { AppContext } from '#features/app-context.ts';
import { chargesOfOrders, serializeCharges } from '#features/delivery-tax/charges-of-orders.ts';
import {
  type ChargesReply,
  type chargesRequestSchema,
  getChargesCall,
} from '#features/delivery-tax/contract.ts';
import type { TaxedAmount } from '#features/delivery-tax/tax-parts.ts';
import { findCreditNotes, findInvoiceOfPayment } from '#features/invoices/store.ts';
import { type Bill, billOf } from '#features/orders/bill.ts';
import { reportPaymentCall } from '#features/orders/contract.ts';
import { findPaymentOfTransaction } from '#features/orders/payment-store.ts';
import { findOrders, type OrderView } from '#features/orders/store.ts';
import { orderErrorTexts, paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { requireUser } from '#features/users/authorise.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import {
  authenticateSandboxPaymentCall,
  type BillReply,
  confirmSandboxPaymentCall,
  createPaymentIntentCall,
  endPaymentCall,
  getBillCall,
  listHoldsCall,
} from './contract.ts';
import { listHolds, serializeHold } from './holds.ts';
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
  const charges = await chargesOfOrders(context.db, { orders, userId, stepCents, ...chosen });
  return serializeCharges(charges, currency);
}

/** Serializes a bill for the wire. */
function serializeBill(
  bill: Bill,
  { transactionId, ...documents }: Pick<BillReply, 'transactionId' | 'invoiceNumber' | 'creditNotes'>,
): BillReply {
  const { lines, delivery, pricesIncludeTax } = bill;
  const price = (cents: Cents) => toPrice(cents, bill.currency);
  const shown = ({ netCents, grossCents }: TaxedAmount) => (pricesIncludeTax ? grossCents : netCents);
  const sum = (cents: (order: OrderView) => Cents) =>
    price(lines.reduce((total, { order }) => total + cents(order), 0));
  return {
    transactionId,
    orders: lines.map(({ order, ...line }) => ({
      orderId: order.id,
      number: order.number,
      amount: price(shown(line)),
      net: price(line.netCents),
      tax: price(line.taxCents),
      taxRate: toPercent(line.taxRatePpm),
    })),
    goods: price(lines.reduce((total, line) => total + shown(line), 0)),
    delivery: price(shown(delivery)),
    deliveryMethod: lines[0]?.order.delivery_method ?? null,
    collected: delivery.isCollected,
    taxes: bill.taxes.map(({ taxRatePpm, netCents, taxCents }) => ({
      taxRate: toPercent(taxRatePpm),
      net: price(netCents),
      tax: price(taxCents),
    })),
    tax: price(bill.taxCents),
    total: price(bill.totalCents),
    taxIncluded: pricesIncludeTax,
    taxName: bill.taxName,
    keptDelivery: price(bill.keptDeliveryCents),
    refunded: sum(({ given_back_cents }) => given_back_cents),
    refundDue: sum(({ due_back_cents }) => due_back_cents),
    ...documents,
  };
}
