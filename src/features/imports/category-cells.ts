/** A category, and the one that it is under. */
export type CategoryPath = { name: string; parent: string | null };

/** What other shops call the root of all categories, and what has none. */
const NO_CATEGORY = /^(?:home|root|uncategorized|all products)$/i;

/** Reads a category as other shops write it: `A > B` is B, under A; of several, which
 * commas part, the most exact one. */
export function readCategoryPath(cell: string, isList: boolean): CategoryPath | null {
  const paths = (isList ? cell.split(/(?<!\\),/) : [cell])
    .map((path) =>
      path
        .replaceAll('\\,', ',')
        .split('>')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !NO_CATEGORY.test(name)),
    )
    .filter((path) => path.length > 0);
  const best = paths.reduce<string[]>((most, path) => (path.length > most.length ? path : most), []);
  const name = best.at(-1);
  return name === undefined ? null : { name, parent: best.at(-2) ?? null };
}
