import { expect, test } from 'vitest';
import { ApiError, createApiClient } from './api-client.ts';

function setUp(answer: () => Response | Promise<Response>) {
  const sent: { path: string; init: RequestInit | undefined }[] = [];
  const api = createApiClient(async (path, init) => {
    sent.push({ path, init });
    return answer();
  });
  return { api, sent };
}

async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError');
  return error;
}

test('a list carries its rows, the cursor of the next stretch and the whole count', async () => {
  const headers = { link: '</tool?limit=2&cursor=a%2Bb>; rel="next"', 'x-total-count': '41' };
  const { api, sent } = setUp(() => Response.json([{ name: 'Saw' }], { headers }));
  const list = await api.listTools({ limit: 2, q: 'cordless saw', category: undefined });
  expect(list).toEqual({ rows: [{ name: 'Saw' }], nextCursor: 'a+b', total: 41 });
  expect(sent[0]?.path).toBe('/tool?q=cordless+saw&limit=2');
});

test('the last stretch has no cursor, and a count that is not told stays unknown', async () => {
  const { api, sent } = setUp(() => Response.json([], { headers: { link: '</tool>; rel="first"' } }));
  expect(await api.listTools()).toEqual({ rows: [], nextCursor: undefined, total: undefined });
  expect(sent[0]?.path).toBe('/tool');
});

test('a refusal carries status, code, words and field', async () => {
  const error = { code: 'invalid_input', message: 'Price is required', field: 'price' };
  const { api } = setUp(() => Response.json({ error }, { status: 400 }));
  const refusal = await refusalOf(api.getTool('7'));
  expect({ ...refusal, message: refusal.message }).toEqual({ name: 'ApiError', status: 400, ...error });
});

test('a refusal that is no JSON is put into words', async () => {
  const { api } = setUp(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  const refusal = await refusalOf(api.getTool('7'));
  expect([refusal.status, refusal.code]).toEqual([502, 'internal']);
  expect(refusal.message).toContain('Try again');
});

test('a shop that cannot be reached is offline', async () => {
  const { api } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
  const refusal = await refusalOf(api.getTool('7'));
  expect([refusal.status, refusal.code]).toEqual([0, 'offline']);
});

test('the abort of a signal is passed on as it is', async () => {
  const { api } = setUp(() => Promise.reject(new DOMException('aborted', 'AbortError')));
  await expect(api.getTool('7', AbortSignal.abort())).rejects.toThrow('aborted');
});

test('what people typed cannot leave its place in the path', async () => {
  const { api, sent } = setUp(() => Response.json({ modifiedCount: 1 }));
  await api.makeAdmin('a/../b?x=1@shop.example');
  expect(sent[0]?.path).toBe('/user/admin/a%2F..%2Fb%3Fx%3D1%40shop.example');
});

test('a write sends JSON, and its idempotency key', async () => {
  const { api, sent } = setUp(() => Response.json({ insertedId: '1' }, { status: 201 }));
  await api.addReview({ rate: 5, reviews: 'Sharp' }, 'attempt-1');
  const headers = new Headers(sent[0]?.init?.headers);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('idempotency-key')).toBe('attempt-1');
  expect(sent[0]?.init?.body).toBe('{"rate":5,"reviews":"Sharp"}');
});

test('a write without a body has no content type, which servers would refuse', async () => {
  const { api, sent } = setUp(() => Response.json({ deletedCount: 1 }));
  await api.deleteTool('7');
  expect(sent[0]?.init).toEqual({ method: 'DELETE', headers: {} });
});
