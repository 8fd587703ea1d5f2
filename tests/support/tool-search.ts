import type { Card, Tool } from '#features/catalogue/contract.ts';
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
export const searchTools = (t: Pick<TestShop, 'call'>, query: SearchQuery) =>
  searchAll<Tool>(t, searchPath('/tool', query));

/** Every card likewise. */
export const searchCards = (t: Pick<TestShop, 'call'>, query: SearchQuery) =>
  searchAll<Card>(t, searchPath('/tool/cards', query));

async function searchAll<Row>(t: Pick<TestShop, 'call'>, path: string): Promise<Row[]> {
  const seen: Row[] = [];
  for (let next: string | undefined = path; next; ) {
    const reply = await t.call<Row[]>('GET', next);
    seen.push(...expectStatus(reply, 200));
    next = nextPage(reply.headers);
  }
  return seen;
}

/** The names of some tools, in order. */
export const namesOf = (tools: { name: string }[]) => tools.map(({ name }) => name);
