import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { lockUser } from '#features/users/store.ts';
import { MAX_LISTS, type NewList } from './contract.ts';
import {
  findLists,
  insertList,
  isNameTaken,
  isUnknownTool,
  removeList,
  renameList,
  replaceLines,
} from './store.ts';
import { listErrorTexts } from './texts.ts';

type Own = { userId: string };

/** Saves a list for a buyer. @throws AppError conflict for a name that they already use, or for too many
 * lists; not_found for an unknown tool */
export async function addList(
  context: AppContext,
  { userId, list }: Own & { list: NewList },
): Promise<{ insertedId: string }> {
  const id = uuid();
  await context.db
    .transaction()
    .execute(async (tx) => {
      // Without the lock, two concurrent calls could both pass the limit.
      await lockUser(tx, userId);
      if ((await findLists(tx, userId)).length >= MAX_LISTS)
        throw new AppError('conflict', listErrorTexts.tooMany(MAX_LISTS));
      await insertList(tx, { id, user_id: userId, name: list.name, updated_at: context.clock.now() });
      await replaceLines(tx, id, list.lines);
      await recordAudit(context, tx, {
        action: 'list_added',
        userId,
        details: { listId: id, lines: list.lines.length },
      });
    })
    .catch(asListError);
  return { insertedId: id };
}

/** Replaces a list's name and lines. @throws AppError as `addList` does; not_found for another user's list */
export async function changeList(
  context: AppContext,
  { userId, id, list }: Own & { id: string; list: NewList },
): Promise<{ modifiedCount: number }> {
  await context.db
    .transaction()
    .execute(async (tx) => {
      const isOwn = await renameList(tx, userId, id, { name: list.name, updated_at: context.clock.now() });
      if (!isOwn) throw new AppError('not_found', listErrorTexts.noSuchList);
      await replaceLines(tx, id, list.lines);
      await recordAudit(context, tx, {
        action: 'list_changed',
        userId,
        details: { listId: id, lines: list.lines.length },
      });
    })
    .catch(asListError);
  return { modifiedCount: 1 };
}

/** Deletes a buyer's own list. @throws AppError not_found */
export async function deleteList(
  context: AppContext,
  { userId, id }: Own & { id: string },
): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await removeList(tx, userId, id))) throw new AppError('not_found', listErrorTexts.noSuchList);
    await recordAudit(context, tx, { action: 'list_deleted', userId, details: { listId: id } });
    return { deletedCount: 1 };
  });
}

function asListError(error: unknown): never {
  if (isNameTaken(error)) throw new AppError('conflict', listErrorTexts.nameTaken, { field: 'name' });
  if (isUnknownTool(error)) throw new AppError('not_found', listErrorTexts.noSuchTool, { field: 'lines' });
  throw error;
}
