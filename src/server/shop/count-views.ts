import type { IncomingHttpHeaders } from 'node:http';
import fp from 'fastify-plugin';
import { openingHeaders } from '#features/catalogue/rules.ts';
import type { PageView, VisitCounter } from '#platform/database/visit-counter.ts';

/** What a request is for the counts: the views it is, and the words it searches for. */
type Opening = { views: PageView[]; q?: string | undefined };

type Head = { method: string; url: string; headers: IncomingHttpHeaders };

/** The user agents of programs, which mostly say so. */
const PROGRAMS = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor/i;

const [OPENING = ''] = Object.keys(openingHeaders);

const TOOL = /^\/tools?\/[^/]+/;
/** Pages where visits begin; one that begins at the login or the dashboard is not a visitor's. */
const PUBLIC = new Set(['/', '/about', '/portfolio', '/policy']);

/** Query parameters of the list that do not narrow it. */
const NOT_FILTERS = new Set(['q', 'sort', 'view', 'limit', 'all']);

/** Recognizes a page opened by a person: a document that the browser navigates to (Fetch Metadata), or, once
 * the scripts run, the read of its data, which says so (`openingHeaders`). */
export function readOpening({ method, url, headers }: Head): Opening | undefined {
  const isDocument = headers['sec-fetch-dest'] === 'document' && headers['sec-fetch-mode'] === 'navigate';
  if (method !== 'GET' || !(isDocument || OPENING in headers)) return undefined;
  if (headers['sec-purpose'] !== undefined || PROGRAMS.test(headers['user-agent'] ?? '')) return undefined;
  const [path = '', query] = url.split('?', 2);
  const page: PageView | undefined =
    path === '/tools' || path === '/tool/cards' ? 'list' : TOOL.test(path) ? 'tool' : undefined;
  if (!page && !PUBLIC.has(path) && !/^\/(?:legal|family)\//.test(path)) return undefined;
  const isVisit = isDocument && headers['sec-fetch-site'] !== 'same-origin';
  // Another search or filter on the list does not open it again.
  const isOnList =
    page === 'list' && /^[^/]+\/\/[^/]+\/tools(?:\?|$)/.test(headers.referer ?? '') && !isVisit;
  const views: PageView[] = [...(isVisit ? ['visit' as const] : []), ...(page && !isOnList ? [page] : [])];
  return { views, ...(page === 'list' && { q: wordsOf(query) }) };
}

/** The words that a search of the whole catalog looks for; none if it is filtered, which can also be why it
 * finds nothing. */
function wordsOf(query: string | undefined): string | undefined {
  const asked = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  if (asked.some(([name]) => !NOT_FILTERS.has(name))) return undefined;
  return asked.find(([name]) => name === 'q')?.[1];
}

/** Counts opened pages once they are sent. Registered before the cache, whose replies no later hook sees. */
export const countViews = fp(async (app, { visits }: { visits: VisitCounter }) => {
  app.addHook('onRequest', (request, reply, done) => {
    const opening = readOpening(request);
    if (opening) {
      reply.raw.once('finish', () => {
        // 304: the browser shows the page that it has.
        if (reply.raw.statusCode !== 200 && reply.raw.statusCode !== 304) return;
        for (const view of opening.views) visits.countView(view);
        if (opening.q !== undefined) visits.countSearch(opening.q);
      });
    }
    done();
  });
});
