import type { Insertable, Selectable } from 'kysely';
import { findLineNames } from '#features/catalogue/line-names.ts';
import { breaksConstraint, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { NewList, SavedList } from './contract.ts';

export type ListRow = Selectable<Tables['saved_lists']> & { lines: number };

const listsOf = (db: Database, userId: string) =>
  db
    .selectFrom('saved_lists')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('saved_list_lines')
        .select(({ fn }) => fn.countAll<number>().as('lines'))
        .whereRef('list_id', '=', 'saved_lists.id')
        .as('lines'),
    )
    .where('user_id', '=', userId);

/** Finds a user's lists, by name. */
export const findLists = (db: Database, userId: string) =>
  listsOf(db, userId)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute();

/** Finds one of a user's own lists; `undefined` if it is not theirs. */
export const findList = (db: Database, userId: string, id: string) =>
  listsOf(db, userId).where('id', '=', id).executeTakeFirst();

/** Finds the lines of a list, in order. */
export async function findListLines(db: Database, listId: string) {
  const lines = await db
    .selectFrom('saved_list_lines')
    .innerJoin('tools', 'tools.id', 'tool_id')
    .select(['tool_id as toolId', 'name as toolName', 'quantity'])
    .where('list_id', '=', listId)
    // Drafts are not shown to buyers.
    .where('tools.img', 'is not', null)
    .orderBy('position')
    .execute();
  const names = await findLineNames(
    db,
    lines.map(({ toolId }) => toolId),
  );
  return lines.map((line) => ({ ...line, toolName: names.get(line.toolId) ?? line.toolName }));
}

export async function insertList(
  tx: DatabaseTransaction,
  list: Insertable<Tables['saved_lists']>,
): Promise<void> {
  await tx.insertInto('saved_lists').values(list).execute();
}

/** Renames one of a user's own lists. Returns whether it is theirs. */
export async function renameList(
  tx: DatabaseTransaction,
  userId: string,
  id: string,
  change: Pick<ListRow, 'name' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_lists')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes one of a user's own lists. Returns whether it was theirs. */
export async function removeList(tx: DatabaseTransaction, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_lists')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Replaces the lines of a list. */
export async function replaceLines(
  tx: DatabaseTransaction,
  listId: string,
  lines: NewList['lines'],
): Promise<void> {
  await tx.deleteFrom('saved_list_lines').where('list_id', '=', listId).execute();
  const values = lines.map(({ toolId, quantity }, index) => ({
    list_id: listId,
    position: index + 1,
    tool_id: toolId,
    quantity,
  }));
  await tx.insertInto('saved_list_lines').values(values).execute();
}

/** Whether a list was refused because its owner already has one of this name. */
export const isNameTaken = (error: unknown) => breaksConstraint(error, 'saved_lists_by_name');

/** Whether a line was refused because its tool never existed. */
export const isUnknownTool = (error: unknown) => breaksConstraint(error, 'saved_list_lines_tool_id_fkey');

/** Serializes a list for the wire. */
export const serializeList = ({
  id,
  name,
  lines,
  updated_at,
}: Omit<ListRow, 'lines'> & { lines: number | null }): SavedList => ({
  _id: id,
  name,
  lineCount: lines ?? 0,
  updatedAt: updated_at.toISOString(),
});
