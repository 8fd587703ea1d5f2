import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import type { BuyersOrder } from '#features/orders/contract.ts';
import type { Review } from '#features/reviews/contract.ts';
import { type ManagedReview, managedReviewSchema } from '#features/reviews/contract.ts';
import { buy, expectStatus } from '#tests/support/buying.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', SHOP_CONTACT_EMAIL: 'desk@shop.example' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const UNKNOWN = '0198c0de-0000-7000-8000-000000000000';

type Change = { modifiedCount: number } & ErrorReply;
const change = (id: string, action: 'hide' | 'show' | 'answer', body?: object) =>
  t.call<Change>('POST', `/review/${id}/${action}`, { token: admin.token, body });
const hide = (id: string, reason = 'Names a person') => change(id, 'hide', { reason });
const show = (id: string) => change(id, 'show');
const answer = (id: string, text: string) => change(id, 'answer', { text });

/** Adds a review by a new user, of a tool they have bought if `toolId` is given. */
async function review(rate: number, reviews: string, toolId?: string) {
  const author = await t.makeUser({ name: 'Bea Turner' });
  if (toolId) await buy(t, author, toolId);
  const reply = await t.call<{ insertedId: string }>('POST', '/review', {
    token: author.token,
    body: { rate, reviews, toolId },
  });
  return { id: expectStatus(reply, 200).insertedId, author };
}

async function managed(query: string) {
  const path = `/managereviews?${query}`;
  return expectStatus(await t.call<ManagedReview[]>('GET', path, { token: admin.token }), 200);
}

async function find(id: string) {
  const [found] = await managed(`q=${id}`);
  return z.strictObject(managedReviewSchema.shape).parse(found);
}

const publicReviews = async (query = '') => {
  const reply = await t.call<Review[]>('GET', `/review?${query}`);
  return {
    ids: reply.body.map(({ _id }) => _id),
    total: reply.headers.get('x-total-count'),
    rows: reply.body,
  };
};

async function ratingOf(toolId: string) {
  const { rating, rating_count } = (await t.call<Tool>('GET', `/tool/${toolId}`)).body;
  return [rating, rating_count];
}

const trailOf = (id: string) =>
  t.asOwner(`select action, actor_id, user_id, tool_id, details from audit_events
    where details ->> 'reviewId' = '${id}' and action <> 'review_added' order by id`);

describe('a hidden review', () => {
  it('is in no list and no rating, and in both again once it is shown', async () => {
    const { id: toolId } = await t.makeTool();
    const good = await review(5, 'Cuts straight.', toolId);
    const bad = await review(2, 'The seller is a crook.', toolId);
    expect(await ratingOf(toolId)).toEqual([3.5, 2]);
    expect((await publicReviews(`tool=${toolId}`)).ids).toEqual([bad.id, good.id]);
    const all = Number((await publicReviews()).total);

    expect((await hide(bad.id)).body).toEqual({ modifiedCount: 1 });
    expect(await ratingOf(toolId)).toEqual([5, 1]);
    expect(await publicReviews(`tool=${toolId}`)).toMatchObject({ ids: [good.id], total: '1' });
    const visible = await publicReviews();
    expect([visible.ids.includes(bad.id), visible.total]).toEqual([false, String(all - 1)]);
    expect(await find(bad.id)).toMatchObject({ hidden: { reason: 'Names a person' } });

    expect((await show(bad.id)).body).toEqual({ modifiedCount: 1 });
    expect(await ratingOf(toolId)).toEqual([3.5, 2]);
    expect(await publicReviews(`tool=${toolId}`)).toMatchObject({ ids: [bad.id, good.id], total: '2' });
    expect(await find(bad.id)).toMatchObject({ hidden: null });
    const about = { actor_id: admin.userId, user_id: bad.author.userId, tool_id: toolId };
    const details = { reviewId: bad.id, rate: 2 };
    expect(await trailOf(bad.id)).toEqual([
      { action: 'review_hidden', ...about, details },
      { action: 'review_shown', ...about, details },
    ]);
  });

  it('is marked as hidden to its author, who cannot write another in its place', async () => {
    const { id: toolId } = await t.makeTool();
    const { id, author } = await review(1, 'A crook.', toolId);
    const mine = async () => {
      const path = `/orders?email=${author.email}`;
      const [order] = (await t.call<BuyersOrder[]>('GET', path, { token: author.token })).body;
      return [order?.reviewed, order?.reviewHidden];
    };
    expect(await mine()).toEqual([true, false]);
    await hide(id);
    expect(await mine()).toEqual([true, true]);
    const body = { rate: 1, reviews: 'A crook, I say.', toolId };
    expect((await t.call('POST', '/review', { token: author.token, body })).status).toBe(409);
    expect(await ratingOf(toolId)).toEqual([null, 0]);
  });

  it('keeps its first reason when hidden again, and a shown review stays shown', async () => {
    const { id } = await review(3, 'So so.');
    expect((await show(id)).body).toEqual({ modifiedCount: 0 });
    await hide(id, 'The first reason');
    expect((await hide(id, 'Another')).body).toEqual({ modifiedCount: 0 });
    expect((await find(id)).hidden?.reason).toBe('The first reason');
    expect(await trailOf(id)).toHaveLength(1);
  });

  it.each([[{}], [{ reason: ' ' }], [{ reason: 'x'.repeat(501) }], [{ reason: 7 }]])(
    'needs a reason: %j',
    async (body) => {
      const { id } = await review(3, 'So so.');
      const { status, body: reply } = await change(id, 'hide', body);
      expect([status, reply.error.field]).toEqual([400, 'reason']);
      expect(await find(id)).toMatchObject({ hidden: null });
    },
  );
});

