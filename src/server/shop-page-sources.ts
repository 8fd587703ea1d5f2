import type { AppContext } from '#features/app-context.ts';
import { joinPageSources, noPageSources, type PageSources } from '#platform/page-sources.ts';

/** What of other sites the pages load for the services in use. */
export function shopPageSources({
  config,
  identityProvider,
  cardPayments,
  imageHost,
}: AppContext): Required<PageSources> {
  const earlier = { ...noPageSources, pictures: config.earlierImageSources };
  return joinPageSources([
    identityProvider.pageSources,
    cardPayments.pageSources,
    imageHost.pageSources,
    earlier,
  ]);
}
