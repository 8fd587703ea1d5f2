import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import { type Cents, toPrice } from '#contracts/money.ts';
import { readOrderNumber } from '#features/orders/rules.ts';
import {
  type JoinedPicture,
  joinedPicture,
  pictureColumns,
  serializePicture,
} from '#features/pictures/store.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { beginsWords, listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import { MAX_RETURN_PICTURES, type Return, type ReturnLine, type ReturnList } from './contract.ts';

export type ReturnRow = Selectable<Tables['returns']>;

/** Units of one order in a return. */
export type ReturnLineRow = Selectable<Tables['return_lines']>;

/** A return for display. */
export type ReturnView = ReturnRow & {
  purchase_number: string;
  user_name: string;
  email: string;
  has_label: boolean;
  picture_places: number[];
  lines: LineView[];
};

type LineView = ReturnLineRow &
  JoinedPicture & {
    order_number: string;
    tool_id: string;
    tool_name: string;
    part_number: string | null;
    img: string;
    refunded_cents: Cents;
  };

/** Stores a return with its lines. Database triggers count its units as returning, whose orders the
 * transaction has locked. */
export async function insertReturn(
  tx: DatabaseTransaction,
  row: Insertable<Tables['returns']>,
  lines: Pick<ReturnLineRow, 'order_id' | 'quantity' | 'reason'>[],
): Promise<ReturnRow> {
  const added = await tx.insertInto('returns').values(row).returningAll().executeTakeFirstOrThrow();
  const { id, state, payment_id } = added;
  await tx
    .insertInto('return_lines')
    .values(lines.map((line, position) => ({ ...line, return_id: id, payment_id, position, state })))
    .execute();
  return added;
}

/** Finds the lines of a return, in its order; empty if there is no such return. */
export function findReturnLines(db: Database, returnId: string): Promise<ReturnLineRow[]> {
  return db
    .selectFrom('return_lines')
    .selectAll()
    .where('return_id', '=', returnId)
    .orderBy('position')
    .execute();
}

