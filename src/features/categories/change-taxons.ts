import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { type SafetyFacts, safetyFields } from '#contracts/product-safety.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { areKnownPictures } from '#features/pictures/store.ts';
import { pictureErrorTexts } from '#features/pictures/texts.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import type { NewTaxon, TaxonEdit, TaxonKind } from './contract.ts';
import {
  deleteTaxon,
  findTaxons,
  insertTaxon,
  lockTaxons,
  mergeTaxons,
  renameTaxon,
  setParent,
  setPicture,
  setPositions,
  setReturnable,
  setSafety,
  type TaxonRow,
} from './store.ts';
import { taxonErrorTexts as texts } from './texts.ts';

/** Runs `change` in a transaction that locks categories or brands, also against tools that are given any; the
 * change is visible at once. */
function changing<Result>(
  context: AppContext,
  kind: TaxonKind,
  change: (tx: DatabaseTransaction, all: TaxonRow[]) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction().execute(async (tx) => {
    await lockTaxons(tx, kind);
    const result = await change(tx, await findTaxons(tx, kind));
    await invalidateEverywhere(tx);
    return result;
  });
}

/** Adds a category or a brand. @throws AppError conflict if the name is taken; invalid_input for its parent
 * or picture. */
export async function addTaxon(
  context: AppContext,
  kind: TaxonKind,
  { name, img, parent }: NewTaxon,
): Promise<{ insertedId: string }> {
  const id = uuid();
  const adding = changing(context, kind, async (tx, all) => {
    if (parent) checkParent(all, parent);
    if (img) await checkPicture(tx, img);
    await insertTaxon(tx, kind, { id, name, ...(parent && { parent }), ...(img && { img }) });
    await recordAudit(context, tx, { action: `${kind}_added`, details: { id, name } });
    return { insertedId: id };
  });
  return adding.catch(asNameError(name));
}

/** Renames a category or brand, changes its parent, position, picture, or returns, and returns it. @throws AppError
 * not_found; conflict if the name is taken, or there would be three levels; invalid_input. */
export async function editTaxon(
  context: AppContext,
  kind: TaxonKind,
  id: string,
  { name, img, parent, before, isReturnable, ...safety }: TaxonEdit,
): Promise<TaxonRow> {
  const editing = changing(context, kind, async (tx, all) => {
    const taxon = findIn(all, kind, id);
    const changed = { ...taxon };
    if (img !== undefined && img !== taxon.img) {
      if (img !== null) await checkPicture(tx, img);
      await setPicture(tx, kind, id, img);
      changed.img = img;
    }
    if (parent !== undefined && parent !== taxon.parent_id) {
      if (parent !== null) checkParent(all, parent, taxon);
      await setParent(tx, taxon, parent);
      changed.parent_id = parent;
    }
    if (isReturnable !== undefined && isReturnable !== taxon.is_returnable) {
      await setReturnable(tx, id, isReturnable);
      changed.is_returnable = isReturnable;
    }
    if (before !== undefined) await setPositions(tx, kind, placesWith(all, changed, before));
    if (name !== undefined && name !== taxon.name) {
      await renameTaxon(tx, kind, taxon, name);
      changed.name = name;
    }
    const facts = changesOf(taxon, safety);
    await setSafety(tx, id, facts);
    const plain = (['name', 'img', 'parent_id', 'is_returnable'] as const).filter(
      (field) => changed[field] !== taxon[field],
    );
    const fields = [...plain, ...Object.keys(facts)];
    const changedFields = [...fields, ...(before === undefined ? [] : ['position'])].join(', ');
    const details = {
      id,
      name: changed.name,
      fields: changedFields,
      ...(changed.name !== taxon.name && { was: taxon.name }),
    };
    await recordAudit(context, tx, { action: `${kind}_edited`, details });
    return findIn(await findTaxons(tx, kind, id), kind, id);
  });
  return editing.catch(asNameError(name ?? ''));
}

/** Returns the given facts that differ from a brand's. */
const changesOf = (taxon: TaxonRow, given: { [Name in keyof SafetyFacts]?: string | null | undefined }) =>
  Object.fromEntries(
    safetyFields.flatMap((field) => {
      const value = given[field];
      return value === undefined || value === taxon[field] ? [] : [[field, value]];
    }),
  );

/** Merges one into another and returns the latter. @throws AppError not_found; invalid_input if both are the
 * same; conflict if there would be three levels. */
