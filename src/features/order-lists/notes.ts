import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { MAX_STAFF_NOTES, type StaffNote, serializeStaffNote } from '#contracts/staff-note.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findOrder, lockOrder } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import { errorTexts } from '#texts/errors.ts';

/** What the staff wrote about an order, oldest first. @throws AppError not_found */
export async function listOrderNotes(db: Database, orderId: string): Promise<StaffNote[]> {
  if (!(await findOrder(db, orderId, { withDeleted: true })))
    throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  const rows = await db
    .selectFrom('order_notes')
    .leftJoin('users', 'users.id', 'order_notes.author_id')
    .select(['order_notes.id', 'order_notes.note', 'order_notes.created_at', 'users.email'])
    .where('order_id', '=', orderId)
    .orderBy('order_notes.id')
    .execute();
  return rows.map(serializeStaffNote);
}

/** How many notes each of these orders has, by its id. */
export async function countOrderNotes(
  db: Database,
  orders: readonly { id: string }[],
): Promise<(orderId: string) => number> {
  const rows = await db
    .selectFrom('order_notes')
    .select(({ fn }) => ['order_id', fn.countAll<number>().as('count')])
    .where(
      'order_id',
      '=',
      anyOf(
        orders.map(({ id }) => id),
        'uuid',
      ),
    )
    .groupBy('order_id')
    .execute();
  const counts = new Map(rows.map(({ order_id, count }) => [order_id, Number(count)]));
  return (orderId) => counts.get(orderId) ?? 0;
}

/** Writes a note about an order for the staff. @throws AppError not_found; conflict where it has as many as it may have. */
export async function addOrderNote(
  context: AppContext,
  { currentUser, orderId, note }: { currentUser: CurrentUser; orderId: string; note: string },
): Promise<{ insertedId: string }> {
  return context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    if ((await countOrderNotes(tx, [order]))(orderId) >= MAX_STAFF_NOTES)
      throw new AppError('conflict', errorTexts.tooManyNotes(MAX_STAFF_NOTES));
    const id = uuid();
    const written = { author_id: currentUser.userId, created_at: context.clock.now() };
    await tx
      .insertInto('order_notes')
      .values({ id, order_id: orderId, note, ...written })
      .execute();
    await recordAudit(context, tx, { action: 'order_note_added', orderId, details: { noteId: id } });
    return { insertedId: id };
  });
}
