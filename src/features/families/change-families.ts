import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { withTaxons } from '#features/categories/store.ts';
import { areKnownPictures } from '#features/pictures/store.ts';
import { pictureErrorTexts } from '#features/pictures/texts.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import {
  type AddMembers,
  type FamilyEdit,
  MAX_MEMBERS,
  type ManagedFamily,
  type NewFamily,
  type SplitFamily,
} from './contract.ts';
import {
  deleteFamily,
  type FamilyRow,
  findFamily,
  findIdsOfNumbers,
  findMemberIds,
  insertFamily,
  lockEmptyFamilies,
  lockFamilies,
  lockMembers,
  replaceFamilyPictures,
  serializeFamily,
  setMembers,
  updateFamily,
} from './store.ts';
import { familyErrorTexts as texts } from './texts.ts';

/** Groups tools into a new family. @throws AppError conflict if the name is taken or a tool is in another
 * family; invalid_input if a tool is not in the shop, or a picture was not uploaded */
export async function addFamily(
  context: AppContext,
  { pictures = [], toolIds, ...fields }: NewFamily,
): Promise<{ insertedId: string; version: number }> {
  const id = uuid();
  const adding = context.db.transaction().execute(async (tx) => {
    const [named] = await withTaxons(context, tx, [fields]);
    await insertFamily(tx, { id, ...fields, ...named });
    await writePictures(tx, id, pictures);
    await writeMembers(context, tx, id, [], toolIds);
    const details = { id, name: fields.name, tools: toolIds.length };
    await recordAudit(context, tx, { action: 'family_added', details });
    await invalidateEverywhere(tx);
    return { insertedId: id, version: 1 };
  });
  return adding.catch(asNameError(fields.name));
}

/** Changes some fields of a family whose version still is `edit.version`, and returns it. An edit that changes
 * nothing creates no version. @throws AppError not_found; version_conflict, with the family's present state;
 * conflict and invalid_input as for a new family */
export async function editFamily(
  context: AppContext,
  id: string,
  { version, pictures, toolIds, ...fields }: FamilyEdit,
): Promise<ManagedFamily> {
  const editing = context.db.transaction().execute(async (tx) => {
    const [named] = await withTaxons(context, tx, [fields]);
    const before = await lockManagedFamily(tx, id);
    if (before.family.version !== version) {
      const current = serializeManagedFamily(before);
      throw new AppError('version_conflict', texts.changedMeanwhile, { field: 'version', current });
    }
    const changed = changesOf(before.family, { ...fields, ...named });
    const lists = await writeLists(context, tx, before, { pictures, toolIds });
    if (Object.keys(changed).length + lists.length === 0) return before;
    await updateFamily(tx, id, changed);
    const after = await readManagedFamily(tx, id);
    const was = { ...(changed.name !== undefined && { was: before.family.name }) };
    const changedFields = [...Object.keys(changed), ...lists].join(', ');
    const details = {
      id,
      name: after.family.name,
      ...was,
      fields: changedFields,
      tools: after.toolIds.length,
    };
    await recordAudit(context, tx, { action: 'family_edited', details });
    await invalidateEverywhere(tx);
    return after;
  });
  return serializeManagedFamily(await editing.catch(asNameError(fields.name ?? '')));
}

/** Adds tools to a family, after its members, and returns it. @throws AppError not_found; invalid_input if a
 * tool or part number is not in the shop, or there would be too many members; conflict if a tool is in another
 * family */
export async function addMembers(
  context: AppContext,
  id: string,
  { toolIds = [], partNumbers = [] }: AddMembers,
): Promise<ManagedFamily> {
  const after = await context.db.transaction().execute(async (tx) => {
    const before = await lockManagedFamily(tx, id);
    const numbered = await idsOfNumbers(tx, partNumbers);
    const all = [...new Set([...before.toolIds, ...toolIds, ...numbered])];
    if (all.length === before.toolIds.length) return before;
    if (all.length > MAX_MEMBERS)
      throw new AppError('invalid_input', texts.tooMany(MAX_MEMBERS), {
        field: toolIds.length > 0 ? 'toolIds' : 'partNumbers',
      });
    await writeMembers(context, tx, id, before.toolIds, all);
    await updateFamily(tx, id, {});
    const details = { id, name: before.family.name, fields: 'members', tools: all.length };
    await recordAudit(context, tx, { action: 'family_edited', details });
    await invalidateEverywhere(tx);
    return readManagedFamily(tx, id);
  });
  return serializeManagedFamily(after);
}

