import type { Hits } from '#features/catalogue/search/contract.ts';
import { toolsTexts } from '#features/catalogue/texts/tools.ts';
import type { RowsSoFar } from '#web/client/use-rows.ts';
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

/** The hits of a list, as far as it is known. */
export function listHits({ total, totalMoreThan }: Pick<RowsSoFar<unknown>, 'total' | 'totalMoreThan'>) {
  if (total === undefined) return undefined;
  return totalMoreThan === undefined || total > totalMoreThan
    ? { count: total, isExact: true }
    : { count: totalMoreThan, isExact: false };
}
