import type { AppContext } from '#features/app-context.ts';
import {
  ensureNames,
  findNames,
  findNamesOfCategories,
  placeCategories,
} from '#features/categories/store.ts';
import { ensureFamilies, findFamilyNames } from '#features/families/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { SomeFields } from './read-row.ts';

const kinds = ['category', 'brand', 'family'] as const;

type Named = { [kind in (typeof kinds)[number]]?: string | number | null | undefined };

/** Replaces a tool's category, brand, and family with the shop's names for them. */
export type NameTaxons = (fields: SomeFields) => SomeFields;

const namesBy =
  (names: Record<(typeof kinds)[number], Map<string, string>>): NameTaxons =>
  (fields) => {
    const named = kinds.flatMap((kind) => {
      const name = names[kind].get(String(fields[kind] ?? '').trim());
      return name === undefined ? [] : [[kind, name]];
    });
    return { ...fields, ...Object.fromEntries(named) };
  };

const textsOf = (tools: Named[], kind: keyof Named) => [
  ...new Set(tools.flatMap((tool) => String(tool[kind] ?? '').trim() || [])),
];

/** Looks up the shop's names of the given categories, brands, and families; unknown ones stay as given. */
export async function findTaxonNames(db: Database, tools: Named[]): Promise<NameTaxons> {
  const [category, brand, family] = await Promise.all([
    findNames(db, 'category', textsOf(tools, 'category')),
    findNames(db, 'brand', textsOf(tools, 'brand')),
    findFamilyNames(db, textsOf(tools, 'family')),
  ]);
  return namesBy({ category, brand, family });
}

/** Creates missing categories, brands, and families for an import's tools, and locks all of them against changes until
 * the transaction ends; call it before locking tools. `parents`: the parents of created categories; `changed`: the
 * ids of tools whose families are locked too, since they may leave them. */
export async function settleTaxons(
  context: AppContext,
  tx: DatabaseTransaction,
  tools: Named[],
  { parents, changed }: { parents?: Record<string, string>; changed: string[] },
): Promise<{ names: NameTaxons; made: Record<(typeof kinds)[number], string[]> }> {
  const settle = (kind: 'category' | 'brand') => ensureNames(context, tx, kind, textsOf(tools, kind));
  const category = await settle('category');
  const brand = await settle('brand');
  const family = await ensureFamilies(context, tx, textsOf(tools, 'family'), changed);
  if (parents) category.made.push(...(await placeUnderParents(context, tx, category.made, parents)));
  return {
    names: namesBy({ category: category.names, brand: brand.names, family: family.names }),
    made: { category: category.made, brand: brand.made, family: family.made },
  };
}

/** Puts created categories under their parents, if these can have subcategories; returns the ids of parents
 * created for that. */
async function placeUnderParents(
  context: AppContext,
  tx: DatabaseTransaction,
  ids: string[],
  parents: Record<string, string>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const made = await findNamesOfCategories(tx, ids);
  const above = new Set(Object.values(parents));
  // There are only two levels: a category with subcategories stays top-level.
  const wanted = made.flatMap(({ id, name }) => {
    const parent = above.has(name) ? undefined : parents[name];
    return parent === undefined ? [] : [{ id, parent }];
  });
  const given = wanted.map(({ parent }) => parent);
  const { names, made: added } = await ensureNames(context, tx, 'category', given);
  await placeCategories(
    tx,
    wanted.map(({ id, parent }) => ({ id, parent: names.get(parent) })),
  );
  return added;
}
