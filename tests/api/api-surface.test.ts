import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

/** Returns the status and the error code of a call. */
async function refusal(
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<[number, string | undefined]> {
  const response = await fetch(new URL(path, t.url), { method, ...init });
  expect(response.headers.get('content-type')).toContain('application/json');
  const body: ErrorReply = await response.json();
  return [response.status, body.error.code];
}

describe('an unknown route', () => {
  it('answers JSON to an unknown method of a known path, naming the known ones', async () => {
    const response = await fetch(new URL('/tool', t.url), { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(await refusal('DELETE', '/tool')).toEqual([405, 'method_not_allowed']);
    expect(await refusal('POST', '/manageorders')).toEqual([405, 'method_not_allowed']);
    expect(await refusal('PATCH', '/healthz')).toEqual([405, 'method_not_allowed']);
  });

  it('answers JSON to an unknown path under a known one', async () => {
    expect(await refusal('GET', '/tool/a/b')).toEqual([404, 'not_found']);
    expect(await refusal('POST', '/orders/a/b/c')).toEqual([404, 'not_found']);
    expect(await refusal('GET', '/mailbox/nothing')).toEqual([404, 'not_found']);
    expect(await refusal('POST', '/nowhere')).toEqual([404, 'not_found']);
  });
});

describe('an unreadable body', () => {
  const json = { 'content-type': 'application/json' };

  it('is refused with the reason', async () => {
    expect(await refusal('POST', '/contact', { headers: json, body: '{"name":' })).toEqual([
      400,
      'invalid_input',
    ]);
    expect(await refusal('POST', '/contact', { headers: json, body: '' })).toEqual([400, 'invalid_input']);
    expect(await refusal('POST', '/contact', { headers: json, body: '[]' })).toEqual([400, 'invalid_input']);
    expect(await refusal('POST', '/contact', { headers: { 'content-type': 'text/csv' }, body: 'a' })).toEqual(
      [415, 'unsupported_type'],
    );
    const large = JSON.stringify({ name: 'x'.repeat(70_000) });
    expect(await refusal('POST', '/contact', { headers: json, body: large })).toEqual([413, 'too_large']);
  });

  it('is not parsed before the caller is identified', async () => {
    expect(await refusal('POST', '/orders', { headers: json, body: '{' })).toEqual([401, 'not_signed_in']);
  });
});

describe('health checks', () => {
  it('are public', async () => {
    expect((await t.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect((await t.call('GET', '/readyz')).body).toEqual({ status: 'ok' });
  });

  it('report a stopping shop as not ready, though it still answers', async () => {
    t.shop.readiness.isStopping = true;
    const { status, headers, body } = await t.call('GET', '/readyz');
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '2',
      {
        error: {
          code: 'unavailable',
          message: 'The shop is stopping',
          requestId: expect.any(String),
        },
      },
    ]);
    expect((await t.call('GET', '/healthz')).status).toBe(200);
    t.shop.readiness.isStopping = false;
    expect((await t.call('GET', '/readyz')).status).toBe(200);
  });
});

describe('the API document', () => {
  it('lists every call of the specification, with its access', { tags: ['sweep'] }, async () => {
    const { body } = await t.call<{ paths: Record<string, Record<string, { security: object[] }>> }>(
      'GET',
      '/openapi.json',
    );
    const calls = Object.entries(body.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { security }]) =>
        [method, path, ...security.flatMap((scheme) => Object.keys(scheme))].join(' '),
      ),
    );
    const specified = [
      'get /review',
      'post /review accessToken apiKey',
      'get /tool',
      'get /tool/{id}',
      'post /tool accessToken apiKey',
      'delete /tool/{id} accessToken apiKey',
      'post /orders accessToken apiKey',
      'get /orders accessToken apiKey',
      'get /orders/{id} accessToken apiKey',
      'patch /orders/{id} accessToken apiKey',
      'delete /orders/{id} accessToken apiKey',
      'get /manageorders accessToken apiKey',
      'put /manageorders/{id} accessToken apiKey',
      'put /user/{email} proof',
      'get /account/session accessToken',
      'post /api/auth/second-factor proof',
      'post /api/auth/sign-out accessToken',
      'post /api/auth/send-verification-email accessToken',
      'get /api/auth/verify-email accessToken',
      'post /api/auth/sign-in/email',
      'get /user/{email} accessToken',
      'patch /user/{email} accessToken',
      'get /user accessToken apiKey',
      'put /user/admin/{email} accessToken',
      'get /admin/{email} accessToken',
      'post /create-payment-intent accessToken apiKey',
      'post /image accessToken apiKey',
      'post /webhooks/payment',
      'post /contact',
      'get /healthz',
      'get /readyz',
    ];
    expect(calls).toEqual(expect.arrayContaining(specified));
  });

  it('lists every status that a call may refuse with', async () => {
    const { body } = await t.call<{
      paths: Record<string, Record<string, { summary?: string; responses: Record<string, unknown> }>>;
    }>('GET', '/openapi.json');
    const statuses = (path: string, method: string) =>
      Object.keys(body.paths[path]?.[method]?.responses ?? {});
    expect(statuses('/tool', 'get')).toEqual(['200', '304', '400', '429', '500', '503']);
    expect(statuses('/tool', 'post')).toEqual('200 400 401 403 409 413 415 429 500 503'.split(' '));
    expect(statuses('/orders/{id}', 'delete')).toEqual(
      '200 400 401 403 404 409 413 415 429 500 502 503'.split(' '),
    );
    expect(statuses('/api/auth/sign-in/email', 'post')).toEqual(
      '200 400 401 403 413 415 429 500 503'.split(' '),
    );
    const operations = Object.values(body.paths).flatMap((path) => Object.values(path));
    expect(operations.filter(({ summary }) => !summary)).toEqual([]);
  });

  it('is also a page for people', async () => {
    const { status, headers, body } = await t.call<string>('GET', '/api-reference');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('/create-payment-intent');
    expect(body).toMatch(/<header><a href="\/"><img src="\/favicon.svg"[^>]*> Toolyard<\/a><\/header>/);
    const sections = [...body.matchAll(/<h2>(.+?)<\/h2>/g)].map(([, title]) => title);
    expect(sections.slice(0, 3)).toEqual(['API keys', 'Signing in', 'Ordering and paying']);
  });
});
