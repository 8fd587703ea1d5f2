import type { LoaderFunctionArgs } from 'react-router';
import { countToolsCall } from '#features/catalogue/contract.ts';
import { familyPath, toolPath } from '#features/catalogue/rules.ts';
import { sitemapFilesCall, sitemapToolsCall } from '#features/feeds/contract.ts';
import { choiceAddress, everyTool } from '#features/search/web/tools/tool-choice.ts';
import { ApiError } from '#ui/client/api-client.ts';
import { apiContext, settingsContext } from '#ui/client/load-context.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** A page or a file, and when it was last changed, in ISO 8601, if known. */
type Entry = { address: string; changedAt?: string | null };

/** Writes a sitemap (`urlset`), or an index of sitemaps, of these absolute addresses
 * (https://www.sitemaps.org/protocol.html). */
export function writeSitemap(kind: 'urlset' | 'sitemapindex', entries: Entry[]): string {
  const tag = kind === 'urlset' ? 'url' : 'sitemap';
  const lines = entries.map(({ address, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : '';
    return `  <${tag}><loc>${escapeXml(address)}</loc>${changed}</${tag}>\n`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${kind}>\n`
  );
}

/** The pages that visitors can always read completely. */
const pages = ['/', '/tools', '/about', '/portfolio', '/policy'];

const PAGES = 'pages.xml';
const TOOLS = /^tools-([1-9]\d*)\.xml$/;

/** `GET /sitemap.xml`: the index of the files below; `GET /sitemaps/pages.xml`: pages and lists; `GET
 * /sitemaps/tools-{number}.xml`: some thousand tools and families. Answers with an error while tools cannot be read, so
 * that it is not cached. */
export async function loader({
  context,
  params,
  request: { signal },
}: LoaderFunctionArgs): Promise<Response> {
  const { origin, footerLinks = [] } = context.get(settingsContext);
  const api = context.get(apiContext);
  const { file } = params;
  try {
    if (file === undefined) {
      const { files } = await api.call(sitemapFilesCall, { signal });
      const names = [PAGES, ...Array.from({ length: files }, (_, at) => `tools-${at + 1}.xml`)];
      const entries = names.map((name) => ({ address: `${origin}/sitemaps/${name}` }));
      return respond(writeSitemap('sitemapindex', entries));
    }
    if (file === PAGES) {
      const { categories } = await api.call(countToolsCall, { query: {}, signal });
      const lists = categories.map(({ value }) => choiceAddress({ ...everyTool, category: value }));
      const legal = footerLinks.map(({ to }) => to);
      const entries = [...pages, ...legal, ...lists].map((path) => ({ address: origin + path }));
      return respond(writeSitemap('urlset', entries));
    }
    const [, number] = TOOLS.exec(file) ?? [];
    if (number === undefined) return respond('', 404);
    const listed = await api.call(sitemapToolsCall, { params: { number }, signal });
    const entries = listed.map(({ kind, changedAt, ...named }) => ({
      address: origin + (kind === 'family' ? familyPath(named) : toolPath(named)),
      changedAt,
    }));
    return respond(writeSitemap('urlset', entries));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return respond('', error.status === 404 || error.status === 400 ? 404 : 503);
  }
}

const respond = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'application/xml; charset=utf-8' } });
