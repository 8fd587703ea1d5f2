import { expect, test } from 'vitest';
import { getToolCall, listToolsCall, type Tool } from '#features/catalogue/contract.ts';
import { deleteToolCall } from '#features/catalogue/managed-contract.ts';
import { listAllOrdersCall } from '#features/orders/desk-contract.ts';
import { addReviewCall } from '#features/reviews/contract.ts';
import { makeAdminCall } from '#features/users/roles-contract.ts';
import { ApiError, createApiClient } from './api-client.ts';

const saw: Tool = {
  _id: '01990000-0000-7000-8000-000000000007',
  name: 'Saw',
  description: 'Cuts',
  img: '/pictures/saw.webp',
  picture: null,
  min_order_quantity: 1,
  available_quantity: 10,
  price: 12.5,
  unit_price: 12.5,
  measure_price: null,
  lowestPrice30Days: null,
  reduced_until: null,
  category: null,
  brand: null,
  rating: null,
  part_number: null,
  family: null,
  rating_count: 0,
  version: 1,
};
const saws = { params: { id: saw._id } };

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

test('returns a list’s rows, the cursor of the next page and the total', async () => {
  const headers = { link: '</tool?limit=2&cursor=a%2Bb>; rel="next"', 'x-total-count': '41' };
  const { api, sent } = setUp(() => Response.json([saw], { headers }));
  const list = await api.list(listToolsCall, {
    query: { q: 'cordless saw', category: undefined, brand: ['Bosch', ''], limit: 2 },
  });
  expect(list).toEqual({ rows: [saw], nextCursor: 'a+b', total: 41 });
  expect(sent[0]?.path).toBe('/tool?q=cordless+saw&brand=Bosch&limit=2');
});

test('sends zero, and omits empty and missing values', async () => {
  const { api, sent } = setUp(() => Response.json([]));
  await api.list(listAllOrdersCall, { query: { maxTotal: 0, minTotal: undefined, q: '' } });
  expect(sent[0]?.path).toBe('/manageorders?maxTotal=0');
});

test('returns no cursor for the last page, and no total if none is sent', async () => {
  const { api, sent } = setUp(() => Response.json([], { headers: { link: '</tool>; rel="first"' } }));
  expect(await api.list(listToolsCall, { query: {} })).toEqual({
    rows: [],
    nextCursor: undefined,
    total: undefined,
  });
  expect(sent[0]?.path).toBe('/tool');
});

test('exposes status, code, message, field and wrong cells of a refusal', async () => {
  const cells = [{ row: 2, column: 1, field: null, message: 'Price must be a number' }];
  const error = { code: 'invalid_input', message: '1 cell needs to be fixed', field: 'rows', cells };
  const { api } = setUp(() => Response.json({ error }, { status: 400 }));
  const refusal = await refusalOf(api.call(getToolCall, saws));
  expect({ ...refusal, message: refusal.message }).toEqual({ name: 'ApiError', status: 400, ...error });
});

test('explains a refusal that is not JSON', async () => {
  const { api } = setUp(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  const refusal = await refusalOf(api.call(getToolCall, saws));
  expect([refusal.status, refusal.code]).toEqual([502, 'internal']);
  expect(refusal.message).toContain('Try again');
});

test.each([
  ['no JSON', () => new Response('<h1>Welcome</h1>')],
  ['another shape', () => Response.json({ ...saw, price: '12.50' })],
])('a response that is %s is refused with a message', async (_, answer) => {
  const refusal = await refusalOf(setUp(answer).api.call(getToolCall, saws));
  expect([refusal.status, refusal.code]).toEqual([200, 'internal']);
  expect(refusal.message).toContain('Try again');
});

test('drops undeclared fields from an answer', async () => {
  const { api } = setUp(() => Response.json([{ ...saw, weight: 2 }]));
  expect((await api.list(listToolsCall, { query: {} })).rows).toEqual([saw]);
});

test('reports an unreachable shop as offline', async () => {
  const { api } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
  const refusal = await refusalOf(api.call(getToolCall, saws));
  expect([refusal.status, refusal.code]).toEqual([0, 'offline']);
});

test('passes on the abort of a signal unchanged', async () => {
  const { api } = setUp(() => Promise.reject(new DOMException('aborted', 'AbortError')));
  await expect(api.call(getToolCall, { ...saws, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});

test('escapes typed text in a path', async () => {
  const { api, sent } = setUp(() => Response.json({ modifiedCount: 1 }));
  await api.call(makeAdminCall, { params: { email: 'a/../b?x=1@shop.example' } });
  expect(sent[0]?.path).toBe('/user/admin/a%2F..%2Fb%3Fx%3D1%40shop.example');
});

test('sends JSON and the idempotency key with a write', async () => {
  const { api, sent } = setUp(() => Response.json({ insertedId: saw._id }, { status: 201 }));
  await api.call(addReviewCall, {
    body: { rate: 5, reviews: 'Sharp' },
    headers: { 'idempotency-key': 'attempt-1' },
  });
  const headers = new Headers(sent[0]?.init?.headers);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('idempotency-key')).toBe('attempt-1');
  expect(sent[0]?.init?.body).toBe('{"rate":5,"reviews":"Sharp"}');
});

test('sends no content type with an empty write, which servers would refuse', async () => {
  const { api, sent } = setUp(() => Response.json({ deletedCount: 1 }));
  await api.call(deleteToolCall, saws);
  expect(sent[0]?.init).toEqual({ method: 'DELETE', headers: {} });
});
