import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '#api/client-address.ts';
import { headersOf } from '#api/keep-answers.ts';
import type { KeptReplies } from '#api/kept-replies.ts';
import { Refusal } from '#contracts/api-error.ts';
import { type CodedBody, chooseCoding, compress, compressAll, quickly } from '#platform/compressed-body.ts';
import { busyPage, tooManyPage } from './busy-page.ts';
import { createFairTurns } from './fair-turns.ts';
import { BadlyRendered, type CachedPage, type PageCache, type RenderedPage } from './page-cache.ts';
import type { RenderPage } from './page-renderer.ts';

/**
 * What looks the same to every visitor until the catalogue or the reviews change: pages, their data alone, and what the
 * shop tells of itself to crawlers and browsers.
 */
const sharedPages = new Set([
  ...['/', '/tools', '/about', '/portfolio', '/policy'].flatMap((path) => [path, dataPathOf(path)]),
  ...['/sitemap.xml', '/robots.txt', '/manifest.webmanifest'],
]);

/** So long a visitor waits for a page. What it waits for then does not answer, and nobody is to wait along. */
const RENDER_WITHIN_MS = 5_000;

/**
 * So many pages are rendered at once of those that one asker alone wants: enough for the processor never to wait for the
 * database, and few enough to fill no memory.
 */
const OWN_AT_ONCE = 8;

/**
 * So many pages of their own one client may have under way, waited for or sent: those that are read slowly fill the memory
 * as long as they are.
 */
const MAX_OWN_UNDER_WAY = 100;

/** When to try again for a page that the shop could not make. */
const RETRY_AFTER_SECONDS = 2;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * A browser asks each time whether its copy still stands. A cache on the way may answer for a second without asking, and
 * one that knows RFC 9213 goes on with the old copy while it fetches the new one, or while the shop is down.
 */
const SHARED = {
  'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
  'cdn-cache-control': 'public, max-age=1, stale-while-revalidate=30, stale-if-error=3600',
};

/**
 * Serves the built scripts, styles and icons of `clientFolder`. Names under `assets/` change with their content, so nobody
 * asks whether what they hold still stands, and nothing is sent to ask with.
 */
export async function serveAssets(app: FastifyInstance, clientFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const isImmutable = path.startsWith(join(clientFolder, 'assets'));
      reply.header('cache-control', isImmutable ? IMMUTABLE : 'public, max-age=3600');
      if (/\.svg(\.br|\.gz)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });
}

/** What the pages are made with. */
export type PagesOptions = {
  render: RenderPage;
  /** Keeps what all visitors share; without it every page is rendered anew. */
  kept?: { pages: PageCache; replies: KeptReplies };
  origin: () => string;
  /** Hears of each page that must be rendered for one asker alone. @throws Refusal when they ask too often */
  countRendering: (request: FastifyRequest) => void;
  /** So long a visitor waits for a page, 5 seconds unless told; then they hear that the shop is busy. */
  renderWithinMs?: number;
};

/**
 * Answers every address that is neither a call of the API nor a file with a page; unknown ones with the 404 page.
 * `origin` is the shop's own address: pages never depend on what a request says its host is. Since sign-in lives in the
 * browser, no page depends on who asks either, so any page that is asked for again may be sent again.
 */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { kept } = options;
  const render = (request: FastifyRequest) => renderPage(options, request);
  const inTime = <Page>(page: Promise<Page>) => orBusy(page, options);
  const turns = createFairTurns(OWN_AT_ONCE);
  const underWay = new Map<string, number>();
  const renderOwn = async (request: FastifyRequest, reply: FastifyReply) => {
    const client = clientAddress(request.ip);
    const mine = underWay.get(client) ?? 0;
    if (mine >= MAX_OWN_UNDER_WAY) return tooMany(RETRY_AFTER_SECONDS);
    underWay.set(client, mine + 1);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
      const left = (underWay.get(client) ?? 0) - 1;
      if (left > 0) underWay.set(client, left);
      else underWay.delete(client);
    });
    const page = turns.take(client, gone.signal, () => render(request));
    try {
      return (await inTime(page)) ?? new Response(busyPage, busyInit);
    } finally {
      gone.abort();
    }
  };

  app.get('/*', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('vary', 'accept-encoding');
    // HTML has no way to write a NUL character, so no page can show what such an address says.
    if (request.url.includes('%00')) {
      return reply.redirect(`${options.origin()}${pathOf(request.url).replaceAll('%00', '')}`, 301);
    }
    if (!kept) return sendRendered(request, reply, await inTime(render(request)));
    if (!sharedPages.has(request.url)) {
      const refused = orTooMany(() => options.countRendering(request));
      if (refused) return sendRendered(request, reply, refused);
      return sendOwn(request, reply, () => renderOwn(request, reply), kept.replies);
    }
    try {
      const renderWell = async () => readWellRendered(await render(request));
      const page = await inTime(kept.pages.get(request.url, renderWell));
      if (page instanceof Response) return sendRendered(request, reply, page);
      return sendShared(request, reply, page, kept.replies);
    } catch (error) {
      if (error instanceof BadlyRendered) return sendRendered(request, reply, error.response);
      throw error;
    }
  });
}

