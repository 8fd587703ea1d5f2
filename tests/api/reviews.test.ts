import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import { type Review, reviewSchema } from '#features/reviews/contract.ts';
import { buy, placeOrder } from '#tests/support/buying.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'reviews=100/1h' });
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner', email: 'ada@example.com' }));

function add(body: unknown, options: { token?: string; key?: string } = {}) {
  return t.call<{ insertedId: string } & ErrorReply>('POST', '/review', {
    token: options.token ?? ada.token,
    body,
    ...(options.key === undefined ? {} : { headers: { 'idempotency-key': options.key } }),
  });
}

async function list(): Promise<Review[]> {
  return (await t.call<Review[]>('GET', '/review')).body;
}

describe('POST /review', () => {
  test('shows the review under the signed-in user’s name, without an email', async () => {
    const body = {
      rate: 4,
      reviews: '  Holds its edge.  ',
      name: 'Somebody Else',
      email: 'else@example.com',
    };
    const { status, body: reply } = await add(body);
    expect(status).toBe(200);
    const [newest] = await list();
    expect(z.strictObject(reviewSchema.shape).parse(newest)).toEqual({
      _id: reply.insertedId,
      rate: 4,
      reviews: 'Holds its edge.',
      name: 'Ada Joiner',
      createdAt: newest?.createdAt,
      answer: null,
      ...{ toolId: null, toolName: null },
    });
    expect(JSON.stringify(await list())).not.toContain('@');
  });

  test('does not show the address of an author without a name', async () => {
    const nameless = await t.makeUser({ name: '' });
    await add({ rate: 5, reviews: 'Fine.' }, { token: nameless.token });
    expect((await list())[0]?.name).toBe('A customer');
  });

  test.each([
    ['rate', undefined, 'Rate is required'],
    ['rate', '5', 'Rate is required'],
    ['rate', 0, 'Rate must be between 1 and 5'],
    ['rate', 6, 'Rate must be between 1 and 5'],
    ['rate', 4.5, 'Rate must be a whole number'],
    ['reviews', undefined, 'Adding review is required'],
    ['reviews', ' ', 'Adding review is required'],
    ['reviews', 'x'.repeat(2001), 'Review must be 2000 characters or shorter'],
  ])('refuses %s %j', async (field, value, message) => {
    const before = (await list()).length;
    const { status, body } = await add({ rate: 5, reviews: 'Good.', [field]: value });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ field, message });
    expect(await list()).toHaveLength(before);
  });

  test('needs a signed-in user', async () => {
    const before = (await list()).length;
    const body = { rate: 5, reviews: 'Good.' };
    expect((await t.call('POST', '/review', { body })).status).toBe(401);
    expect((await add(body, { token: 'not.a.token' })).status).toBe(401);
    expect(await list()).toHaveLength(before);
  });

  test('stores a repeat under the same key once, even concurrently', async () => {
    const before = (await list()).length;
    const send = () => add({ rate: 3, reviews: 'Sent thrice.' }, { key: 'thrice' });
    const replies = [...(await Promise.all([send(), send()])), await send()];
    expect(new Set(replies.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await list()).toHaveLength(before + 1);
    const other = await add({ rate: 1, reviews: 'Something else.' }, { key: 'thrice' });
    expect(other.status).toBe(422);
    expect(await list()).toHaveLength(before + 1);
  });
});