/** Returns the tools with some part numbers, in their order. @throws AppError invalid_input if one is unknown */
async function idsOfNumbers(tx: DatabaseTransaction, numbers: string[]): Promise<string[]> {
  const ids = await findIdsOfNumbers(tx, numbers);
  const unknown = numbers.filter((number) => !ids.has(number.toLowerCase()));
  if (unknown.length > 0)
    throw new AppError('invalid_input', texts.noSuchNumbers(unknown), { field: 'partNumbers' });
  return numbers.flatMap((number) => ids.get(number.toLowerCase()) ?? []);
}

/** Makes a new family of some members of a family, with its category. @throws AppError not_found; conflict if
 * the name is taken, or one of the tools is no longer a member */
export function splitFamily(
  context: AppContext,
  id: string,
  { name, toolIds }: SplitFamily,
): Promise<{ insertedId: string; version: number }> {
  const newId = uuid();
  const splitting = context.db.transaction().execute(async (tx) => {
    const before = await lockManagedFamily(tx, id);
    const { category } = before.family;
    const leaving = new Set(toolIds);
    if (toolIds.some((toolId) => !before.toolIds.includes(toolId)))
      throw new AppError('conflict', texts.notMember, { field: 'toolIds' });
    await insertFamily(tx, { id: newId, name, category });
    const left = before.toolIds.filter((toolId) => !leaving.has(toolId));
    await writeMembers(context, tx, id, before.toolIds, left);
    await writeMembers(context, tx, newId, [], toolIds);
    await updateFamily(tx, id, {});
    await recordAudit(context, tx, {
      action: 'family_added',
      details: { id: newId, name, tools: toolIds.length },
    });
    await recordAudit(context, tx, {
      action: 'family_edited',
      details: { id, name: before.family.name, fields: 'members', tools: left.length },
    });
    await invalidateEverywhere(tx);
    return { insertedId: newId, version: 1 };
  });
  return splitting.catch(asNameError(name));
}

/** Puts the members of a family behind those of another one, deletes it, and returns the other. @throws
 * AppError not_found; invalid_input if both are the same, there is no such other one, or it would have too
 * many members */
export async function mergeFamily(context: AppContext, id: string, intoId: string): Promise<ManagedFamily> {
  const field = 'into';
  if (id === intoId) throw new AppError('invalid_input', texts.intoItself, { field });
  const after = await context.db.transaction().execute(async (tx) => {
    await lockFamilies(tx, [id, intoId]);
    const from = await readManagedFamily(tx, id);
    const into = await findManagedFamily(tx, intoId);
    if (!into) throw new AppError('invalid_input', texts.noSuchInto, { field });
    const toolIds = [...into.toolIds, ...from.toolIds];
    if (toolIds.length > MAX_MEMBERS)
      throw new AppError('invalid_input', texts.tooMany(MAX_MEMBERS), { field });
    await writeMembers(context, tx, id, from.toolIds, []);
    await writeMembers(context, tx, intoId, into.toolIds, toolIds);
    await updateFamily(tx, intoId, {});
    await deleteFamily(tx, id);
    const { name: intoName } = into.family;
    const details = { id, name: from.family.name, into: intoId, intoName, tools: from.toolIds.length };
    await recordAudit(context, tx, { action: 'family_merged', details });
    await invalidateEverywhere(tx);
    return readManagedFamily(tx, intoId);
  });
  return serializeManagedFamily(after);
}

/** Deletes a family; its members stay in the shop. @throws AppError not_found */
export function removeFamily(context: AppContext, id: string): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const { family, toolIds } = await lockManagedFamily(tx, id);
    await writeMembers(context, tx, id, toolIds, []);
    await deleteFamily(tx, id);
    const details = { id, name: family.name, tools: toolIds.length };
    await recordAudit(context, tx, { action: 'family_removed', details });
    await invalidateEverywhere(tx);
    return { deletedCount: 1 };
  });
}

/** Deletes those of some families that have no members. */
export async function removeEmptyFamilies(context: AppContext, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await context.db.transaction().execute(async (tx) => {
    for (const { id, name } of await lockEmptyFamilies(tx, ids)) {
      await deleteFamily(tx, id);
      await recordAudit(context, tx, { action: 'family_removed', details: { id, name, tools: 0 } });
    }
    await invalidateEverywhere(tx);
  });
}

