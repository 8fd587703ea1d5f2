import type { LoaderFunctionArgs } from 'react-router';
import { apiContext, settingsContext } from '#web/load-context.ts';
import { choiceAddress, everyTool } from '../storefront/tools/tool-choice.ts';
import { fetchFacets } from '../storefront/tools/use-facets.ts';
import { writeSitemap } from './write-sitemap.ts';

/** The pages that visitors can read whole. A tool's own page asks for a sign-in, so search engines are not sent there. */
const pages = ['/', '/tools', '/about', '/portfolio', '/policy'];

/**
 * `GET /sitemap.xml`: every page that is worth finding (https://www.sitemaps.org/protocol.html). The categories are those
 * that have tools now; while they cannot be read the answer is no success, so that it is not kept.
 */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const { origin } = context.get(settingsContext);
  const facets = await fetchFacets(context.get(apiContext), everyTool, request.signal);
  const categories = facets?.categories ?? [];
  const lists = categories.map(({ value }) => choiceAddress({ ...everyTool, category: value }));
  return new Response(writeSitemap([...pages, ...lists].map((path) => origin + path)), {
    status: facets ? 200 : 503,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
}
