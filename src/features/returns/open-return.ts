import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { type LockedOrders, lockOrdersWithPayments, type Payment } from '#features/orders/payment-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { orderErrorTexts, refundErrorTexts } from '#features/orders/texts/errors.ts';
import { type CurrentUser, lockUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { type NewReturn, type Return, type ReturnKind, type ReturnReason, returnSchema } from './contract.ts';
import { announceReturn, answerReturn } from './return-actions.ts';
import { assertBuyerMayReturn, assertUnits, findBuyersTerms, returnableUnits } from './returnable.ts';
import { countClosedReturns, insertReturn, type ReturnRow } from './store.ts';
import { returnErrorTexts as texts } from './texts.ts';

/** How many returns of a purchase may have been closed before its buyer requests another. */
const MAX_CLOSED = 10;

type AskedLine = { orderId: string; quantity: number; reason: ReturnReason };

/** Orders of one purchase that the transaction has locked, with a number of units of each. */
export type ReturnParts = { payment: Payment; lines: (AskedLine & { order: OrderRow })[] };

type RequestInput = { currentUser: CurrentUser; asked: NewReturn; idempotencyKey: string | undefined };

/** Requests a return, once per key: of one's own orders within the shop's rules, or of anyone's for staff.
 * @throws AppError not_found, conflict, invalid_input with the field of the line; key_reused */
export async function requestReturn(
  context: AppContext,
  { currentUser, asked, idempotencyKey }: RequestInput,
): Promise<Return> {
  const { userId, isStaff } = currentUser;
  const request = { userId, route: 'POST /returns', key: idempotencyKey, body: asked };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, returnSchema, async () => {
      const mayBe = (order: OrderRow) => isStaff || order.user_id === userId;
      const parts = await lockForReturn(tx, asked.lines, mayBe);
      const isOwn = parts.lines.some(({ order }) => order.user_id === userId);
      if (isOwn) {
        // An erasure may have been faster.
        await lockUser(tx, userId);
        await assertWithinRules(context, tx, parts);
        await assertNotClosedOften(tx, parts.payment);
      }
      const row = await openReturn(context, tx, parts, {
        kind: 'return',
        note: asked.note,
        ...(!isOwn && { requested_by: userId }),
      });
      return answerReturn(context, tx, row.id);
    }),
  );
}

async function assertWithinRules(
  context: AppContext,
  tx: DatabaseTransaction,
  { lines }: ReturnParts,
): Promise<void> {
  const termsOf = await findBuyersTerms(
    context,
    tx,
    lines.map(({ order }) => order),
  );
  for (const [nth, { order, quantity }] of lines.entries())
    assertBuyerMayReturn(order, termsOf(order), quantity, nth);
}

/** @throws AppError conflict once so many were closed that whoever goes on only fills the list */
async function assertNotClosedOften(tx: DatabaseTransaction, { id }: Payment): Promise<void> {
  if ((await countClosedReturns(tx, id)) < MAX_CLOSED) return;
  throw new AppError('conflict', texts.closedOften, { field: 'lines' });
}

/** Locks the orders of a new return, with their payments. `mayBe`: whether the caller may know of an order.
 * @throws AppError not_found with the line's field; conflict for an unpaid order; invalid_input for several
 * purchases */
export async function lockForReturn(
  tx: DatabaseTransaction,
  asked: readonly AskedLine[],
  mayBe: (order: OrderRow) => boolean,
): Promise<ReturnParts> {
  const locked = await lockOrdersWithPayments(
    tx,
    asked.map(({ orderId }) => orderId),
  );
  const lines = asked.map((line, nth) => {
    const order = locked.orders.find(({ id }) => id === line.orderId);
    if (!order || order.deleted_at || !mayBe(order))
      throw new AppError('not_found', orderErrorTexts.noSuchOrder, { field: `lines.${nth}.orderId` });
    return { ...line, order };
  });
  return { payment: onePayment(locked, lines), lines };
}

function onePayment({ payments }: LockedOrders, lines: readonly AskedLine[]): Payment {
  const paid = lines.map(({ orderId }, nth) => {
    const payment = payments.find(
      ({ state, lines }) => state === 'succeeded' && lines.some(({ order_id }) => order_id === orderId),
    );
    if (payment) return payment;
    throw new AppError('conflict', refundErrorTexts.notPaid, { field: `lines.${nth}.orderId` });
  });
  const [first] = paid;
  if (!first || paid.some(({ id }) => id !== first.id))
    throw new AppError('invalid_input', texts.severalPurchases, { field: 'lines' });
  return first;
}

type NewFacts = {
  kind: ReturnKind;
  note?: string;
  declared_name?: string;
  declared_email?: string;
  /** Staff who open it for the buyer. */
  requested_by?: string;
};

/** Opens a return of units that have left, of orders that the transaction has locked: from then on they are
 * counted as returning. Tells the buyer, staff, and webhooks. @throws AppError conflict with the line's field
 * for more units than are left to return */
export async function openReturn(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines }: ReturnParts,
  facts: NewFacts,
): Promise<ReturnRow> {
  for (const [nth, { order, quantity }] of lines.entries())
    assertUnits(order, returnableUnits(order), quantity, nth);
  const [first] = lines;
  if (!first) throw new Error('a return has lines');
  const row = await insertReturn(
    tx,
    {
      id: uuid(),
      ...facts,
      user_id: first.order.user_id,
      payment_id: payment.id,
      requested_at: context.clock.now(),
    },
    lines.map(({ orderId, quantity, reason }) => ({ order_id: orderId, quantity, reason })),
  );
  await announceReturn(context, tx, row, 'return_requested', { isTold: facts.kind === 'withdrawal' });
  return row;
}
