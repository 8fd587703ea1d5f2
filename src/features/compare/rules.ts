import type { Units } from '#contracts/units.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { toolFactTexts } from '#features/catalogue/texts/details.ts';

/** How many tools are compared at most: so many columns are readable, and fit on a printed page. */
export const MAX_COMPARED = 4;

/** The id of the form that a list's checkboxes belong to. */
export const COMPARE_FORM = 'compare';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What an address compares: the first four different ids of tools, and whether only rows that differ show. */
export function readComparison(query: URLSearchParams): { ids: string[]; isOnlyDifferences: boolean } {
  const ids = query.getAll('tool').map((id) => id.toLowerCase());
  return {
    ids: [...new Set(ids.filter((id) => ID.test(id)))].slice(0, MAX_COMPARED),
    isOnlyDifferences: query.get('only') === 'differences',
  };
}

/** Returns the address of a comparison. */
export function comparisonPath(ids: readonly string[], isOnlyDifferences = false): string {
  const query = new URLSearchParams(ids.map((id) => ['tool', id]));
  if (isOnlyDifferences) query.set('only', 'differences');
  return `/compare?${query}`;
}

/** A row: what is compared, its value for each tool in order (null if unknown), and whether they differ. */
export type ComparedRow = { name: string; values: (string | null)[]; isDifferent: boolean };

/** Makes a row of the values of all tools; null if none has one. */
export function rowOf(name: string, values: (string | null)[]): ComparedRow | null {
  if (values.every((value) => value === null)) return null;
  return { name, values, isDifferent: new Set(values).size > 1 };
}

/** Makes the rows of the tools' specifications, weights, and sizes: in the order of the first tool, and after
 * them those that only others have, in theirs. As on a tool's own page, a specification goes before a fact of
 * the same name. */
export function specificationRows(tools: readonly ToolDetails[], units: Units): ComparedRow[] {
  const valuesOf = tools.map((tool) => {
    const facts = toolFactTexts.flatMap(({ name, write }) => {
      const value = write(tool, units);
      return value === null ? [] : [[name, value] as const];
    });
    const specifications = tool.specifications.map(
      ({ name, value, unit }) => [name, unit ? `${value} ${unit}` : value] as const,
    );
    return { specifications: new Map(specifications), facts: new Map(facts) };
  });
  const namesOf = (kind: 'specifications' | 'facts') => valuesOf.flatMap((each) => [...each[kind].keys()]);
  const names = new Set([...namesOf('specifications'), ...namesOf('facts')]);
  return [...names].flatMap((name) => {
    const values = valuesOf.map(({ specifications, facts }) => specifications.get(name) ?? facts.get(name));
    return (
      rowOf(
        name,
        values.map((value) => value ?? null),
      ) ?? []
    );
  });
}