describe('POST /review about a tool', () => {
  const body = (toolId: string, rate = 4) => ({ rate, reviews: 'Bought it, used it.', toolId });
  const ratingOf = async (id: string) => {
    const { rating, rating_count } = (await t.call<Tool>('GET', `/tool/${id}`)).body;
    return [rating, rating_count];
  };

  test('counts towards the tool’s rating if its author has paid for the tool', async () => {
    const { id } = await t.makeTool();
    const [bea, cy] = [await t.makeUser(), await t.makeUser()];
    for (const buyer of [bea, cy]) await buy(t, buyer, id);
    expect(await ratingOf(id)).toEqual([null, 0]);
    expect((await add(body(id, 4), { token: bea.token })).status).toBe(200);
    expect(await ratingOf(id)).toEqual([4, 1]);
    expect((await add(body(id, 3), { token: cy.token })).status).toBe(200);
    expect(await ratingOf(id)).toEqual([3.5, 2]);
  });

  test('is refused unless the author has paid for the tool', async () => {
    const { id } = await t.makeTool();
    const before = (await list()).length;
    await placeOrder(t, ada, id);
    for (const toolId of [id, randomUUID()]) {
      const { status, body: reply } = await add(body(toolId));
      expect([status, reply.error.field]).toEqual([400, 'toolId']);
    }
    expect((await add(body('7'))).body.error).toMatchObject({ field: 'toolId' });
    expect([await ratingOf(id), (await list()).length]).toEqual([[null, 0], before]);
  });

  test('is accepted once per buyer, even concurrently', async () => {
    const { id } = await t.makeTool();
    const dee = await t.makeUser();
    await buy(t, dee, id);
    const before = (await list()).length;
    const replies = await Promise.all([5, 5, 5, 5].map((rate) => add(body(id, rate), { token: dee.token })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await add(body(id, 1), { token: dee.token })).status).toBe(409);
    expect([await ratingOf(id), (await list()).length]).toEqual([[5, 1], before + 1]);
  });
});

describe('GET /review', () => {
  test('returns pages, newest first', async () => {
    const ids: string[] = [];
    for (const reviews of ['First.', 'Second.', 'Third.']) {
      ids.unshift((await add({ rate: 5, reviews })).body.insertedId);
    }
    const total = (await list()).length;
    const first = await t.call<Review[]>('GET', '/review?limit=2');
    expect(first.body.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
    expect(first.headers.get('x-total-count')).toBe(String(total));
    const second = await t.call<Review[]>('GET', nextPage(first.headers) ?? '');
    expect(second.body[0]?._id).toBe(ids[2]);
  });

  test('lists the reviews of one tool, page by page', async () => {
    const [square, saw] = [await t.makeTool(), await t.makeTool()];
    const ids: string[] = [];
    for (const rate of [5, 3, 1]) {
      const buyer = await t.makeUser();
      for (const { id } of [square, saw]) await buy(t, buyer, id);
      const post = async (toolId?: string) =>
        (await add({ rate, reviews: 'Bought it.', toolId }, { token: buyer.token })).body.insertedId;
      ids.unshift(await post(square.id));
      for (const other of [saw.id, undefined]) await post(other);
    }
    const first = await t.call<Review[]>('GET', `/review?tool=${square.id}&limit=2`);
    expect(first.body.map(({ _id, rate }) => [_id, rate])).toEqual([
      [ids[0], 1],
      [ids[1], 3],
    ]);
    expect(first.headers.get('x-total-count')).toBe('3');
    const second = await t.call<Review[]>('GET', nextPage(first.headers) ?? '');
    expect(second.body.map(({ _id }) => _id)).toEqual([ids[2]]);
    expect(nextPage(second.headers)).toBeUndefined();
    const none = await t.call<Review[]>('GET', `/review?tool=${randomUUID()}`);
    expect([none.status, none.body, none.headers.get('x-total-count')]).toEqual([200, [], '0']);
  });

  test('shows a tool’s new review though the list without it was cached', async () => {
    const { id } = await t.makeTool();
    await buy(t, ada, id);
    const ask = async () => (await t.call<Review[]>('GET', `/review?tool=${id}`)).body.length;
    expect([await ask(), await ask(), await ask()]).toEqual([0, 0, 0]);
    expect((await add({ rate: 5, reviews: 'Bought it.', toolId: id })).status).toBe(200);
    expect(await ask()).toBe(1);
  });

  test('refuses an id that no tool can have', async () => {
    const { status, body } = await t.call<ErrorReply>('GET', '/review?tool=7');
    expect([status, body.error.field]).toEqual([400, 'tool']);
  });

  test.each(['limit=-1', 'cursor=abc'])('refuses %s', async (query) => {
    expect((await t.call('GET', `/review?${query}`)).status).toBe(400);
  });
});
