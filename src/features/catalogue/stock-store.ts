import type { Selectable, UpdateQueryBuilder } from 'kysely';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';

/** What an order copies of a tool, with its picture's sizes, and what its stock allows. */
export type StockedTool = Pick<
  Selectable<Tables['tools']>,
  'id' | 'name' | 'img' | 'price_cents' | 'min_order_quantity' | 'available_quantity'
> &
  Pick<Selectable<Tables['pictures']>, 'width' | 'height' | 'colour' | 'webp_srcset' | 'avif_srcset'>;

/** Finds a tool in the shop; `undefined` when it is not there, or not any more. */
export async function findStockedTool(db: Database, toolId: string): Promise<StockedTool | undefined> {
  return selectStocked(db).where('tools.id', '=', toolId).executeTakeFirst();
}

/** Finds the tools in the shop of this name, and picture: two at most, enough to see whether it is one. */
export async function findStockedTools(
  db: Database,
  { name, img }: { name: string; img?: string | undefined },
): Promise<StockedTool[]> {
  const named = selectStocked(db).where('name', '=', name).limit(2);
  return (img === undefined ? named : named.where('img', '=', img)).execute();
}

function selectStocked(db: Database) {
  return db
    .selectFrom('tools')
    .innerJoin('pictures', 'pictures.url', 'tools.img')
    .select(['tools.id', 'name', 'img', 'price_cents', 'min_order_quantity', 'available_quantity'])
    .select(['width', 'height', 'colour', 'webp_srcset', 'avif_srcset'])
    .where('deleted_at', 'is', null);
}

/** Whether a tool is in the shop. */
export async function isToolInShop(db: Database, toolId: string): Promise<boolean> {
  return (await findStockedTool(db, toolId)) !== undefined;
}

/**
 * Holds free units for a payment. One guarded statement decides a race for the last ones: `false` when there are
 * not enough, or when the tool has left the shop.
 */
export async function holdUnits(tx: DatabaseTransaction, toolId: string, units: number): Promise<boolean> {
  const holding = tx
    .updateTable('tools')
    .set(({ eb }) => ({ held: eb('held', '+', units) }))
    .where('id', '=', toolId)
    .where('deleted_at', 'is', null)
    .where(({ eb }) => eb(eb('on_hand', '-', eb.ref('held')), '>=', units));
  return changesOne(tx, holding);
}

/** Takes units that a payment held: they are sold. What is available stays the same. */
export async function takeHeldUnits(tx: DatabaseTransaction, toolId: string, units: number): Promise<void> {
  await tx
    .updateTable('tools')
    .set(({ eb }) => ({ on_hand: eb('on_hand', '-', units), held: eb('held', '-', units) }))
    .where('id', '=', toolId)
    .execute();
}

/** Takes units that nobody holds, for a payment that came late; `false` when there are not enough. */
export async function takeFreeUnits(
  tx: DatabaseTransaction,
  toolId: string,
  units: number,
): Promise<boolean> {
  const taking = tx
    .updateTable('tools')
    .set(({ eb }) => ({ on_hand: eb('on_hand', '-', units) }))
    .where('id', '=', toolId)
    .where('deleted_at', 'is', null)
    .where(({ eb }) => eb(eb('on_hand', '-', eb.ref('held')), '>=', units));
  return changesOne(tx, taking);
}

/** Gives held units back to the shelf. */
export async function giveBackUnits(tx: DatabaseTransaction, toolId: string, units: number): Promise<void> {
  await tx
    .updateTable('tools')
    .set(({ eb }) => ({ held: eb('held', '-', units) }))
    .where('id', '=', toolId)
    .execute();
  await invalidateEverywhere(tx);
}

/** Counts a review of so many stars into a tool's rating. */
export async function addRating(tx: DatabaseTransaction, toolId: string, rate: number): Promise<void> {
  await tx
    .updateTable('tools')
    .set(({ eb }) => ({
      rating_sum: eb('rating_sum', '+', rate),
      rating_count: eb('rating_count', '+', 1),
    }))
    .where('id', '=', toolId)
    .execute();
  await invalidateEverywhere(tx);
}

/** Takes a tool out of the shop; `false` when it is not in it. Its units stay as they are. */
export async function removeTool(tx: DatabaseTransaction, toolId: string, now: Date): Promise<boolean> {
  const removing = tx
    .updateTable('tools')
    .set({ deleted_at: now })
    .where('id', '=', toolId)
    .where('deleted_at', 'is', null);
  return changesOne(tx, removing);
}

type ToolsUpdate = Pick<
  UpdateQueryBuilder<Tables, 'tools', 'tools', { numUpdatedRows: bigint }>,
  'executeTakeFirstOrThrow'
>;

/** Runs a guarded update of what visitors see; `false` when the guard held. */
async function changesOne(tx: DatabaseTransaction, update: ToolsUpdate): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await invalidateEverywhere(tx);
  return true;
}