/** Has a page rendered. `sent` is what a form has sent to it. */
export function renderPage(
  options: PagesOptions,
  request: FastifyRequest,
  sent?: RequestInit,
): Promise<Response> {
  const address = new URL(`${options.origin()}${pathOf(request.url)}`);
  const headers = { accept: '*/*', ...sent?.headers };
  return options.render(new Request(address, { ...sent, headers }), request.ip);
}

/** Where React Router asks for the data of a page without its HTML. */
function dataPathOf(path: string): string {
  return path === '/' ? '/_.data' : `${path}.data`;
}

/**
 * The path and query of a request's target, which may also be a whole address or `*` (RFC 9112, section 3.2). Two
 * slashes at its start stay a path, not another site's name.
 */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** The page, or the busy page when it has not come about in time; a rendering that fails later is nobody's concern. */
export async function orBusy<Page>(
  page: Promise<Page>,
  { renderWithinMs = RENDER_WITHIN_MS }: PagesOptions,
): Promise<Page | Response> {
  let timer: NodeJS.Timeout | undefined;
  const busy = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(new Response(busyPage, busyInit)), renderWithinMs);
  });
  page.catch(() => undefined);
  try {
    return await Promise.race([page, busy]);
  } finally {
    clearTimeout(timer);
  }
}

/** The page that says so to whoever asks for too many pages. */
function tooMany(retryAfterSeconds: number): Response {
  const headers = { ...busyInit.headers, 'retry-after': String(retryAfterSeconds) };
  return new Response(tooManyPage, { status: 429, headers });
}

/** That page where `count` refuses. */
function orTooMany(count: () => void): Response | undefined {
  try {
    count();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return tooMany(error.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
  }
}

const busyInit = { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } };

async function readWellRendered(response: Response): Promise<RenderedPage> {
  if (response.status !== 200) throw new BadlyRendered(response);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, headers: Object.fromEntries(response.headers) };
}

function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  replies: KeptReplies,
): FastifyReply {
  reply.headers({ ...page.headers, ...SHARED, etag: page.etag });
  replies.keep(request.url, { era: page.era, headers: headersOf(reply), body: page.body });
  if (request.headers['if-none-match']?.includes(page.etag)) {
    return reply.code(304).removeHeader('content-type').send();
  }
  return sendCoded(request, reply, page.body);
}

function sendCoded(request: FastifyRequest, reply: FastifyReply, body: CodedBody): FastifyReply {
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(body[coding]);
}

/** Sends a page that few ask for. It is kept from the second time on, so that searches do not push others out. */
async function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  render: () => Promise<Response>,
  replies: KeptReplies,
): Promise<FastifyReply> {
  const { era } = replies;
  const isAskedAgain = replies.ask(request.url);
  const page = await render();
  if (!isAskedAgain || page.status !== 200) return sendRendered(request, reply, page);
  reply.headers({ 'cache-control': 'no-cache', ...Object.fromEntries(page.headers) });
  const body = await compressAll(Buffer.from(await page.arrayBuffer()), quickly);
  replies.keep(request.url, { era, headers: headersOf(reply), body });
  return sendCoded(request, reply, body);
}

/** Several askers may get the same bad response, so its body is read from a copy. */
export async function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-cache');
  for (const [name, value] of response.headers) reply.header(name, value);
  if (response.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(await compress(bytes, coding, quickly));
}
