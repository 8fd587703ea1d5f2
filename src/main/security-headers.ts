import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { bareContentPolicy } from '#api/content-policy.ts';

const YEAR_SECONDS = 31_536_000;

/** What browsers can lend to a page and no page of the shop asks for (W3C Permissions Policy). */
const unused = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'display-capture'],
  ...['encrypted-media', 'fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'window-management'],
  ...['xr-spatial-tracking'],
];

const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');

/**
 * Puts on every reply what keeps browsers from mistakes. Pages bring a content security policy of their own in place of
 * the bare one. HTTPS is asked for in live mode only, since a trial runs over plain HTTP.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { isLive }: { isLive: boolean },
): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: false,
    // The sign-in popup talks to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: isLive && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ ...bareHeaders, 'permissions-policy': permissionsPolicy });
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    if (FILE.test(request.url) && reply.statusCode < 400)
      for (const name of forDocuments) reply.removeHeader(name);
  });
}

/** The built files, the icon and the pictures: parts of pages. */
const FILE = /^\/(assets\/|pictures\/|favicon\.svg$)/;

/**
 * What speaks to browsers of a document that is shown, and of the links in it. A part of a page is neither, and as a
 * document of its own it is held by the bare content policy, which lets it do nothing and be framed by nobody. On a slow
 * line these headers would cost a page more than its pictures.
 */
const forDocuments = [
  ...['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy', 'referrer-policy'],
  ...['x-dns-prefetch-control', 'x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies'],
  'x-xss-protection',
];

/** What even a reply has that is given before any hook runs. */
export const bareHeaders = {
  'content-security-policy': bareContentPolicy,
  'x-content-type-options': 'nosniff',
};
