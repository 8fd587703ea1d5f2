import type { Tool } from '#features/catalogue/contract.ts';
import { expectStatus } from './buying.ts';
import { nextPage } from './next-page.ts';
import type { TestShop } from './test-shop.ts';

/** A search query, by the address's parameter names. */
export type SearchQuery = {
  q?: string;
  category?: string;
  brand?: string[];
  min_price?: string;
  max_price?: string;
  orderable?: string;
  rating?: string;
  spec?: string[];
  sort?: string;
  limit?: string;
};

/** The address of a search: `path` is that of the list or of its facets. */
export function searchPath(path: string, query: SearchQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) params.append(name, each);
  return `${path}?${params}`;
}

/** Every tool that a search lists, page by page; each page must succeed. */
export async function searchTools(t: Pick<TestShop, 'call'>, query: SearchQuery): Promise<Tool[]> {
  const seen: Tool[] = [];
  for (let next: string | undefined = searchPath('/tool', query); next; ) {
    const reply = await t.call<Tool[]>('GET', next);
    seen.push(...expectStatus(reply, 200));
    next = nextPage(reply.headers);
  }
  return seen;
}

/** The names of some tools, in order. */
export const namesOf = (tools: { name: string }[]) => tools.map(({ name }) => name);
