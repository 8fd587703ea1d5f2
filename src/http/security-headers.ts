import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isLoopback } from '#platform/ip-addresses.ts';
import { noPageSources, type PageSources } from '#platform/page-sources.ts';

/** A page's inline scripts and styles. Everything else it loads comes from the shop itself. */
type InlineSources = { scripts?: string[]; styles?: string[] };

const nothing = ["base-uri 'none'", "frame-ancestors 'none'"];

/** The content security policy of every reply that is not a page: it may load, send and run nothing (CSP
 * level 3). */
export const bareContentPolicy = ["default-src 'none'", "form-action 'none'", ...nothing].join('; ');

/** Headers that even a reply sent before any hook has. */
export const bareHeaders = {
  'content-security-policy': bareContentPolicy,
  'x-content-type-options': 'nosniff',
};

const YEAR_SECONDS = 31_536_000;
const OPENER_POLICY = 'cross-origin-opener-policy';

/** Browser features that no page of the shop uses (W3C Permissions Policy). */
const unused = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'display-capture'],
  ...['encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'picture-in-picture'],
  ...['screen-wake-lock', 'serial', 'usb', 'window-management'],
  ...['xr-spatial-tracking'],
];

/** Denies them, and payments to all but the pages and the frames that ask wallets for these. */
function featurePolicy(wallets: readonly string[]): string {
  const payers = wallets.length > 0 ? ['self', ...wallets.map((origin) => `"${origin}"`)] : [];
  return [...unused.map((feature) => `${feature}=()`), `payment=(${payers.join(' ')})`].join(', ');
}

const forAll = { ...bareHeaders, 'cross-origin-resource-policy': 'same-origin' };

// For displayed documents and the links in them (OWASP HTTP Headers Cheat Sheet). Under the bare content
// policy, a part of a page can do nothing as a document; on a slow line these headers would cost a page more
// than its pictures.
const forDocuments = {
  ...forAll,
  'permissions-policy': featurePolicy([]),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
};

const justForDocuments = Object.keys(forDocuments).filter((name) => !(name in forAll));

// The last steps of the Google window. An opener policy would separate it from its opener, to which it would
// look closed before it has reported anything (HTML, cross-origin opener policies).
const WAY_BACK_FROM_GOOGLE = /^\/(api\/auth\/callback\/google|login\/google-done)(\?|$)/;

/** The built files, the icon and the pictures: parts of pages. */
const FILE = /^\/(assets\/|pictures\/|favicon\.svg$)/;

type Options = { isLive: boolean; origin: () => string; wallets?: readonly string[] | undefined };

/** Sets the security headers. Pages bring their own content policy; a trial runs over HTTP. */
export const securityHeaders = fp(
  async (app: FastifyInstance, { isLive, origin, wallets = [] }: Options) => {
    const secureTransport = isLive && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    };
    const headers = { ...forDocuments, ...secureTransport, 'permissions-policy': featurePolicy(wallets) };
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers(headers);
      if (isSecureContext(request, origin())) reply.header(OPENER_POLICY, openerPolicyOf(request));
      done();
    });
    app.addHook('onSend', (request, reply, _payload, done) => {
      if (FILE.test(request.url) && reply.statusCode < 400)
        for (const name of [OPENER_POLICY, ...justForDocuments]) reply.removeHeader(name);
      done();
    });
  },
  { name: 'security-headers' },
);

/** Elsewhere, for example on a local network, browsers ignore an opener policy and warn about it in the
 * console of every page. */
function isSecureContext({ hostname }: FastifyRequest, origin: string): boolean {
  return origin.startsWith('https:') || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** The sign-in popup posts to the page that opened it. */
const openerPolicyOf = ({ url }: FastifyRequest) =>
  WAY_BACK_FROM_GOOGLE.test(url) ? 'unsafe-none' : 'same-origin-allow-popups';

/** Returns a page's content policy: the shop's own sources, pictures being chosen (`blob:`), the given inline
 * texts, and services in use; never `unsafe-…`. */
export function pageContentPolicy(
  { scripts = [], styles = [] }: InlineSources,
  others: PageSources = noPageSources,
): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...hashesOf(scripts), ...others.scripts].join(' '),
    ['style-src', "'self'", ...hashesOf(styles)].join(' '),
    ["img-src 'self' blob:", ...(others.pictures ?? [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...others.connections].join(' '),
    ...(others.frames.length > 0 ? [['frame-src', ...others.frames].join(' ')] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    ...nothing,
  ].join('; ');
}

function hashesOf(texts: string[]): string[] {
  const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}
