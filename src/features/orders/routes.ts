import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { currencyDigits } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { listOrderEventsCall } from '#features/audit/contract.ts';
import { listAuditEventsOfOrder, serializeAuditEvent } from '#features/audit/record-audit.ts';
import { findOrderTerms } from '#features/catalogue/store.ts';
import { todayOf } from '#features/details/today.ts';
import { sendExport } from '#features/exports/send-export.ts';
import { findCreditNotes, findInvoiceNumbers } from '#features/papers/store.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import type { Database } from '#platform/database/database.ts';
import { acceptPrice } from './accept-price.ts';
import { changeOrder } from './change-order.ts';
import {
  acceptPriceCall,
  deleteOrderCall,
  getOrderCall,
  idsOf,
  listOrdersCall,
  placeOrderCall,
  reportPaymentCall,
  shipOrderCall,
  updateOrderCall,
} from './contract.ts';
import { deleteOrder } from './delete-order.ts';
import {
  addOrderNoteCall,
  exportOrdersCall,
  listAllOrdersCall,
  listOrderNotesCall,
  shipOrdersCall,
  undoShipmentsCall,
} from './desk-contract.ts';
import { findDisputes, serializeDispute } from './disputes/store.ts';
import { exportOfOrders } from './export-orders.ts';
import { addOrderNote, countOrderNotes, listOrderNotes } from './notes.ts';
import { listOrders, type OrderChoice } from './order-list.ts';
import { findParcelsOfOrders, serializeParcel } from './parcels/store.ts';
import { confirmPayment } from './payments/confirm-payment.ts';
import { findPaymentTimes } from './payments/store.ts';
import { placeOrder } from './place-order.ts';
import { forEachOrder, shipOrder, undoShip } from './ship-order.ts';
import { findOrder, serializeOrder } from './store.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** Which of the tools that one person has ordered they have reviewed, and whether that is hidden: a matter of the reviews. */
type FindReviewedTools = (
  db: Database,
  orders: readonly { user_id: string; tool_id: string }[],
) => Promise<Map<string, { isHidden: boolean }>>;

/** `/orders`, what is done to one of them, its notes and audit trail, `/manageorders` and `/shipments`. */
export function ordersRoutes(
  api: ApiServer,
  context: AppContext,
  findReviewedTools: FindReviewedTools,
): void {
  addReads(api, context, findReviewedTools);
  addWrites(api, context);
  addManaging(api, context);
}

function addReads(api: ApiServer, context: AppContext, findReviewedTools: FindReviewedTools): void {
  const { currency } = context.config;

  serve(api, listOrdersCall, {}, async (request, reply) => {
    const currentUser = requireUser(request);
    const { email } = request.query;
    if (email !== currentUser.email && !currentUser.isStaff) {
      throw new AppError('not_allowed', orderErrorTexts.notYourOrders);
    }
    const { ids, ...meant } = request.query;
    const page = await listOrders(context.db, { ...meant, ids: ids === undefined ? undefined : idsOf(ids) });
    const at = { now: context.clock.now(), today: await todayOf(context) };
    const [reviewed, terms, paymentTimes, parcelsOf, invoiceNumber, creditNotes] = await Promise.all([
      findReviewedTools(context.db, page.rows),
      findOrderTerms(
        context.db,
        page.rows.flatMap(({ paid_at, tool_id }) => (paid_at ? [] : [tool_id])),
        currency,
      ),
      findPaymentTimes(context.db, page.rows, at),
      findParcelsOfOrders(
        context.db,
        page.rows.map(({ id }) => id),
      ),
      findInvoiceNumbers(context.db, page.rows),
      findCreditNotes(context.db, page.rows),
    ]);
    return sendPage(request, reply, page, (order) => ({
      ...serializeOrder(order, currency),
      ...paymentTimes(order.id),
      invoiceNumber: invoiceNumber(order.id),
      creditNotes: creditNotes(order.id),
      terms: order.paid_at ? null : (terms.get(order.tool_id) ?? null),
      reviewed: reviewed.has(order.tool_id),
      reviewHidden: reviewed.get(order.tool_id)?.isHidden ?? false,
      parcels: parcelsOf(order.id).map(serializeParcel),
    }));
  });

  serve(api, getOrderCall, {}, async (request) => {
    const currentUser = requireUser(request);
    const order = await findOrder(context.db, request.params.id);
    if (!order || !(currentUser.isStaff || order.user_id === currentUser.userId)) {
      throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    }
    return serializeOrder(order, currency);
  });

  serve(api, listOrderEventsCall, {}, async (request, reply) => {
    const { id } = request.params;
    if (!(await findOrder(context.db, id, { withDeleted: true }))) {
      throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    }
    const page = await listAuditEventsOfOrder(context.db, id, request.query);
    return sendPage(request, reply, page, serializeAuditEvent);
  });
}

