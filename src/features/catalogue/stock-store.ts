import { type Selectable, sql } from 'kysely';
import type { SafetyField } from '#contracts/product-safety.ts';
import type { AppContext } from '#features/app-context.ts';
import { withTaxons } from '#features/categories/store.ts';
import { currentActor } from '#platform/actor.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { anyOf, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { isForSale } from './for-sale.ts';
import { recordLowStock } from './record-low-stock.ts';
import { MAX_QUANTITY } from './rules.ts';
import type { StockCause, StockKind } from './stock-contract.ts';
import { lockTools } from './store.ts';
import type { ListField, NewTool } from './tool-fields-contract.ts';

type StockContext = Pick<AppContext, 'clock' | 'jobs'>;

type Movement = { kind: StockKind; quantity: number };

type StockChange = {
  toolId: string;
  /** In the order in which they occur; their sum is the change of the available quantity. */
  movements: Movement[];
  cause?: StockCause;
  reason?: string | undefined;
};

/** Skips a tool that has left the shop, or (`for_sale`) any that is not for sale. */
const isMovable = { in_shop: sql`deleted_at is null`, for_sale: isForSale };

/** A tool to insert: its fields under their own names, except the price in minor units and what is on hand.
 * The pictures after the first, specifications and price breaks have their own rows. */
export type NewToolRow = Omit<
  NewTool,
  'price' | 'former_price' | 'available_quantity' | 'img' | SafetyField | ListField
> & {
  img?: string | undefined;
  former_price_cents?: number | null;
} & { [Field in SafetyField]?: string | null | undefined } & Pick<
    Selectable<Tables['tools']>,
    'id' | 'price_cents' | 'on_hand'
  >;

const sumOf = (movements: Movement[]) => movements.reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether a movement counts for what is on hand: reserved and released units stay in the store room, all
 * other movements bring units in or take them out. */
const movesHeld = ({ kind }: Movement) => kind === 'reserved' || kind === 'released';

/** Changes tools' counts by movements and writes these down, in one statement: there is no other way to
 * change them. It decides a race. Returns `false` and changes none where one tool has too few available units
 * or is not there; several tools must be locked by the caller. */
