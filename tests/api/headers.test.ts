import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { bareContentPolicy } from '#http/security-headers.ts';
import { buildApp } from '#server/shop/app.ts';
import { accessRequests } from '#tests/support/access-requests.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

/** Sends bytes that no HTTP client would; returns the head of the reply. */
async function rawHead(target: string): Promise<string> {
  const { hostname, port } = new URL(t.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${target}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  const [bytes] = await once(socket, 'data');
  return String(bytes).split('\r\n\r\n')[0] ?? '';
}

describe('every reply', () => {
  const standard = {
    'content-security-policy': bareContentPolicy,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-powered-by': null,
    'strict-transport-security': null,
  };

  it.each([
    ['GET', '/tool', 200],
    ['GET', '/nowhere', 404],
    ['GET', '/tool/a/b', 404],
    ['GET', '/tool/no-uuid', 400],
    ['GET', '/healthz', 200],
    ['GET', '/orders', 401],
    ['GET', '/pictures/none.webp', 404],
    ['GET', '/openapi.json', 200],
    ['DELETE', '/tool', 405],
    ['POST', '/contact', 400],
    ['POST', '/api/auth/sign-in/email', 400],
  ])('to %s %s has the security headers', async (method, path, status) => {
    const reply = await t.call(method, path);
    expect(reply.status).toBe(status);
    const found = Object.keys(standard).map((name) => [name, reply.headers.get(name)]);
    expect(Object.fromEntries(found)).toEqual(standard);
  });

  it('denies pages every browser feature that the shop does not use', async () => {
    const { headers } = await t.call('GET', '/tool');
    const denied = headers.get('permissions-policy')?.split(', ');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'])
      expect(denied).toContain(`${feature}=()`);
    expect(denied?.filter((rule) => !rule.endsWith('=()'))).toEqual([]);
  });

  it('lets only the card provider’s frames, and the pages, ask wallets for payments', async () => {
    const wallets = ['https://js.stripe.com'];
    const cardPayments = {
      ...t.shop.cardPayments,
      pageSources: { ...t.shop.cardPayments.pageSources, wallets },
    };
    const app = await buildApp({ ...t.shop, cardPayments });
    const { headers } = await app.inject('/healthz');
    await app.close();
    const allowed = String(headers['permissions-policy'])
      .split(', ')
      .filter((rule) => !rule.endsWith('=()'));
    expect(allowed).toEqual(['payment=(self "https://js.stripe.com")']);
  });

  it.each(['GET /%zz HTTP/1.1', 'GET / HTTP/9.9'])('is harmless even for %s', async (target) => {
    const head = await rawHead(target);
    expect(head).toContain('HTTP/1.1 400');
    expect(head.toLowerCase()).toContain(`\r\ncontent-security-policy: ${bareContentPolicy}`);
    expect(head.toLowerCase()).toContain('\r\nx-content-type-options: nosniff');
  });

  it('requires HTTPS from then on, in live mode', async () => {
    const app = await buildApp({ ...t.shop, config: { ...t.shop.config, mode: 'live' } });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    await app.close();
  });
});

it('runs no script on the API page, and applies its one style', async () => {
  const { headers, body } = await t.call<string>('GET', '/api-reference');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/; script-src 'self'; style-src 'self' 'sha256-[\w+/]{43}='; /);
  expect(policy).not.toContain('unsafe');
  expect(body.match(/<style\b|<script\b| style="| on\w+="/g)).toEqual(['<style']);
});

