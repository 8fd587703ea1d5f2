import type { Tool } from '#contracts/tool.ts';
import type { ShownList } from '../list-rows.ts';
import type { ShownFacets } from './facet-values.ts';
import type { ListPlace } from './list-place.ts';

/** A list as its reader left it. `search` is the query of its address. */
export type KeptList = {
  search: string;
  list: ShownList<Tool>;
  facets: ShownFacets | undefined;
  place: ListPlace;
};

/** So much is kept: lists, and the tools of all of them together. The newest list is kept in any case. */
const MAX_LISTS = 8;
const MAX_TOOLS = 20_000;

const lists = new Map<string, KeptList>();

/** Keeps a list under the key of its entry in the browser's history; the oldest ones go. */
export function keepList(key: string, list: KeptList): void {
  lists.delete(key);
  lists.set(key, list);
  for (const oldest of lists.keys()) {
    if (lists.size <= 1 || (lists.size <= MAX_LISTS && countTools() <= MAX_TOOLS)) return;
    lists.delete(oldest);
  }
}

/** The list kept under a key, if it is the one of this address. */
export function keptList(key: string, search: string): KeptList | undefined {
  const list = lists.get(key);
  return list?.search === search ? list : undefined;
}

function countTools(): number {
  return [...lists.values()].reduce((sum, { list }) => sum + list.rows.length, 0);
}