export async function moveStock(
  context: StockContext,
  tx: DatabaseTransaction,
  changes: StockChange[],
  { only }: { only?: keyof typeof isMovable } = {},
): Promise<boolean> {
  const rows = changes
    .flatMap(({ toolId, movements, cause, reason = null }) =>
      movements.map((movement) => ({
        ...movement,
        toolId,
        isShelf: !movesHeld(movement),
        reason,
        cause: cause?.kind ?? null,
        causeId: cause?.id ?? null,
        causeName: cause?.name ?? null,
      })),
    )
    .filter(({ quantity }) => quantity !== 0)
    .map((row, nth) => ({ ...row, nth }));
  if (rows.length === 0) return true;
  const { actor, userId } = currentActor();
  const canMove = sql`${only ? sql`${isMovable[only]} and` : sql``} case when available < 0
    then on_hand + available >= held else on_hand <= ${MAX_QUANTITY}::integer - greatest(shelf, 0) end`;
  const { numAffectedRows } = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (nth integer, "toolId" uuid, kind text,
        quantity integer, "isShelf" boolean, reason text, cause text, "causeId" uuid, "causeName" text)
    ), sums as (
      select "toolId", sum(quantity)::integer as available, coalesce(sum(quantity) filter (where "isShelf"), 0)::integer as shelf
      from given group by "toolId"
    ), changed as (
      update tools set on_hand = on_hand + shelf, held = held + shelf - available from sums
      where id = "toolId" and ${canMove} and (select count(*) from sums) =
        (select count(*) from sums join tools on id = "toolId" where ${canMove})
      returning id, available_quantity
    )
    insert into stock_movements
      (tool_id, kind, quantity, available_after, reason, cause, cause_id, cause_name, actor, actor_id, at)
    select id, kind, quantity, available_quantity - coalesce(sum(quantity) over later, 0), reason, cause, "causeId",
      "causeName", ${actor}, ${userId ?? null}::uuid, ${context.clock.now()}::timestamptz
    from changed join given on "toolId" = id
    window later as (partition by id order by nth rows between 1 following and unbounded following)
    order by nth`.execute(tx);
  if (numAffectedRows !== BigInt(rows.length)) return false;
  const steps = [...Map.groupBy(rows, ({ toolId }) => toolId)]
    .map(([toolId, ofTool]) => ({ toolId, quantity: sumOf(ofTool) }))
    .filter(({ quantity }) => quantity !== 0);
  if (steps.length === 0) return true;
  await recordLowStock(context, tx, steps, {
    isRestock: rows.some(({ isShelf, quantity }) => isShelf && quantity > 0),
  });
  await invalidateEverywhere(tx);
  return true;
}

/** Units moved for a cause, usually an order. */
export type Units = { toolId: string; units: number; cause: StockCause };

/** Reserves free units; the caller locks their tools. Returns `false` if a tool has too few or is no longer
 * for sale; the caller must then roll back. */
export function holdUnits(context: StockContext, tx: DatabaseTransaction, ...all: Units[]): Promise<boolean> {
  const changes = moving(all, (units) => [{ kind: 'reserved', quantity: -units }]);
  return moveStock(context, tx, changes, { only: 'for_sale' });
}

/** Sells reserved units: releases and sells them at once, so the available quantity does not change. Locks
 * their tools. */
export function sellHeldUnits(
  context: StockContext,
  tx: DatabaseTransaction,
  ...all: Units[]
): Promise<void> {
  const movementsOf = (units: number): Movement[] => [
    { kind: 'released', quantity: units },
    { kind: 'sold', quantity: -units },
  ];
  return moveHeld(context, tx, moving(all, movementsOf));
}

/** Sells unreserved units, for a payment that arrived late; the caller locks their tools. Returns `false` and
 * sells none if a tool has too few. */
export function sellFreeUnits(
  context: StockContext,
  tx: DatabaseTransaction,
  ...free: Units[]
): Promise<boolean> {
  const changes = moving(free, (units) => [{ kind: 'sold', quantity: -units }]);
  return moveStock(context, tx, changes, { only: 'for_sale' });
}

/** Releases reserved units. Locks their tools. */
export function releaseUnits(context: StockContext, tx: DatabaseTransaction, ...all: Units[]): Promise<void> {
  const changes = moving(all, (units) => [{ kind: 'released', quantity: units }]);
  return moveHeld(context, tx, changes);
}

/** Returns units of a cancelled or refunded order to stock; `false` if that exceeds the maximum count. */
export function returnUnits(context: StockContext, tx: DatabaseTransaction, back: Units): Promise<boolean> {
  return moveStock(
    context,
    tx,
    moving([back], (units) => [{ kind: 'returned', quantity: units }]),
  );
}

const moving = (all: Units[], movementsOf: (units: number) => Movement[]): StockChange[] =>
  all.map(({ toolId, units, cause }) => ({ toolId, cause, movements: movementsOf(units) }));

async function moveHeld(
  context: StockContext,
  tx: DatabaseTransaction,
  changes: StockChange[],
): Promise<void> {
  await lockTools(
    tx,
    changes.map(({ toolId }) => toolId),
  );
  if (!(await moveStock(context, tx, changes))) throw new Error('units that were reserved are not there');
}

/** Sets a tool's available quantity to an actual count, with a reason; reserved units stay reserved. Locks
 * the tool's row. Returns `false` if there is no such tool, or the count exceeds the maximum. */
export async function setAvailable(
  context: StockContext,
  tx: DatabaseTransaction,
  { toolId, available, reason }: { toolId: string; available: number; reason: string },
): Promise<boolean> {
  const tool = await tx
    .selectFrom('tools')
    .select('available_quantity')
    .where('id', '=', toolId)
    .forUpdate()
    .executeTakeFirst();
  if (!tool) return false;
  const quantity = available - tool.available_quantity;
  if (quantity === 0) return true;
  return moveStock(context, tx, [{ toolId, movements: [{ kind: 'adjusted', quantity }], reason }]);
}

/** Changes the available quantity of many locked tools by an import: one statement, with a movement for each.
 * Returns the ids of the changed tools; skips a tool with too few available units or above the maximum
 * count. */
export async function moveByImport(
  context: StockContext,
  tx: DatabaseTransaction,
  moves: { toolId: string; quantity: number }[],
  cause: StockCause,
): Promise<Set<string>> {
  const { actor, userId } = currentActor();
  const { rows } = await sql<{ tool_id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as given ("toolId" uuid, quantity integer)
    ), changed as (
      update tools set on_hand = on_hand + quantity from given
      where id = "toolId" and quantity <> 0 and on_hand - held + quantity >= 0
        and on_hand <= ${MAX_QUANTITY}::integer - greatest(quantity, 0)
      returning id, quantity, available_quantity
    )
    insert into stock_movements (tool_id, kind, quantity, available_after, cause, cause_id, cause_name, actor, actor_id, at)
    select id, 'imported', quantity, available_quantity, ${cause.kind}, ${cause.id ?? null}::uuid, ${cause.name ?? null},
      ${actor}, ${userId ?? null}::uuid, ${context.clock.now()}::timestamptz
    from changed returning tool_id`.execute(tx);
  const moved = new Set(rows.map(({ tool_id }) => tool_id));
  const steps = moves.filter(({ toolId }) => moved.has(toolId));
  if (steps.length > 0) await recordLowStock(context, tx, steps, { isRestock: true });
  return moved;
}

