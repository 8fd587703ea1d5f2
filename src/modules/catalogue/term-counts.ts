import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { ToolSearch } from './tool-search.ts';

/** How large the catalogue is, and how many tools have each term that a search filters or sorts by. */
export type TermCounts = {
  /** The number of the newest tool. */
  newest: number;
  countOf: (term: string) => number;
};

/** Reads what the way to search is chosen by: the counters of the chosen category and brands, and of prices where they matter. */
export async function readTermCounts(
  db: Database,
  search: ToolSearch,
  { hasPrices }: { hasPrices: boolean },
): Promise<TermCounts> {
  const terms = search.brands.map((brand) => `=b${brand}`);
  if (search.category !== undefined) terms.push(`=c${search.category}`);
  const prices = hasPrices ? sql`or (term > '=p' and term < '=q')` : sql``;
  const { rows } = await sql<{ newest: number; counts: Record<string, number> | null }>`
    select (select coalesce(max(number), 0) from tool_search) as newest,
      (select json_object_agg(term, tools) from tool_terms where term = any (${terms}::text[]) ${prices}) as counts
  `.execute(db);
  const { newest = 0, counts = null } = rows[0] ?? {};
  return { newest, countOf: (term) => counts?.[term] ?? 0 };
}
