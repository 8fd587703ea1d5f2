import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { insertedSchema } from '#contracts/call-parts.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { StockCause } from '#features/catalogue/stock-contract.ts';
import { moveStock } from '#features/catalogue/stock-store.ts';
import { findManagedTool } from '#features/catalogue/store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { MAX_COUNTED_ROWS, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import { fieldTexts } from '#texts/validation.ts';
import {
  type NewStockChange,
  type ReceivedStock,
  type StockMovement,
  stockChangedSchema,
} from './contract.ts';
import { stockErrorTexts, stockRuleTexts } from './texts.ts';

type Asked = { currentUser: CurrentUser; idempotencyKey: string | undefined };

/** Receives units of a tool, or corrects their count for a reason. A repeat under the same key changes
 * nothing. @throws AppError not_found; conflict if reserved units would be removed; invalid_input;
 * key_reused */
export async function changeStock(
  context: AppContext,
  { currentUser, idempotencyKey, toolId, change }: Asked & { toolId: string; change: NewStockChange },
): Promise<z.infer<typeof stockChangedSchema>> {
  const body = { toolId, ...change };
  const request = { userId: currentUser.userId, route: 'POST /tool/:id/stock', key: idempotencyKey, body };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, stockChangedSchema, async () => {
      await move(context, tx, body, { field: 'quantity' });
      const { kind, quantity } = change;
      await recordAudit(context, tx, { action: 'stock_changed', toolId, details: { kind, quantity } });
      const tool = await findManagedTool(tx, toolId);
      return { available_quantity: tool?.available_quantity ?? 0 };
    }),
  );
}

/** Receives stock: all of its lines, or none. A repeat under the same key changes nothing. @throws
 * AppError not_found, invalid_input, both naming the line; key_reused */
export async function receiveStock(
  context: AppContext,
  { currentUser, idempotencyKey, received }: Asked & { received: ReceivedStock },
): Promise<z.infer<typeof insertedSchema>> {
  const request = {
    userId: currentUser.userId,
    route: 'POST /deliveries',
    key: idempotencyKey,
    body: received,
  };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, insertedSchema, async () => {
      const { reference, lines } = received;
      const cause: StockCause = { kind: 'delivery', id: uuid(), ...(reference && { name: reference }) };
      // Tools' rows are locked by id, so that two receipts of the same tools can't deadlock.
      const inOrder = lines
        .map((line, index) => ({ ...line, toolId: line.toolId.toLowerCase(), index }))
        .sort((one, other) => (one.toolId < other.toolId ? -1 : Number(one.toolId > other.toolId)));
      for (const { index, ...line } of inOrder) {
        const field = { field: `lines.${index}.quantity`, toolField: `lines.${index}.toolId` };
        await move(context, tx, { ...line, kind: 'received', cause }, field);
      }
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const details = { deliveryId: cause.id ?? null, lines: lines.length, units };
      await recordAudit(context, tx, { action: 'delivery_received', details });
      return { insertedId: cause.id ?? '' };
    }),
  );
}

/** Moves units of a tool that is in the shop. @throws AppError with the reason if it can't */
async function move(
  context: AppContext,
  tx: DatabaseTransaction,
  { toolId, kind, quantity, ...why }: NewStockChange & { toolId: string; cause?: StockCause },
  { field, toolField }: { field: string; toolField?: string },
): Promise<void> {
  const change = { toolId, movements: [{ kind, quantity }], ...why };
  if (await moveStock(context, tx, [change], { only: 'in_shop' })) return;
  const tool = await findManagedTool(tx, toolId);
  if (!tool)
    throw new AppError('not_found', toolErrorTexts.noSuchTool, { ...(toolField && { field: toolField }) });
  if (quantity > 0)
    throw new AppError('invalid_input', fieldTexts.tooLarge(stockRuleTexts.quantity), { field });
  throw new AppError('conflict', stockErrorTexts.notSoMany(tool.available_quantity), { field });
}

type MovementRow = Selectable<Tables['stock_movements']> & { actor_email: string | null };

/** Leaves out what an order reserved and released before it sold the units: its sale says it all. */
const isNews = sql<boolean>`not (kind in ('reserved', 'released') and cause = 'order' and exists (
  select from stock_movements moved
  where moved.cause = 'order' and moved.cause_id = stock_movements.cause_id and moved.tool_id = stock_movements.tool_id
  having bool_or(moved.kind = 'sold')
    and sum(moved.quantity) filter (where moved.kind in ('reserved', 'released')) = 0))`;

/** Returns one page of a tool's movements, newest first; `undefined` if the tool never existed. */
export async function listMovements(
  db: Database,
  toolId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<RowsPage<MovementRow> | undefined> {
  const ofTool = db.selectFrom('stock_movements').where('tool_id', '=', toolId).where(isNews);
  const [tool, rows, counted] = await Promise.all([
    db.selectFrom('tools').select('id').where('id', '=', toolId).executeTakeFirst(),
    ofTool
      .leftJoin('users', 'users.id', 'stock_movements.actor_id')
      .selectAll('stock_movements')
      .select('users.email as actor_email')
      .$if(cursor !== undefined, (query) => query.where('stock_movements.id', '<', Number(cursor)))
      .orderBy('stock_movements.id', 'desc')
      .limit(limit + 1)
      .execute(),
    db
      .selectFrom(
        ofTool
          .select('id')
          .limit(MAX_COUNTED_ROWS + 1)
          .as('first'),
      )
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow(),
  ]);
  if (!tool) return undefined;
  const page = rows.slice(0, limit);
  return {
    rows: page,
    nextCursor: rows.length > limit ? String(page.at(-1)?.id) : undefined,
    total: Math.min(counted.rows, MAX_COUNTED_ROWS),
    isMoreThanTotal: counted.rows > MAX_COUNTED_ROWS,
  };
}

/** Serializes a ledger row for the wire. */
export function serializeMovement(row: MovementRow): StockMovement {
  const { cause, cause_id: id, cause_name: name } = row;
  return {
    _id: String(row.id),
    kind: row.kind,
    quantity: row.quantity,
    available: row.available_after,
    ...(row.reason !== null && { reason: row.reason }),
    ...(cause !== null && {
      cause: { kind: cause, ...(id !== null && { id }), ...(name !== null && { name }) },
    }),
    actor: row.actor,
    actorEmail: row.actor_email,
    at: row.at.toISOString(),
  };
}