/** Inserts tools, each with the movement of its first units. Their `img` must be recorded pictures; inserts
 * missing categories and brands too. */
export async function insertTools(
  context: Pick<AppContext, 'clock'>,
  tx: DatabaseTransaction,
  given: NewToolRow[],
  cause: StockCause = { kind: 'new_tool' },
): Promise<void> {
  const kind: StockKind = cause.kind === 'import' ? 'imported' : 'received';
  const { actor, userId } = currentActor();
  const named = await withTaxons(context, tx, given);
  const tools = named.map((tool) => ({ ...tool, pack_step: tool.pack_step ?? 1 }));
  const columns = [...new Set(tools.flatMap(Object.keys))].map((column) => sql.ref(column));
  // One parameter for any number of tools: a file brings a hundred thousand.
  await sql`
    with added as (
      insert into tools (${sql.join(columns)})
      select ${sql.join(columns)} from jsonb_populate_recordset(null::tools, ${JSON.stringify(tools)}::jsonb)
      returning id, available_quantity
    )
    insert into stock_movements
      (tool_id, kind, quantity, available_after, cause, cause_id, cause_name, actor, actor_id, at)
    select id, ${kind}, available_quantity, available_quantity, ${cause.kind}, ${cause.id ?? null}::uuid,
      ${cause.name ?? null}, ${actor}, ${userId ?? null}::uuid, ${context.clock.now()}::timestamptz
    from added where available_quantity > 0`.execute(tx);
}

/** Adds a review with this number of stars to a tool's rating, or removes it with -1. */
export async function addRating(
  tx: DatabaseTransaction,
  toolId: string,
  rate: number,
  times: 1 | -1 = 1,
): Promise<void> {
  const rating = {
    rating_sum: sql<number>`rating_sum + ${times * rate}`,
    rating_count: sql<number>`rating_count + ${times}`,
  };
  await tx.updateTable('tools').set(rating).where('id', '=', toolId).execute();
}

/** Removes tools from the shop and from their families, and returns how many were in it. Their units do not
 * change. */
export async function removeTools(tx: DatabaseTransaction, toolIds: string[], now: Date): Promise<number> {
  const removed = tx
    .updateTable('tools')
    .set({ deleted_at: now, family_id: null, family_position: null })
    .where('id', '=', anyOf<string>(toolIds, 'uuid'))
    .where('deleted_at', 'is', null);
  const { numUpdatedRows } = await removed.executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await invalidateEverywhere(tx);
  return Number(numUpdatedRows);
}
