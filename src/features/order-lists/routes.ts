import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { currencyDigits } from '#contracts/money.ts';
import type { StaffNote } from '#contracts/staff-note.ts';
import type { AppContext } from '#features/app-context.ts';
import { listOrderEventsCall } from '#features/audit/contract.ts';
import { listAuditEventsOfOrder, recordAudit, serializeAuditEvent } from '#features/audit/record-audit.ts';
import { fileCall, sendExport } from '#features/exports/send-export.ts';
import { findCreditNotes, findInvoiceNumbers } from '#features/invoices/store.ts';
import { getOrderCall, idsOf, listOrdersCall } from '#features/orders/contract.ts';
import { findDelays, serializeDelay } from '#features/orders/delay-store.ts';
import {
  addOrderNoteCall,
  type DeskOrder,
  exportOrdersCall,
  listAllOrdersCall,
  listOrderNotesCall,
} from '#features/orders/desk-contract.ts';
import { findParcelsOfOrders, serializeParcel } from '#features/orders/parcel-store.ts';
import { findPaymentTimes } from '#features/orders/payment-store.ts';
import { findPurchases, serializePurchase } from '#features/orders/purchase-store.ts';
import {
  findOrder,
  findOrderFor,
  lockOrder,
  type OrderView,
  serializeOrder,
  serializeTerms,
} from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { type BuyersTerms, findBuyersTerms } from '#features/returns/returnable.ts';
import { findReviewedTools } from '#features/reviews/store.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { admitExport } from '#features/users/admit-export.ts';
import { requireUser } from '#features/users/authorise.ts';
import { insertStaffNote, listStaffNotes } from '#features/users/staff-notes.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import type { Database } from '#platform/database/database.ts';
import { getPurchaseCall } from './contract.ts';
import { exportOfOrders } from './export-orders.ts';
import { listOrders, type OrderChoice } from './order-list.ts';
import { readDeskOrders, readPurchase } from './read-purchase.ts';

/** Routes for the order lists of buyers and staff, with what other features add to each order, and for an
 * order's notes and audit trail. */
export function orderListsRoutes(api: ApiServer, context: AppContext): void {
  addReads(api, context);
  addManaging(api, context);
}

function addReads(api: ApiServer, context: AppContext): void {
  const { currency } = context.config;

  serve(api, listOrdersCall, {}, async (request, reply) => {
    const currentUser = requireUser(request);
    const { email } = request.query;
    if (email !== currentUser.email && !currentUser.isStaff) {
      throw new AppError('not_allowed', orderErrorTexts.notYourOrders);
    }
    const { ids: chosen, ...meant } = request.query;
    const today = await todayOf(context);
    const page = await listOrders(context.db, {
      ...meant,
      today,
      ids: chosen === undefined ? undefined : idsOf(chosen),
    });
    const at = { now: context.clock.now(), today };
    const ids = page.rows.map(({ id }) => id);
    const [purchaseOf, reviewed, paymentTimes, parcelsOf, ...others] = await Promise.all([
      findPurchases(context.db, ids),
      findReviewedTools(context.db, page.rows),
      findPaymentTimes(context.db, page.rows, at),
      findParcelsOfOrders(context.db, ids),
      findInvoiceNumbers(context.db, page.rows),
      findCreditNotes(context.db, page.rows),
      findDelays(context.db, page.rows),
      findBuyersTerms(context, context.db, page.rows),
    ]);
    const [invoiceNumber, creditNotes, delayOf, returnTermsOf] = others;
    return sendPage(request, reply, page, (order) => ({
      ...serializeOrder(order, currency),
      ...paymentTimes(order.id),
      purchase: serializePurchase(purchaseOf(order.id)),
      invoiceNumber: invoiceNumber(order.id),
      creditNotes: creditNotes(order.id),
      delay: serializeDelay(delayOf(order.id)),
      terms: termsOf(order, currency),
      reviewed: reviewed.has(order.tool_id),
      reviewHidden: reviewed.get(order.tool_id)?.isHidden ?? false,
      parcels: parcelsOf(order.id).map(serializeParcel),
      returnable: returnableOf(returnTermsOf(order)),
    }));
  });

  serve(api, getOrderCall, {}, async (request) => {
    const order = await findOrderFor(requireUser(request), context.db, request.params.id);
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

const returnableOf = ({ quantity, until, isAssumed }: BuyersTerms) => ({ quantity, until, isAssumed });

const termsOf = (order: OrderView, currency: string) =>
  order.paid_at || order.tool_deleted
    ? null
    : serializeTerms(order.tool, { userId: order.user_id }, currency);

function addManaging(api: ApiServer, context: AppContext): void {
  serve(api, listAllOrdersCall, {}, async (request, reply) => {
    const { sort, limit, cursor, ...meant } = request.query;
    const choice = await asChoice(context, meant);
    const page = await listOrders(context.db, { ...choice, sort, limit, cursor });
    const orders = new Map((await readDeskOrders(context, page.rows)).map((order) => [order._id, order]));
    return sendPage(request, reply, page, ({ id }) => orders.get(id) as DeskOrder);
  });

  serve(api, getPurchaseCall, {}, async ({ params }) => readPurchase(context, params.number));

  serve(api, exportOrdersCall, fileCall, async (request, reply) => {
    await admitExport(context, request, 'orders_exported');
    const choice = await asChoice(context, request.query);
    return sendExport(context, reply, exportOfOrders(choice, context.config.currency));
  });

  serve(api, listOrderNotesCall, {}, async ({ params }) => listOrderNotes(context.db, params.id));

  serve(api, addOrderNoteCall, {}, async (request) =>
    addOrderNote(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      note: request.body.note,
    }),
  );
}

/** Converts the desk's query: timestamps to dates, and amounts to minor units of the shop's currency. */
async function asChoice(
  context: AppContext,
  query: z.infer<typeof exportOrdersCall.query>,
): Promise<OrderChoice> {
  const { customer: email, placedFrom, placedBefore, minTotal, maxTotal, q, status, refunds } = query;
  const { shipping, ids } = query;
  const { currency } = context.config;
  const moment = (time: string | undefined) => (time === undefined ? undefined : new Date(time));
  const cents = (price: number | undefined) =>
    price === undefined
      ? undefined
      : Math.min(Math.round(price * 10 ** currencyDigits(currency)), Number.MAX_SAFE_INTEGER);
  return {
    q,
    status,
    refunds,
    shipping,
    today: shipping && (await todayOf(context)),
    ids: ids === undefined ? undefined : idsOf(ids),
    email,
    placedFrom: moment(placedFrom),
    placedBefore: moment(placedBefore),
    minTotalCents: cents(minTotal),
    maxTotalCents: cents(maxTotal),
  };
}

/** Returns staff's notes on an order, oldest first. @throws AppError not_found */
async function listOrderNotes(db: Database, orderId: string): Promise<StaffNote[]> {
  if (!(await findOrder(db, orderId, { withDeleted: true })))
    throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return listStaffNotes(db, 'order', [orderId]);
}

/** Adds a staff note to an order. @throws AppError not_found; conflict if it has the maximum number of
 * notes */
async function addOrderNote(
  context: AppContext,
  { currentUser, orderId, note }: { currentUser: CurrentUser; orderId: string; note: string },
): Promise<{ insertedId: string }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockOrder(tx, orderId))) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    const noteId = await insertStaffNote(context, tx, {
      about: 'order',
      id: orderId,
      authorId: currentUser.userId,
      note,
    });
    await recordAudit(context, tx, { action: 'order_note_added', orderId, details: { noteId } });
    return { insertedId: noteId };
  });
}
