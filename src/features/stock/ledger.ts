import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { MAX_COUNTED_ROWS, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { StockMovement } from './contract.ts';

type MovementRow = Selectable<Tables['stock_movements']> & { actor_email: string | null };

/** One page of a tool's movements, the newest first; `undefined` where there has never been such a tool. */
export async function listMovements(
  db: Database,
  toolId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<RowsPage<MovementRow> | undefined> {
  const ofTool = db.selectFrom('stock_movements').where('tool_id', '=', toolId);
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

/** Turns a row of the ledger into one on the wire. */
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
