import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { bareContentPolicy, pageContentPolicy, securityHeaders } from './security-headers.ts';

const forParts = {
  'content-security-policy': bareContentPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};
const forDocuments = ['permissions-policy', 'referrer-policy', 'x-frame-options'];
const nothingElse = ['connection', 'content-length', 'content-type', 'date'];
const openerPolicy = 'cross-origin-opener-policy';

const wayBack = ['/login/google-done', '/api/auth/callback/google'];

async function headersOf(url: string, origin = 'https://shop.example') {
  const app = Fastify();
  await app.register(securityHeaders, { isLive: true, origin: () => origin });
  for (const path of [
    '/assets/a.js',
    '/pictures/a.avif',
    '/favicon.svg',
    '/tools',
    '/faviconless',
    ...wayBack,
  ])
    app.get(path, () => 'x');
  const { headers } = await app.inject({ url, headers: { host: new URL(origin).host } });
  await app.close();
  return headers;
}

it.each(['/assets/a.js', '/pictures/a.avif', '/favicon.svg'])(
  'sends %s with the headers for part of a page',
  async (url) => {
    const headers = await headersOf(url);
    expect(headers).toMatchObject(forParts);
    expect(Object.keys(headers).sort()).toEqual([...Object.keys(forParts), ...nothingElse].sort());
  },
);

it.each(['/tools', '/faviconless', '/assets/none.js', '/pictures/none'])(
  'sends %s with all of them',
  async (url) => {
    const headers = await headersOf(url);
    expect(headers).toMatchObject(forParts);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining([openerPolicy, ...forDocuments]));
  },
);

it('isolates every window from foreign openers, except the one returning from Google', async () => {
  const policyOf = async (url: string) => (await headersOf(url))[openerPolicy];
  for (const path of wayBack) expect(await policyOf(`${path}?attempt=7`)).toBe('unsafe-none');
  for (const path of ['/tools', '/login/google-done/x', '/login?to=/login/google-done'])
    expect(await policyOf(path)).toBe('same-origin-allow-popups');
});

it.each(['http://shop.lan:3000', 'http://192.168.1.20:3000'])(
  'leaves out at %s what browsers respect only on secure origins',
  async (origin) => {
    const headers = await headersOf('/tools', origin);
    expect(headers).not.toHaveProperty(openerPolicy);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(forDocuments));
  },
);

it.each(['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'])(
  'sends the opener policy at %s, this machine itself',
  async (origin) => {
    expect(await headersOf('/tools', origin)).toHaveProperty(openerPolicy);
  },
);

it('lets a reply that is not a page do nothing', () => {
  expect(bareContentPolicy).toBe(
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
});

it('lets a page load the shop’s own files, and run inline code listed by hash', () => {
  // The script and its hash are the example of the CSP specification itself.
  const policy = pageContentPolicy({ scripts: ["alert('Hello, world.');"], styles: ['a{}', 'a{}'] });
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    "style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

it('lets a page load from other sites what the services in use need', () => {
  const others = {
    scripts: ['https://js.provider.example'],
    frames: ['https://js.provider.example', 'https://bank.example'],
    connections: ['https://api.provider.example'],
    pictures: ['https://pictures.example'],
  };
  expect(pageContentPolicy({}, others).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' https://js.provider.example",
    "style-src 'self'",
    "img-src 'self' blob: https://pictures.example",
    "font-src 'self'",
    "connect-src 'self' https://api.provider.example",
    'frame-src https://js.provider.example https://bank.example',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

it('lists no hash when nothing is inline', () => {
  expect(pageContentPolicy({})).toContain("; script-src 'self'; style-src 'self'; ");
});
