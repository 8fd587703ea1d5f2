import { type SqlBool, sql } from 'kysely';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

const updateTool = (tx: DatabaseTransaction, toolId: string) =>
  tx.updateTable('tools').where('id', '=', toolId);

const updateToolInShop = (tx: DatabaseTransaction, toolId: string) =>
  updateTool(tx, toolId).where('deleted_at', 'is', null);

const areFree = (units: number) => sql<SqlBool>`on_hand - held >= ${units}`;

/** Runs a guarded update of what visitors see; `false` when the guard held. */
async function changesOne(
  tx: DatabaseTransaction,
  update: Pick<ReturnType<typeof updateTool>, 'executeTakeFirstOrThrow'>,
): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) await invalidateEverywhere(tx);
  return numUpdatedRows === 1n;
}

/** Holds free units for a payment. One guarded statement decides a race for the last ones: `false` when there are not
 * enough, or when the tool has left the shop. */
export function holdUnits(tx: DatabaseTransaction, toolId: string, units: number): Promise<boolean> {
  const holding = updateToolInShop(tx, toolId).set({ held: sql`held + ${units}` });
  return changesOne(tx, holding.where(areFree(units)));
}

/** Takes units that a payment held: they are sold. What is available stays the same. */
export async function takeHeldUnits(tx: DatabaseTransaction, toolId: string, units: number): Promise<void> {
  const taken = { on_hand: sql<number>`on_hand - ${units}`, held: sql<number>`held - ${units}` };
  await updateTool(tx, toolId).set(taken).execute();
}

/** Takes units that nobody holds, for a payment that came late; `false` when there are not enough. */
export function takeFreeUnits(tx: DatabaseTransaction, toolId: string, units: number): Promise<boolean> {
  const taking = updateToolInShop(tx, toolId).set({ on_hand: sql`on_hand - ${units}` });
  return changesOne(tx, taking.where(areFree(units)));
}

/** Gives held units back to the shelf. */
export async function giveBackUnits(tx: DatabaseTransaction, toolId: string, units: number): Promise<void> {
  await changesOne(tx, updateTool(tx, toolId).set({ held: sql`held - ${units}` }));
}

/** Counts a review of so many stars into a tool's rating, or with -1 out of it. */
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
  await updateTool(tx, toolId).set(rating).execute();
}

/** Takes a tool out of the shop; `false` when it is not in it. Its units stay as they are. */
export function removeTool(tx: DatabaseTransaction, toolId: string, now: Date): Promise<boolean> {
  return changesOne(tx, updateToolInShop(tx, toolId).set({ deleted_at: now }));
}
