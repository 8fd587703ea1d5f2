import { joinPageSources, type PageSources } from '#platform/page-sources.ts';
import type { Shop } from '#workflows/shop.ts';

/** What of other sites the pages load for the services in use. */
export function shopPageSources({ cardPayments, imageHost }: Shop): Required<PageSources> {
  return joinPageSources([cardPayments.pageSources, imageHost.pageSources]);
}
