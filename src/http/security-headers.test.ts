import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { bareContentPolicy } from './content-policy.ts';
import { securityHeaders } from './security-headers.ts';

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
  'sends %s with what holds a part of a page',
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

it('parts the window on its way back from Google from nothing, and every other one from foreign openers', async () => {
  const policyOf = async (url: string) => (await headersOf(url))[openerPolicy];
  for (const path of wayBack) expect(await policyOf(`${path}?attempt=7`)).toBe('unsafe-none');
  for (const path of ['/tools', '/login/google-done/x', '/login?to=/login/google-done'])
    expect(await policyOf(path)).toBe('same-origin-allow-popups');
});

it.each(['http://shop.lan:3000', 'http://192.168.1.20:3000'])(
  'leaves out at %s what browsers heed on secure origins alone',
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