describe('an answer', () => {
  it('is shown under the review, replaced by a later one, and removed by an empty one', async () => {
    const { id } = await review(2, 'Arrived late.');
    const told = async () => (await publicReviews()).rows.find(({ _id }) => _id === id)?.answer;
    expect(await told()).toBeNull();
    expect((await answer(id, '  Sorry.\nWe use another carrier now. ')).body).toMatchObject({
      modifiedCount: 1,
    });
    expect(await told()).toEqual({ text: 'Sorry.\nWe use another carrier now.', at: expect.any(String) });
    expect((await answer(id, 'Sorry.\nWe use another carrier now.')).body).toMatchObject({
      modifiedCount: 0,
    });
    expect((await answer(id, 'Sorry!')).body).toMatchObject({ modifiedCount: 1 });
    expect(await told()).toMatchObject({ text: 'Sorry!' });
    expect((await answer(id, '')).body).toMatchObject({ modifiedCount: 1 });
    expect((await answer(id, ' ')).body).toMatchObject({ modifiedCount: 0 });
    expect(await told()).toBeNull();
    expect((await trailOf(id)).map(({ action }) => action)).toEqual([
      'review_answered',
      'review_answered',
      'review_answer_removed',
    ]);
  });

  it('replaces only the one that was seen, not a newer one', async () => {
    const { id } = await review(2, 'Arrived late.');
    const first = await change(id, 'answer', { text: 'Sorry.', seen: null });
    const { answer: sent } = (first as { body: { answer?: { text: string; at: string } } }).body;
    t.clock.advance(1000);
    const late = await change(id, 'answer', { text: 'Really?', seen: null });
    expect([late.status, late.body.error]).toMatchObject([409, { code: 'version_conflict', current: sent }]);
    expect(await find(id)).toMatchObject({ answer: sent });
    expect((await change(id, 'answer', { text: 'Very sorry.', seen: sent?.at })).status).toBe(200);
    expect(await find(id)).toMatchObject({ answer: { text: 'Very sorry.' } });
    expect((await change(id, 'answer', { text: '', seen: sent?.at })).status).toBe(409);
    expect((await change(id, 'answer', { text: 'X', seen: 'today' })).body.error.field).toBe('seen');
  });

  it.each([[{}], [{ text: 7 }], [{ text: 'x'.repeat(2001) }]])('refuses %j', async (body) => {
    const { id } = await review(3, 'So so.');
    const { status, body: reply } = await change(id, 'answer', body);
    expect([status, reply.error.field]).toEqual([400, 'text']);
    expect(await find(id)).toMatchObject({ answer: null });
  });
});

