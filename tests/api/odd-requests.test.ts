import { on } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largestBodyBytes } from '#contracts/limits.ts';
import { servePages } from '#server/pages/pages.ts';
import { buildApp } from '#server/shop/app.ts';
import { orderBody } from '#tests/support/buying.ts';
import { createTestVersion } from '#tests/support/cache-version.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const ORIGIN = 'https://shop.example';

const t = setUpShop();
let app: FastifyInstance;

beforeAll(async () => {
  const version = createTestVersion();
  // Pages that state only the URL they were requested at.
  const render = async (request: Request) => new Response(request.url);
  const addPages = async (scope: FastifyInstance) =>
    servePages(scope, {
      shopName: () => 'Toolyard',
      render,
      origin: () => ORIGIN,
      countRendering: () => undefined,
    });
  app = await buildApp({ ...t.shop, cacheVersion: version }, addPages);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app?.close());

/** Sends raw bytes that no HTTP client would; returns status and body. */
function send(head: string): Promise<{ status: number; body: string }> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(port, '127.0.0.1')
      .on('error', reject)
      .on('data', (bytes) => {
        answer += bytes;
      })
      .on('close', () => {
        const [first = '', ...rest] = answer.split('\r\n\r\n');
        resolve({ status: Number(first.split(' ')[1]), body: rest.join('\r\n\r\n') });
      })
      .write(`${head}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
  });
}

const codeOf = (body: string) => JSON.parse(body).error.code;

it('refuses a request with two host headers', async () => {
  for (const path of ['/', '/tool', '/no/such']) {
    const { status, body } = await send(`GET ${path} HTTP/1.1\r\nHost: shop.example`);
    expect([status, codeOf(body)]).toEqual([400, 'invalid_input']);
  }
});

it('takes the rest of a refused body in, so that no proxy counts a reset as a failure', async () => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const answered = async (status: number) => {
    let answer = '';
    for await (const [bytes] of on(socket, 'data', { close: ['close'] })) {
      answer += bytes;
      if (answer.includes(`HTTP/1.1 ${status} `) && answer.includes('\r\n\r\n')) return answer;
    }
    throw new Error(`closed after: ${answer}`);
  };
  const head = `POST /contact HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: `;
  socket.write(`${head}${largestBodyBytes}\r\n\r\n`);
  expect(await answered(413)).not.toMatch(/connection: close/i);
  socket.write(Buffer.alloc(largestBodyBytes));
  socket.write('GET /healthz HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  await answered(200);
  socket.write(`${head}${largestBodyBytes + 1}\r\n\r\n`);
  expect(await answered(413)).toMatch(/connection: close/i);
});

it('redirects an address with a NUL character to the one without', async () => {
  const { statusCode, headers } = await app.inject('/tools?q=sa%00w');
  expect([statusCode, headers.location]).toEqual([301, `${ORIGIN}/tools?q=saw`]);
});

describe('the address of a page', () => {
  it.each([
    ['/', '/'],
    ['/tools?q=a', '/tools?q=a'],
    ['//', '//'],
    ['//[', '//['],
    ['//evil.example:99999/tools', '//evil.example:99999/tools'],
    ['/\\evil.example', '//evil.example'],
    ['http://evil.example/tools', '/tools'],
    ['http://evil.example?x=1', '/?x=1'],
    ['*', '/*'],
  ])('is always the shop’s own: %s', async (target, path) => {
    expect(await send(`GET ${target} HTTP/1.1`)).toEqual({ status: 200, body: `${ORIGIN}${path}` });
  });

  it('is cached for no one else when another site’s name was requested', async () => {
    await send('GET http://evil.example/ HTTP/1.1');
    expect((await send('GET / HTTP/1.1')).body).toBe(`${ORIGIN}/`);
  });
});

it('answers 503 with a message for a page that takes too long', { tags: ['sweep'] }, async () => {
  let isStuck = false;
  const render = async (request: Request) =>
    isStuck ? Promise.withResolvers<Response>().promise : new Response(request.url);
  const version = createTestVersion();
  const stuck = await buildApp({ ...t.shop, cacheVersion: version }, async (scope) =>
    servePages(scope, {
      shopName: () => 'Toolyard',
      render,
      origin: () => ORIGIN,
      countRendering: () => undefined,
      renderWithinMs: 2_000,
    }),
  );
  expect((await stuck.inject('/tools')).payload).toBe(`${ORIGIN}/tools`);
  isStuck = true;
  version.invalidate();
  const paths = ['/tools', '/tools?q=a', '/about'];
  const replies = await Promise.all(paths.map((path) => stuck.inject(path)));
  for (const [nth, { statusCode, headers, payload }] of replies.entries()) {
    const path = paths[nth];
    expect([path, statusCode, headers['retry-after']]).toEqual([path, 503, '2']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(payload).toContain('<a href="">Try again</a>');
  }
  await stuck.close();
});

describe('the encoding of a page', () => {
  it.each([
    [undefined, null],
    ['br, gzip', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip; q=0.000, br; q=0', null],
    ['brotli', null],
  ])('for %j is %j', async (accepted, coding) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const reply = await app.inject({ url: '/', headers });
    expect(reply.headers['content-encoding'] ?? null).toBe(coding);
  });
});

describe('an unreadable request', () => {
  it.each(['/tool/%E0%A4%A', '/%zz', '/orders/%ED%A0%80'])('is refused: %s', async (path) => {
    const { status, body } = await send(`GET ${path} HTTP/1.1`);
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { error: { code: 'invalid_input', message: 'The address is not valid' } },
    ]);
  });

  it('is refused as HTTP', async () => {
    const { status, body } = await send('GET / HTTP/9.9');
    expect([status, codeOf(body)]).toEqual([400, 'invalid_input']);
  });

  it('is refused with oversized headers', async () => {
    const { status, body } = await send(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`);
    expect([status, codeOf(body)]).toEqual([431, 'too_large']);
  });

  it('is refused as plain text where JSON is required', async () => {
    const headers = { 'content-type': 'text/plain' };
    const { status, body } = await t.call('POST', '/contact', { headers, body: {} });
    expect([status, body]).toMatchObject([415, { error: { code: 'unsupported_type' } }]);
  });
});

it('forbids caching of what only some may see', async () => {
  const user = await t.makeUser();
  const tool = await t.makeTool();
  const order = await t.call<{ _id: string }>('POST', '/orders', {
    token: user.token,
    body: orderBody(tool.id),
  });
  for (const path of [`/orders?email=${user.email}`, `/orders/${order.body._id}`, `/user/${user.email}`]) {
    const { status, headers } = await t.call('GET', path, { token: user.token });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
});
