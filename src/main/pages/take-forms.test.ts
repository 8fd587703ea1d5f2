import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeForms } from './take-forms.ts';

const headers = { 'content-type': 'application/x-www-form-urlencoded' };

let app: FastifyInstance;
let taken: { url: string; client: string; sent: string }[];

beforeEach(async () => {
  app = Fastify();
  taken = [];
  await takeForms(app, {
    origin: () => 'https://shop.example',
    async render(request, client) {
      taken.push({ url: request.url, client, sent: await request.text() });
      return new Response('a page', { status: 401, headers: { 'content-type': 'text/html' } });
    },
    countRendering: () => undefined,
  });
});
afterEach(() => app.close());

const post = (more: Record<string, string>, payload = 'email=ada%40shop.example') =>
  app.inject({
    method: 'POST',
    url: '/login?from=%2Ftools',
    headers: { ...headers, ...more },
    payload,
    remoteAddress: '203.0.113.9',
  });

it('hands a form to its page in the name of the client, and has the answer kept by nobody', async () => {
  const reply = await post({ origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' });
  expect([reply.statusCode, reply.body, reply.headers['cache-control']]).toEqual([401, 'a page', 'no-store']);
  expect(taken).toEqual([
    {
      url: 'https://shop.example/login?from=%2Ftools',
      client: '203.0.113.9',
      sent: 'email=ada%40shop.example',
    },
  ]);
});

it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
  'takes none that %j has sent',
  async (from) => {
    await post(from);
    expect(taken).toEqual([]);
  },
);