export async function mergeTaxon(
  context: AppContext,
  kind: TaxonKind,
  id: string,
  intoId: string,
): Promise<TaxonRow> {
  if (id === intoId) throw new AppError('invalid_input', texts.intoItself, { field: 'into' });
  return changing(context, kind, async (tx, all) => {
    const from = findIn(all, kind, id);
    const into = findIn(all, kind, intoId, 'into');
    const children = all.filter(({ parent_id }) => parent_id === id);
    if (children.length > 0 && into.parent_id !== null)
      throw new AppError('conflict', texts.childrenBelowTwo, { field: 'into' });
    for (const child of children) await setParent(tx, child, intoId);
    await mergeTaxons(tx, kind, from, into);
    const details = { id, name: from.name, into: intoId, intoName: into.name, tools: from.tools };
    await recordAudit(context, tx, { action: `${kind}_merged`, details });
    return findIn(await findTaxons(tx, kind, intoId), kind, intoId);
  });
}

/** Deletes a category or brand. @throws AppError not_found; conflict while it has tools in the shop, or
 * subcategories. */
export async function removeTaxon(
  context: AppContext,
  kind: TaxonKind,
  id: string,
): Promise<{ deletedCount: number }> {
  return changing(context, kind, async (tx, all) => {
    const taxon = findIn(all, kind, id);
    if (taxon.tools > 0) throw new AppError('conflict', texts.notEmpty(taxon.tools));
    if (all.some(({ parent_id }) => parent_id === id)) throw new AppError('conflict', texts.hasChildren);
    await deleteTaxon(tx, kind, taxon);
    await recordAudit(context, tx, { action: `${kind}_removed`, details: { id, name: taxon.name } });
    return { deletedCount: 1 };
  });
}

/** Deletes those of some categories or brands that have no tools in the shop and no subcategories. */
export async function removeEmptyTaxons(context: AppContext, kind: TaxonKind, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await changing(context, kind, async (tx, all) => {
    const parents = new Set(all.map(({ parent_id }) => parent_id));
    const isEmpty = ({ id, tools }: TaxonRow) => tools === 0 && !parents.has(id);
    for (const taxon of all.filter((each) => ids.includes(each.id) && isEmpty(each))) {
      await deleteTaxon(tx, kind, taxon);
      await recordAudit(context, tx, {
        action: `${kind}_removed`,
        details: { id: taxon.id, name: taxon.name },
      });
    }
  });
}

/** @throws AppError not_found */
function findIn(all: TaxonRow[], kind: TaxonKind, id: string, field?: string): TaxonRow {
  const taxon = all.find((each) => each.id === id);
  if (!taxon) throw new AppError('not_found', texts.noSuch[kind], { ...(field && { field }) });
  return taxon;
}

/** Checks that a category can be the parent, of `child` if that exists already. @throws AppError with the
 * reason. */
function checkParent(all: TaxonRow[], parentId: string, child?: TaxonRow): void {
  const field = { field: 'parent' };
  const parent = all.find(({ id }) => id === parentId);
  if (!parent || parent === child) throw new AppError('invalid_input', texts.noSuchParent, field);
  if (parent.parent_id !== null) throw new AppError('conflict', texts.parentHasParent, field);
  if (child && all.some(({ parent_id }) => parent_id === child.id))
    throw new AppError('conflict', texts.parentOfOthers, field);
}

async function checkPicture(tx: DatabaseTransaction, img: string): Promise<void> {
  if (!(await areKnownPictures(tx, [img])))
    throw new AppError('invalid_input', pictureErrorTexts.pictureFirst, { field: 'img' });
}

/** Returns the ids of the taxons with the same parent in their new order, with `taxon` before another one, or
 * last. @throws AppError invalid_input if that one has another parent. */
function placesWith(all: TaxonRow[], taxon: TaxonRow, before: string | null): string[] {
  const others = all.filter(({ id, parent_id }) => parent_id === taxon.parent_id && id !== taxon.id);
  const ids = others.map(({ id }) => id);
  const place = before === null ? ids.length : ids.indexOf(before);
  if (place < 0) throw new AppError('invalid_input', texts.noSuchBefore, { field: 'before' });
  return ids.toSpliced(place, 0, taxon.id);
}

/** Rethrows a failed write of a name; if the name is taken, as an error that says so. */
const asNameError = (name: string) => (error: unknown) => {
  const constraints = ['categories_name_key', 'categories_key_key', 'brands_name_key', 'brands_key_key'];
  const isTaken = constraints.some((constraint) => breaksConstraint(error, constraint));
  throw isTaken ? new AppError('conflict', texts.nameTaken(name), { field: 'name' }) : error;
};
