import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { dayIn } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { type LastDelivery, lastDelivery } from '#features/orders/last-delivery.ts';
import { findParcelsOfOrders } from '#features/orders/parcel-store.ts';
import { type OrderRow, unitsLeft } from '#features/orders/store.ts';
import { approveReturn } from '#features/returns/change-return.ts';
import { lockForReturn, openReturn, type ReturnParts } from '#features/returns/open-return.ts';
import { returnableUnits } from '#features/returns/returnable.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Withdrawal } from './contract.ts';
import { withdrawalEmails } from './emails.ts';
import { type Declared, findDeclared } from './find-declared.ts';
import { withdrawalUntil } from './period.ts';
import { withdrawalNoteTexts as notes, type WithdrawalOutcome } from './texts.ts';

const declaredSchema = z.object({
  name: z.string(),
  orderNumber: z.string(),
  email: z.string(),
  lines: z.array(z.object({ orderNumber: z.string(), quantity: z.int() })),
  declaredAt: z.iso.datetime(),
});

/** Queues a declaration. Nothing is looked up before, so that the caller learns nothing from the time. */
export async function queueWithdrawal(
  { db, jobs, clock }: Pick<AppContext, 'db' | 'jobs' | 'clock'>,
  withdrawal: Withdrawal,
): Promise<{ declaredAt: string }> {
  const declaredAt = clock.now().toISOString();
  await jobs.enqueue(db, 'declare-withdrawal', { ...withdrawal, declaredAt });
  return { declaredAt };
}

/** Handles the job `declare-withdrawal`: opens a return of what has shipped, and emails the order's address
 * what was declared, when, and what becomes of each line. A declaration that matches no order ends here. */
export async function declareWithdrawal(context: AppContext, payload: unknown): Promise<void> {
  const withdrawal = declaredSchema.parse(payload);
  await context.db.transaction().execute(async (tx) => {
    const declared = await findDeclared(context, tx, withdrawal);
    if (declared && (await isFirst(tx, declared, withdrawal)))
      await recordWithdrawal(context, tx, declared, withdrawal);
  });
}