function addWrites(api: ApiServer, context: AppContext): void {
  serve(api, placeOrderCall, { limit: 'orders' }, async (request) =>
    placeOrder(context, {
      currentUser: requireUser(request),
      order: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, updateOrderCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    changeOrder(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      change: request.body,
    }),
  );

  serve(api, acceptPriceCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    acceptPrice(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      price: request.body.price,
    }),
  );

  serve(api, reportPaymentCall, { limit: 'intents', changesCatalogue: true }, async (request) =>
    confirmPayment(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      intentId: request.body.transactionId,
    }),
  );

  serve(api, deleteOrderCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    deleteOrder(context, { currentUser: requireUser(request), orderId: request.params.id }),
  );
}

function addManaging(api: ApiServer, context: AppContext): void {
  serve(api, listAllOrdersCall, {}, async (request, reply) => {
    const { sort, limit, cursor, ...meant } = request.query;
    const choice = asChoice(meant, context.config.currency);
    const page = await listOrders(context.db, { ...choice, sort, limit, cursor });
    const at = { now: context.clock.now(), today: await todayOf(context) };
    const [paymentTimes, noteCount, disputes, invoiceNumber, creditNotes] = await Promise.all([
      findPaymentTimes(context.db, page.rows, at),
      countOrderNotes(context.db, page.rows),
      findDisputes(context.db, page.rows),
      findInvoiceNumbers(context.db, page.rows),
      findCreditNotes(context.db, page.rows),
    ]);
    return sendPage(request, reply, page, (order) => ({
      ...serializeOrder(order, context.config.currency),
      ...paymentTimes(order.id),
      noteCount: noteCount(order.id),
      disputes: disputes(order.id).map(serializeDispute),
      invoiceNumber: invoiceNumber(order.id),
      creditNotes: creditNotes(order.id),
    }));
  });

  serve(api, exportOrdersCall, { exposeHeadRoute: false }, async ({ query }, reply) => {
    const { currency } = context.config;
    return sendExport(context, reply, exportOfOrders(asChoice(query, currency), currency));
  });

  serve(api, shipOrderCall, {}, async ({ params, body }) =>
    shipOrder(context, { orderId: params.id, despiteDispute: body?.despiteDispute }),
  );

  serve(api, listOrderNotesCall, {}, async ({ params }) => listOrderNotes(context.db, params.id));

  serve(api, addOrderNoteCall, {}, async (request) =>
    addOrderNote(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      note: request.body.note,
    }),
  );

  serve(api, shipOrdersCall, {}, async ({ body }) =>
    forEachOrder(context, body.orderIds, (orderId) =>
      shipOrder(context, { orderId, despiteDispute: body.despiteDispute }),
    ),
  );

  serve(api, undoShipmentsCall, {}, async ({ body }) =>
    forEachOrder(context, body.orderIds, (orderId) => undoShip(context, { orderId })),
  );
}

/** What the desk asks for, with its moments as times and its amounts in minor units of `currency`. */
function asChoice(query: z.infer<typeof exportOrdersCall.query>, currency: string): OrderChoice {
  const { customer: email, placedFrom, placedBefore, minTotal, maxTotal, q, status, refunds, ids } = query;
  const moment = (time: string | undefined) => (time === undefined ? undefined : new Date(time));
  const cents = (price: number | undefined) =>
    price === undefined
      ? undefined
      : Math.min(Math.round(price * 10 ** currencyDigits(currency)), Number.MAX_SAFE_INTEGER);
  return {
    q,
    status,
    refunds,
    ids: ids === undefined ? undefined : idsOf(ids),
    email,
    placedFrom: moment(placedFrom),
    placedBefore: moment(placedBefore),
    minTotalCents: cents(minTotal),
    maxTotalCents: cents(maxTotal),
  };
}
