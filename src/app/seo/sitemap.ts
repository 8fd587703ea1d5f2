import type { LoaderFunctionArgs } from 'react-router';
import { countToolsCall, listToolsCall } from '#features/catalogue/contract.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import { choiceAddress, everyTool } from '#features/search/web/tools/tool-choice.ts';
import type { ApiClient } from '#ui/client/api-client.ts';
import { apiContext, settingsContext } from '#ui/client/load-context.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Writes a sitemap of these absolute addresses (https://www.sitemaps.org/protocol.html). */
export function writeSitemap(addresses: string[]): string {
  const urls = addresses.map((address) => `  <url><loc>${escapeXml(address)}</loc></url>\n`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
  );
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Maximum number of tools in the sitemap, the newest ones: it is generated on request. */
const MOST_TOOLS = 5_000;

/** The pages that visitors can always read completely. */
const pages = ['/', '/tools', '/about', '/portfolio', '/policy'];

/** `GET /sitemap.xml`: every page worth indexing. Answers with an error while tools cannot be read, so that
 * it is not cached. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const { origin, toolPages } = context.get(settingsContext);
  const api = context.get(apiContext);
  const [facets, tools] = await Promise.all([
    api.call(countToolsCall, { query: {}, signal: request.signal }).catch(() => undefined),
    toolPages === 'public' ? findToolPages(api, request.signal).catch(() => undefined) : [],
  ]);
  const categories = facets?.categories ?? [];
  const lists = categories.map(({ value }) => choiceAddress({ ...everyTool, category: value }));
  const paths = [...pages, ...lists, ...(tools ?? [])];
  return new Response(writeSitemap(paths.map((path) => origin + path)), {
    status: facets && tools ? 200 : 503,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
}

/** Returns the pages of the newest tools. @throws ApiError */
async function findToolPages(api: ApiClient, signal: AbortSignal): Promise<string[]> {
  const paths: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await api.list(listToolsCall, { query: { cursor }, signal });
    paths.push(...rows.map(toolPath));
    cursor = nextCursor;
  } while (cursor !== undefined && paths.length < MOST_TOOLS);
  return paths;
}
