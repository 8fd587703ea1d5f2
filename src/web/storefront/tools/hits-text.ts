import type { Hits } from '#contracts/tool-search.ts';
import { toolsTexts } from '#texts/tools.ts';
import { formatCount } from '#web/ui/format.ts';

/** '1,284 tools', '1 tool', 'More than 10,000 tools'. */
export function hitsText({ count, isExact }: Hits): string {
  return isExact ? toolsTexts.hits(count) : toolsTexts.hitsMoreThan(count);
}

/** What leads to the tools found: 'Show 23 tools'. */
export function showHitsText(hits: Hits | undefined): string {
  if (!hits) return toolsTexts.showSome;
  return hits.isExact ? toolsTexts.show(hits.count) : toolsTexts.showMoreThan(hits.count);
}

/** The short form that stands beside a filter: '1,284', '10,000+'. */
export function hitsFigure({ count, isExact }: Hits): string {
  return isExact ? formatCount(count) : `${formatCount(count)}+`;
}

/** The hits of a list as its headers tell them. `undefined` where they tell nothing. */
export function listHits(list: { total: number | undefined; totalMoreThan?: number | undefined }) {
  if (list.total !== undefined) return { count: list.total, isExact: true };
  return list.totalMoreThan === undefined ? undefined : { count: list.totalMoreThan, isExact: false };
}