describe('GET /managereviews', () => {
  it('finds reviews by author, words, tool and id, by stars and by visibility', async () => {
    const word = `zz${randomUUID().slice(0, 8)}`;
    const tool = await t.makeTool({ name: `Spokeshave ${word}` });
    const of = async (rate: number, words: string, toolId?: string) => (await review(rate, words, toolId)).id;
    const five = await of(5, `Lovely ${word}.`);
    const one = await of(1, `Dreadful ${word}.`);
    const ofTool = await of(4, 'Sharp.', tool.id);
    await hide(one);
    await answer(five, 'Thank you.');
    const ids = async (query: string) => (await managed(query)).map(({ _id }) => _id);
    expect(await ids(`q=${word}`)).toEqual([ofTool, one, five]);
    expect(await ids(`q=bea%20${word}`)).toEqual([one, five]);
    expect(await ids(`q=spokesh%20${word}`)).toEqual([ofTool]);
    expect(await ids(`q=${five}`)).toEqual([five]);
    expect(await ids(`q=${word}&rate=1`)).toEqual([one]);
    expect(await ids(`q=${word}&state=hidden`)).toEqual([one]);
    expect(await ids(`q=${word}&state=visible`)).toEqual([ofTool, five]);
    expect(await ids(`q=${word}&state=unanswered`)).toEqual([ofTool]);
    expect(await ids(`q=${word}&state=hidden&rate=5`)).toEqual([]);
    expect(await ids('q=%21%21')).toEqual([]);
    expect((await managed('state=hidden')).every(({ hidden }) => hidden)).toBe(true);
    expect((await managed('rate=4')).every(({ rate }) => rate === 4)).toBe(true);
    const [row] = await managed(`q=${ofTool}`);
    expect(row).toMatchObject({ toolId: tool.id, toolName: tool.name, email: expect.stringContaining('@') });
  });

  it('pages newest first', async () => {
    const made: string[] = [];
    for (const rate of [3, 4, 5]) made.unshift((await review(rate, 'In turn.')).id);
    const read = (path: string) => t.call<ManagedReview[]>('GET', path, { token: admin.token });
    const first = await read('/managereviews?limit=2');
    expect(first.body.map(({ _id }) => _id)).toEqual(made.slice(0, 2));
    const second = await read(nextPage(first.headers) ?? '');
    expect(second.body[0]?._id).toBe(made[2]);
  });

  it.each(['rate=6', 'rate=x', 'state=gone', 'limit=0', 'cursor=7', `q=${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      const path = `/managereviews?${query}`;
      const { status, body } = await t.call<ErrorReply>('GET', path, { token: admin.token });
      expect([status, body.error.field]).toEqual([400, query.split('=')[0]]);
    },
  );
});

it.each([
  ['hide', { reason: 'Why' }],
  ['show', undefined],
  ['answer', { text: 'Yes.' }],
] as const)('refuses a missing review: %s', async (action, body) => {
  expect((await change(UNKNOWN, action, body)).status).toBe(404);
  expect((await change('7', action, body)).body.error).toMatchObject({ code: 'invalid_input', field: 'id' });
});

describe('a member of staff', () => {
  const mailsOf = async (id: string) =>
    (await jobsOf(t.shop.db, ['tell-staff'])).filter(
      ({ data }) => (data as { about: { reviewId?: string } }).about.reviewId === id,
    );

  it('is notified once of a new review below three stars, and of no other', async () => {
    const { id: toolId, name } = await t.makeTool();
    const low = await review(2, 'Rounds the nut.\nTwice.', toolId);
    const fair = await review(3, 'It works.');
    expect([await mailsOf(low.id), await mailsOf(fair.id)]).toMatchObject([
      [{ data: { notice: 'low_review' } }],
      [],
    ]);
    await t.runJobs();
    const told = await t.shop.db
      .selectFrom('mailbox.messages')
      .selectAll()
      .where('recipient', '=', admin.email)
      .execute();
    const mails = told.filter(({ subject }) => subject.startsWith('New review') && subject.includes(name));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe(`New review with 2 stars: ${name}`);
    expect(mails[0]?.text_body).toContain('Rounds the nut.\nTwice.');
    expect(mails[0]?.text_body).toContain(`${t.url}/dashboard/reviews?q=${low.id}`);
    expect(mails[0]?.text_body).not.toContain(low.author.email);
  });
});
