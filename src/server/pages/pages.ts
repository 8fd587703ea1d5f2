import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, errorStatuses } from '#contracts/app-error.ts';
import { assertSameOrigin } from '#http/assert-same-origin-writes.ts';
import { inTime } from '#http/cache-responses.ts';
import { finishReplies } from '#http/finish-replies.ts';
import { sendError, toHttpError } from '#http/http-error.ts';
import { escapeHtml } from '#platform/text-formats.ts';
import { requestTexts } from '#texts/errors.ts';
import { tooManyPageTexts, unavailablePageTexts } from '#texts/failures.ts';
import { LOCALE } from '#texts/locale.ts';
import { seoTexts } from '#texts/shop.ts';
import { commonAddresses, lifetimeOf } from './page-lifetimes.ts';
import type { RenderPage } from './page-renderer.ts';

/** The pages whose forms work without a script: their route has an `action`. */
const pagesWithForms = ['/', '/login', '/signup', '/reset-password', '/stop-emails', '/withdraw'];

/** The form types that browsers send, and mail programs for one-click unsubscribe (RFC 8058, section 3.1). */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Maximum rendering time for a waiting visitor: after it, whatever the page depends on does not answer. */
const RENDER_WITHIN_MS = 5_000;

const RETRY_AFTER_SECONDS = 2;

type PagesOptions = {
  render: RenderPage;
  origin: () => string;
  /** The shop's name as last read: an error page may be shown because it cannot be read. */
  shopName: () => string;
  /** Called for each page that is rendered for a single client. @throws AppError if it requests too many */
  countRendering: (request: FastifyRequest) => void;
  /** Maximum time a visitor waits for a page, 5 seconds by default, before the shop replies that it is
   * busy. */
  renderWithinMs?: number;
  /** The oldest that a shared cache's copy of a visitors' page may be (`SHOP_CDN_SECONDS`). */
  cdnSeconds?: number;
};

/** Answers everything that is neither a call nor a file with a page, unknown addresses with the 404 page.
 * `origin` is the shop's: no page depends on the request's host or, since sign-in is in the browser, on the
 * user, so all pages are cached. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { origin, countRendering, cdnSeconds = 0 } = options;
  const answersWithinMs = options.renderWithinMs ?? RENDER_WITHIN_MS;
  const isOwn = ({ url }: FastifyRequest) => !commonAddresses.has(url);

  await app.register(async (pages) => {
    await pages.register(finishReplies);
    pages.setErrorHandler((error: Error, request, reply) =>
      sendErrorPage(error, request, reply, options.shopName),
    );
    pages.addHook('onRequest', async (request, reply) => {
      // HTML cannot represent a NUL character, so no page can show such an address.
      if (request.url.includes('%00')) {
        return reply.redirect(`${origin()}${pathOf(request.url).replaceAll('%00', '')}`, 301);
      }
      if (isOwn(request) || request.method === 'POST') countRendering(request);
    });
    pages.get(
      '/*',
      { config: { access: 'public', keeps: 'until-change', takesTurns: isOwn, answersWithinMs } },
      async (request) => {
        const page = await renderPage(options, request);
        if (page.status === 503) page.headers.set('retry-after', String(RETRY_AFTER_SECONDS));
        const lifetime = lifetimeOf(addressOf(options, request), page.status, cdnSeconds);
        for (const [name, value] of Object.entries(lifetime)) page.headers.set(name, value);
        return page;
      },
    );
    takeForms(pages, { ...options, renderWithinMs: answersWithinMs });
  });
}

// Handles forms sent without a script, because none runs or none has loaded yet: the page's `action` receives
// them in the name of the client. A form from another site is refused.
function takeForms(pages: FastifyInstance, options: PagesOptions): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(FORMS, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  pages.addContentTypeParser('*', (_request, payload, done) => done(null, payload.resume()));
  for (const path of pagesWithForms) {
    pages.post(path, { config: { access: 'public' } }, async (request, reply) => {
      assertSameOrigin(request, options.origin());
      if (typeof request.body !== 'string') throw new AppError('unsupported_type', requestTexts.notForm);
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const sent = { method: 'POST', headers, body: request.body };
      const rendered = pages.inTurn(request, reply, () => renderPage(options, request, sent));
      const page = await inTime(rendered, options.renderWithinMs);
      if (!page) return reply.hijack();
      // It may contain what was typed.
      page.headers.set('cache-control', 'no-store');
      return reply
        .code(page.status)
        .headers(Object.fromEntries(page.headers))
        .send(await page.text());
    });
  }
}

/** Renders a page. `sent` is a submitted form. */
function renderPage(options: PagesOptions, request: FastifyRequest, sent?: RequestInit): Promise<Response> {
  const headers = { accept: '*/*', ...sent?.headers };
  return options.render(new Request(addressOf(options, request), { ...sent, headers }), request.ip);
}

const addressOf = ({ origin }: PagesOptions, { url }: FastifyRequest) => new URL(`${origin()}${pathOf(url)}`);

/** Error pages for a page that was not rendered in time, or was refused to a client with too many
 * requests. */
const errorPages: Partial<Record<ErrorCode, typeof unavailablePageTexts>> = {
  unavailable: unavailablePageTexts,
  too_many_requests: tooManyPageTexts,
};

/** A page without scripts and styles, so that its content policy is bare. */
function barePage(texts: typeof unavailablePageTexts, shop: string): string {
  return `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(seoTexts.pageTitle(texts.title, shop))}</title></head><body><main><h1>${texts.heading}</h1>
<p>${texts.text}</p>
<p><a href="">${texts.again}</a>${texts.between}<a href="/">${texts.home}</a>${texts.end}</p></main></body></html>
`;
}

function sendErrorPage(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  shopName: PagesOptions['shopName'],
): FastifyReply {
  const { code, retryAfterSeconds = RETRY_AFTER_SECONDS } = toHttpError(error);
  const texts = errorPages[code];
  if (texts === undefined) return sendError(error, request, reply);
  reply.code(errorStatuses[code]).headers({ 'cache-control': 'no-store', 'retry-after': retryAfterSeconds });
  return reply.type('text/html; charset=utf-8').send(barePage(texts, shopName()));
}

// A request target may also be an absolute URL or `*` (RFC 9112, section 3.2). Two leading slashes are still
// a path.
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
