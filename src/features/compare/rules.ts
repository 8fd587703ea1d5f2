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