describe('what a browser may cache', () => {
  const shared = [
    '/tool',
    '/tool/cards',
    '/tool/facets',
    '/tool/categories',
    '/tool/{id}',
    '/tool/{id}/documents/{documentId}',
    '/tool/{id}/related',
    '/brands',
    '/categories',
    '/details',
    '/families/{id}',
    '/legal-pages',
    '/legal-pages/{page}',
    '/feeds/new-tools.xml',
    '/review',
    '/settings',
    '/healthz',
    '/readyz',
  ];

  it('is no answer of a call except the shared ones, which must be revalidated', {
    tags: ['sweep'],
  }, async () => {
    const { body } = await t.call<{ paths: Record<string, object> }>('GET', '/openapi.json');
    const found: Record<string, string | null> = {};
    for (const [path, calls] of Object.entries(body.paths)) {
      if (
        !('get' in calls) ||
        /^\/(pictures|logo|legal-files|api\/auth|feeds\/google|feeds\/sitemap)/.test(path)
      )
        continue;
      const make = accessRequests[`GET ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`] ?? (() => ({ path }));
      const request = await make({ t, person: admin, owner: admin, side: 'own' });
      const { status, headers } = await t.call('GET', request.path, { token: admin.token });
      expect([request.path, status]).toEqual([request.path, 200]);
      found[path] = headers.get('cache-control');
    }
    const kept = Object.keys(found).filter((path) => found[path] !== 'no-store');
    expect(kept.sort()).toEqual(shared.toSorted());
    for (const path of kept) expect(found[path]).toBe('no-cache');
  });

  it.each([
    ['POST', '/contact', { name: 'Cora', email: 'cora@home.example', phone: '555 0199' }],
    ['POST', '/api/auth/sign-up/email', { name: 'Ada', email: 'kept@home.example', password: 'mitre-bevel' }],
    ['PUT', '/user/ada@home.example', {}],
    ['GET', '/api/auth/get-session', undefined],
    ['GET', '/nowhere', undefined],
  ])('does not include the reply to %s %s', async (method, path, body) => {
    expect((await t.call(method, path, { body })).headers.get('cache-control')).toBe('no-store');
  });
});

describe('a write from a browser', () => {
  const body = { name: 'Cora', email: 'cora@home.example', phone: '555 0199' };
  const cookie = 'a=b';

  const messages = () => t.call<unknown[]>('GET', '/contact', { token: admin.token });
  const countMessages = async () => (await messages()).headers.get('x-total-count');

  it.each([
    ['of another site', { cookie, 'sec-fetch-site': 'cross-site' }],
    ['of a neighbour under the same name', { cookie, 'sec-fetch-site': 'same-site' }],
    ['of another origin', { cookie, origin: 'https://evil.example' }],
    ['of another port', { cookie, origin: 'http://127.0.0.1:1' }],
    ['of no origin that can be named', { cookie, origin: 'null' }],
    [
      'that calls itself the shop, which its browser does not',
      { cookie, 'sec-fetch-site': 'cross-site', origin: 'SHOP' },
    ],
  ])('from a page %s is refused with its cookies, and changes nothing', async (_page, sent) => {
    const headers = withShopOrigin(sent);
    const before = await countMessages();
    const reply = await t.call('POST', '/contact', { body, headers });
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual({
      error: { code: 'not_allowed', message: 'This request came from another site’s page' },
    });
    expect(await countMessages()).toBe(before);
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await t.call(method, `/tool/${admin.userId}`, { headers })).status).toBe(403);
    expect((await t.call('GET', '/tool', { headers })).status).toBe(200);
  });

  it.each([
    ['from a page of the shop', { cookie, 'sec-fetch-site': 'same-origin', origin: 'SHOP' }],
    ['from a page of the shop in an older browser', { cookie, origin: 'SHOP' }],
    ['by the reader’s own hand', { cookie, 'sec-fetch-site': 'none' }],
    ['from no browser', { cookie }],
    ['from another site without cookies', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ])('%s passes', async (_from, sent) => {
    const reply = await t.call('POST', '/contact', { body, headers: withShopOrigin(sent) });
    expect(reply.status).toBe(200);
  });

  it('is refused before an account is created', async () => {
    const person = { name: 'Eve', email: 'eve@home.example', password: 'mitre-and-bevel' };
    const headers = { cookie, origin: 'https://evil.example' };
    const forged = await t.call('POST', '/api/auth/sign-up/email', { body: person, headers });
    expect([forged.status, forged.body]).toMatchObject([403, { error: { code: 'not_allowed' } }]);
    const accounts = await t.shop.db.selectFrom('identity.user').select('email').execute();
    expect(accounts.map(({ email }) => email)).not.toContain(person.email);
  });

  it('does not block the card provider', async () => {
    expect((await t.call('POST', '/webhooks/payment', { body: {} })).status).toBe(400);
  });
});

/** The shop's address is known only once it runs. */
function withShopOrigin(headers: Record<string, string>): Record<string, string> {
  return headers.origin === 'SHOP' ? { ...headers, origin: t.url } : headers;
}