/** Records a declaration. Returns whether it is the first time: a job may run again after a crash. */
async function isFirst(
  tx: DatabaseTransaction,
  { orderId }: Declared,
  { declaredAt }: z.infer<typeof declaredSchema>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('declared_withdrawals')
    .values({ order_id: orderId, declared_at: new Date(declaredAt) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** What becomes of the units that were declared of an order. */
type Line = { order: OrderRow; asked: number; open: number; outcome: WithdrawalOutcome };

/** A declared line that is no order of the purchase. */
type UnknownLine = { number: string; asked: number; open: 0; outcome: 'unknown' };

async function recordWithdrawal(
  context: AppContext,
  tx: DatabaseTransaction,
  declared: Declared,
  withdrawal: z.infer<typeof declaredSchema>,
): Promise<void> {
  const { purchase, orderId, erasedTo } = declared;
  const ids = purchase.orders.map(({ id }) => id);
  const everything = ids.map((id) => ({ orderId: id, quantity: 1, reason: 'withdrawal' as const }));
  const parts = await lockForReturn(tx, everything, () => true);
  const last = await findLastDelivery(context, tx, parts);
  const until = withdrawalUntil(last);
  const { zone } = (await context.details.read(tx)).region;
  const isPast = until !== null && dayIn(new Date(withdrawal.declaredAt), zone) > until;
  const lines = linesOf(declared, parts, withdrawal, isPast && !last?.isAssumed);
  const isCertain = !isPast && parts.payment.vat_number === '';
  const returnId = await openFor(context, tx, { parts, lines, withdrawal, isCertain });
  const unknown = unknownLinesOf(parts, withdrawal);
  await noteForStaff(context, tx, lines, withdrawal.name);
  if (unknown.length > 0) await addNote(context, tx, orderId, notes.unknown?.(withdrawal.name, 0));
  await enqueueEmail(context, tx, withdrawalEmails.received, {
    orderId,
    number: purchase.number,
    returnId,
    ...(erasedTo !== undefined && { to: erasedTo }),
    name: withdrawal.name,
    declaredAt: withdrawal.declaredAt,
    until,
    isAssumed: last?.isAssumed ?? false,
    lines: [
      ...lines.map(({ order, asked, open, outcome }) => ({ number: order.number, asked, open, outcome })),
      ...unknown,
    ],
  });
}

/** Finds the last delivery of a purchase whose orders are locked. */
async function findLastDelivery(
  { details }: AppContext,
  tx: DatabaseTransaction,
  { lines }: ReturnParts,
): Promise<LastDelivery | undefined> {
  const { returns, region } = await details.read(tx);
  return lastDelivery({
    orders: lines.map(({ order }) => order),
    parcelsOf: await findParcelsOfOrders(
      tx,
      lines.map(({ orderId }) => orderId),
    ),
    assumedDays: returns.assumedDeliveryDays,
    zone: region.zone,
  });
}

/** What was declared of each order: the named lines, or everything: of the purchase by its own number, of one
 * line by that. */
function linesOf(
  { purchase, orderId }: Declared,
  { lines }: ReturnParts,
  { lines: named, orderNumber }: z.infer<typeof declaredSchema>,
  isPast: boolean,
): Line[] {
  const isWhole = orderNumber.toUpperCase() === purchase.number;
  return lines.flatMap(({ order }) => {
    const line = named.find((each) => each.orderNumber.toUpperCase() === order.number);
    const isMeant = named.length > 0 ? line !== undefined : isWhole || order.id === orderId;
    if (!isMeant) return [];
    const asked = Math.min(line?.quantity ?? order.quantity, order.quantity);
    const open = isPast ? 0 : Math.min(asked, Math.max(returnableUnits(order), 0));
    return [{ order, asked, open, outcome: outcomeOf(order, asked, open, isPast) }];
  });
}

const unknownLinesOf = (
  { lines }: ReturnParts,
  { lines: named }: z.infer<typeof declaredSchema>,
): UnknownLine[] =>
  named
    .map(({ orderNumber, quantity }) => ({ number: orderNumber.toUpperCase(), asked: quantity }))
    .filter(({ number }) => !lines.some(({ order }) => order.number === number))
    .map((line) => ({ ...line, open: 0, outcome: 'unknown' }));

function outcomeOf(order: OrderRow, asked: number, open: number, isPast: boolean): WithdrawalOutcome {
  if (order.cancelled_at) return 'canceled';
  if (open < asked && unitsLeft(order) > 0) return open > 0 ? 'partlyShipped' : 'notShipped';
  if (open > 0) return 'opened';
  return isPast ? 'past' : 'nothingLeft';
}

type Opening = {
  parts: ReturnParts;
  lines: readonly Line[];
  withdrawal: Withdrawal;
  /** Whether it needs no answer by staff. */
  isCertain: boolean;
};

/** Opens the return of what has shipped, and approves it at once: the shop has no say in a consumer's
 * withdrawal. Staff answer one that is late by an assumed delivery, or of a buyer with a VAT number. */
async function openFor(
  context: AppContext,
  tx: DatabaseTransaction,
  { parts, lines, withdrawal, isCertain }: Opening,
): Promise<string | null> {
  const opened = parts.lines.flatMap((line) => {
    const quantity = lines.find(({ order }) => order.id === line.orderId)?.open ?? 0;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  if (opened.length === 0) return null;
  const row = await openReturn(
    context,
    tx,
    { ...parts, lines: opened },
    {
      kind: 'withdrawal',
      declared_name: withdrawal.name,
      declared_email: withdrawal.email,
    },
  );
  if (isCertain) await approveReturn(context, tx, row, {}, { isTold: true });
  return row.id;
}

/** Leaves staff a note on each order that no return is opened for in full, once. */
async function noteForStaff(
  context: AppContext,
  tx: DatabaseTransaction,
  lines: readonly Line[],
  name: string,
): Promise<void> {
  for (const { order, asked, open, outcome } of lines)
    await addNote(context, tx, order.id, notes[outcome]?.(name, asked - open));
}

/** Adds a note to an order, unless it has the same one. */
async function addNote(
  { clock }: AppContext,
  tx: DatabaseTransaction,
  orderId: string,
  note: string | undefined,
): Promise<void> {
  if (!note) return;
  const before = await tx
    .selectFrom('order_notes')
    .select('id')
    .where('order_id', '=', orderId)
    .where('note', '=', note)
    .executeTakeFirst();
  if (before) return;
  await tx
    .insertInto('order_notes')
    .values({ id: uuid(), order_id: orderId, author_id: null, note, created_at: clock.now() })
    .execute();
}