/** The ids of all orders of a return's purchase; empty if there is no such return. */
export async function findOrderIdsOfPurchase(db: Database, returnId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_orders')
    .select('order_id')
    .where('payment_id', '=', ({ selectFrom }) =>
      selectFrom('returns').select('payment_id').where('returns.id', '=', returnId),
    )
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** Finds a return and locks it until the transaction ends. Its orders are locked first. */
export function lockReturn(tx: DatabaseTransaction, returnId: string): Promise<ReturnRow | undefined> {
  return tx.selectFrom('returns').selectAll().where('id', '=', returnId).forUpdate().executeTakeFirst();
}

/** Finds a return without its lines. */
export function findReturn(db: Database, returnId: string): Promise<ReturnRow | undefined> {
  return db.selectFrom('returns').selectAll().where('id', '=', returnId).executeTakeFirst();
}

/** Updates a return that the transaction has locked, with its orders; the move was already checked. Its lines
 * follow its state. */
export async function updateReturn(
  tx: DatabaseTransaction,
  returnId: string,
  facts: Updateable<Tables['returns']>,
): Promise<void> {
  await tx.updateTable('returns').set(facts).where('id', '=', returnId).execute();
}

/** Writes what has arrived of a line. */
export async function updateReturnLine(
  tx: DatabaseTransaction,
  { return_id, order_id }: ReturnLineRow,
  facts: Pick<
    Updateable<Tables['return_lines']>,
    'received' | 'accepted' | 'restocked' | 'deducted_cents' | 'rejected_reason'
  >,
): Promise<void> {
  await tx
    .updateTable('return_lines')
    .set(facts)
    .where('return_id', '=', return_id)
    .where('order_id', '=', order_id)
    .execute();
}

/** Counts the closed returns of a purchase. */
export async function countClosedReturns(db: Database, paymentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('returns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'closed')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts units of orders that arrived and were not accepted; returns a lookup by order id. */
export async function countRejectedUnits(
  db: Database,
  orderIds: readonly string[],
): Promise<(orderId: string) => number> {
  const rows = await db
    .selectFrom('return_lines')
    .select('order_id')
    .select(sql<number>`sum(received - accepted)::integer`.as('units'))
    .where('order_id', '=', anyOf([...orderIds], 'uuid'))
    .groupBy('order_id')
    .execute();
  const byOrder = new Map(rows.map(({ order_id, units }) => [order_id, units]));
  return (orderId) => byOrder.get(orderId) ?? 0;
}

/** Returns one page of the matching returns, newest first. */
export function listReturns(
  db: Database,
  { q, state, kind, limit, cursor, email, userId }: ReturnList & { userId: string | undefined },
): Promise<RowsPage<ReturnView>> {
  return listPage(
    db,
    {
      table: 'returns',
      where: [
        ...(userId === undefined ? [] : [sql<SqlBool>`user_id = ${userId}`]),
        ...(email === undefined
          ? []
          : [sql<SqlBool>`user_id = (select users.id from users where users.email = ${email})`]),
        ...(state === undefined ? [] : [sql<SqlBool>`state = ${sql.lit(state)}`]),
        ...(kind === undefined ? [] : [sql<SqlBool>`kind = ${sql.lit(kind)}`]),
      ],
      search: q ? [matchesQuery(q)] : [],
      order: { direction: 'desc' },
      limit,
      cursor,
    },
    (ids) => findReturnViews(db, ids),
  );
}

/** Returns the number of a return that a text may be, with or without its letters. */
function readReturnNumber(q: string): string | undefined {
  const written = readOrderNumber(q);
  return written && (written.prefix === 'RMA' || !written.prefix) ? `RMA-${written.digits}` : undefined;
}

/** Finds the return with a number, for display. */
export async function findReturnByNumber(db: Database, q: string): Promise<ReturnView | undefined> {
  const number = readReturnNumber(q);
  if (number === undefined) return undefined;
  const row = await db.selectFrom('returns').select('id').where('number', '=', number).executeTakeFirst();
  return row && (await findReturnViews(db, [row.id]))[0];
}

function matchesQuery(q: string): RawBuilder<SqlBool> {
  const written = readOrderNumber(q);
  const number = readReturnNumber(q);
  if (number !== undefined && written?.prefix) return sql`number = ${number}`;
  const isOrder = written
    ? sql`(split_part(orders.number, '-', 2) = ${written.digits} or ${beginsWords(q, sql`orders.words`)})`
    : beginsWords(q, sql`orders.words`);
  const ofOrders = sql<SqlBool>`id in (select return_id from return_lines join orders on orders.id = order_id where ${isOrder})`;
  return number === undefined ? ofOrders : sql`(number = ${number} or ${ofOrders})`;
}

/** Finds returns for display, in any order; missing ones are left out. */
export async function findReturnViews(db: Database, returnIds: readonly string[]): Promise<ReturnView[]> {
  if (returnIds.length === 0) return [];
  const [rows, lines] = await Promise.all([
    db
      .selectFrom('returns')
      .innerJoin('payment_orders as first_line', (join) =>
        join.onRef('first_line.payment_id', '=', 'returns.payment_id').on('first_line.position', '=', 0),
      )
      .innerJoin('orders', 'orders.id', 'first_line.order_id')
      .selectAll('returns')
      .select(['orders.number as purchase_number', 'orders.user_name', 'orders.email'])
      .select([
        sql<boolean>`exists (select from return_labels where return_id = returns.id)`.as('has_label'),
        sql<number[]>`array(select place::integer from return_pictures where return_id = returns.id
          order by place)`.as('picture_places'),
      ])
      .where('returns.id', '=', anyOf([...returnIds], 'uuid'))
      .execute(),
    db
      .selectFrom('return_lines')
      .innerJoin('orders', 'orders.id', 'return_lines.order_id')
      .leftJoin('pictures', 'pictures.url', 'orders.img')
      .selectAll('return_lines')
      .select(['orders.number as order_number', 'tool_id', 'tool_name', 'part_number', 'img'])
      .select(pictureColumns)
      .select(
        sql<Cents>`(select coalesce(sum(amount_cents), 0)::bigint from refunds
          where refunds.return_id = return_lines.return_id and refunds.order_id = return_lines.order_id)`.as(
          'refunded_cents',
        ),
      )
      .where('return_lines.return_id', '=', anyOf([...returnIds], 'uuid'))
      .orderBy('return_lines.position')
      .execute(),
  ]);
  const byReturn = Map.groupBy(lines, ({ return_id }) => return_id);
  return rows.map((row) => ({ ...row, lines: byReturn.get(row.id) ?? [] }));
}

/** Reads a return for its wire; `undefined` if there is none. */
export async function readReturn(
  db: Database,
  returnId: string,
  currency: string,
): Promise<Return | undefined> {
  const [view] = await findReturnViews(db, [returnId]);
  return view && serializeReturn(view, currency);
}

/** Serializes a return for the wire, its amounts in decimal `currency`. */
export function serializeReturn(view: ReturnView, currency: string): Return {
  return {
    _id: view.id,
    number: view.number,
    kind: view.kind,
    state: view.state,
    purchaseNumber: view.purchase_number,
    name: view.user_name,
    email: view.email,
    declaredName: view.declared_name,
    declaredEmail: view.declared_email,
    lines: view.lines.map((line) => serializeLine(line, currency)),
    note: view.note,
    reason: view.reason,
    postage: view.postage,
    address: view.address,
    labelUrl: view.label_url,
    hasLabel: view.has_label,
    pictures: view.picture_places.map((place) => `/returns/${view.id}/pictures/${place}`),
    byStaff: view.requested_by !== null,
    requestedAt: view.requested_at.toISOString(),
    answeredAt: view.answered_at?.toISOString() ?? null,
    receivedAt: view.received_at?.toISOString() ?? null,
    closedAt: view.closed_at?.toISOString() ?? null,
  };
}

function serializeLine(line: LineView, currency: string): ReturnLine {
  const picture = joinedPicture(line);
  return {
    orderId: line.order_id,
    orderNumber: line.order_number,
    toolId: line.tool_id,
    toolName: line.tool_name,
    partNumber: line.part_number,
    img: line.img,
    picture: picture && serializePicture(picture),
    quantity: line.quantity,
    reason: line.reason,
    received: line.received,
    accepted: line.accepted,
    restocked: line.restocked,
    deducted: toPrice(line.deducted_cents, currency),
    rejectedReason: line.rejected_reason,
    refunded: toPrice(line.refunded_cents, currency),
  };
}

/** Reads a picture of a return; `undefined` if there is none. */
export async function findReturnPicture(
  db: Database,
  returnId: string,
  place: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('return_pictures')
    .select('webp')
    .where('return_id', '=', returnId)
    .where('place', '=', place)
    .executeTakeFirst();
  return row?.webp;
}

/** Adds a picture after the others of a return, which the transaction has locked. Returns whether there was
 * room for it among `most`. */
export async function addReturnPicture(
  tx: DatabaseTransaction,
  picture: { returnId: string; webp: Buffer; at: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ place: number }>`
    insert into return_pictures (return_id, place, webp, added_at)
    select ${picture.returnId}, count(*), ${picture.webp}, ${picture.at}
    from return_pictures where return_id = ${picture.returnId} having count(*) < ${picture.most}
    returning place`.execute(tx);
  return rows.length > 0;
}

/** Stores the label of a return in place of an earlier one. */
export async function saveReturnLabel(
  tx: DatabaseTransaction,
  { returnId, pdf, at }: { returnId: string; pdf: Buffer; at: Date },
): Promise<void> {
  await tx
    .insertInto('return_labels')
    .values({ return_id: returnId, pdf, added_at: at })
    .onConflict((conflict) => conflict.column('return_id').doUpdateSet({ pdf, added_at: at }))
    .execute();
}

/** Reads the label of a return; `undefined` if there is none. */
export async function findReturnLabel(db: Database, returnId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('return_labels')
    .select('pdf')
    .where('return_id', '=', returnId)
    .executeTakeFirst();
  return row?.pdf;
}

/** Yields the pictures and labels of a user's returns, each read when it is consumed. */
export async function* filesOfReturns(
  db: Database,
  userId: string,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const returns = await db
    .selectFrom('returns')
    .select(['id', 'number'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  for (const { id, number } of returns) {
    for (let place = 0; place < MAX_RETURN_PICTURES; place++) {
      const webp = await findReturnPicture(db, id, place);
      if (webp) yield { name: `${number}-${place + 1}.webp`, bytes: webp };
    }
    const pdf = await findReturnLabel(db, id);
    if (pdf) yield { name: `${number}.pdf`, bytes: pdf };
  }
}