/** A family as staff see it: with all its members in the shop, in order. */
type Managed = { family: FamilyRow; toolIds: string[] };

/** Returns a family as staff see it. @throws AppError not_found */
export async function readManagedFamily(db: AppContext['db'], id: string): Promise<Managed> {
  const managed = await findManagedFamily(db, id);
  if (!managed) throw new AppError('not_found', texts.noSuchFamily);
  return managed;
}

async function findManagedFamily(db: AppContext['db'], id: string): Promise<Managed | undefined> {
  const family = await findFamily(db, id, 'in_shop');
  return family && { family, toolIds: await findMemberIds(db, id, 'in_shop') };
}

/** Converts a family to its form for staff. */
export const serializeManagedFamily = ({ family, toolIds }: Managed): ManagedFamily => ({
  ...serializeFamily(family),
  toolIds,
});

/** @throws AppError not_found */
async function lockManagedFamily(tx: DatabaseTransaction, id: string): Promise<Managed> {
  await lockFamilies(tx, [id]);
  return readManagedFamily(tx, id);
}

type Fields = { name?: string; description?: string; category?: string | null };

/** Returns the given fields that differ from the row. */
const changesOf = (before: FamilyRow, fields: { [Name in keyof Fields]: unknown }): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && value !== before[name as keyof Fields],
    ),
  );

/** Writes the pictures and members that were given and differ, and returns the names of these. */
async function writeLists(
  context: AppContext,
  tx: DatabaseTransaction,
  { family, toolIds: before }: Managed,
  { pictures, toolIds }: Pick<FamilyEdit, 'pictures' | 'toolIds'>,
): Promise<string[]> {
  const lists: string[] = [];
  const isOther = (given: string[] | undefined, present: string[]) =>
    given && given.join() !== present.join();
  const imgs = pictures?.map(({ img }) => img);
  if (
    pictures &&
    isOther(
      imgs,
      family.pictures.map(({ img }) => img),
    )
  ) {
    await writePictures(tx, family.id, pictures);
    lists.push('pictures');
  }
  if (toolIds && isOther(toolIds, before)) {
    await writeMembers(context, tx, family.id, before, toolIds);
    lists.push('members');
  }
  return lists;
}

/** @throws AppError invalid_input if a picture was not uploaded */
async function writePictures(
  tx: DatabaseTransaction,
  id: string,
  pictures: { img: string }[],
): Promise<void> {
  const imgs = pictures.map(({ img }) => img);
  if (!(await areKnownPictures(tx, imgs)))
    throw new AppError('invalid_input', pictureErrorTexts.pictureFirst, { field: 'pictures' });
  await replaceFamilyPictures(tx, id, imgs);
}

/** @throws AppError invalid_input if a tool is not in the shop; conflict if it is in another family */
async function writeMembers(
  context: AppContext,
  tx: DatabaseTransaction,
  id: string,
  before: string[],
  toolIds: string[],
): Promise<void> {
  const field = 'toolIds';
  const tools = await lockMembers(tx, [...new Set([...before, ...toolIds])]);
  const inShop = new Set(tools.map((tool) => tool.id));
  if (toolIds.some((toolId) => !inShop.has(toolId)))
    throw new AppError('invalid_input', texts.noSuchTool, { field });
  const elsewhere = tools.flatMap(({ family_id, name, family }) =>
    family_id !== null && family_id !== id ? [{ name, family: family ?? '' }] : [],
  );
  if (elsewhere.length > 0) throw new AppError('conflict', texts.inOtherFamilies(elsewhere), { field });
  await setMembers(tx, id, toolIds);
  const [was, is] = [new Set(before), new Set(toolIds)];
  const moved = tools.filter((tool) => was.has(tool.id) !== is.has(tool.id)).map((tool) => ({ id: tool.id }));
  await enqueueWebhooks(context, tx, 'tool.changed', moved);
}

/** Rethrows a failed write of a name; if the name is taken, as an error that says so. */
const asNameError = (name: string) => (error: unknown) => {
  throw breaksConstraint(error, 'families_named_once')
    ? new AppError('conflict', texts.nameTaken(name), { field: 'name' })
    : error;
};
