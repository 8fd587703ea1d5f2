/** @module-tag sweep */
import { expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { shuffledPair, times } from '#tests/support/at-once.ts';
import { buy } from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(3);
const AT_ONCE = 6;

const t = setUpRaceShop();

async function makeBuyers(count: number, toolId: string): Promise<TestUser[]> {
  return times(count, async () => {
    const buyer = await t.makeUser();
    await buy(t, buyer, toolId);
    return buyer;
  });
}

async function review(author: TestUser, toolId: string, rate: number): Promise<string> {
  const body = { rate, reviews: 'Bought it, used it.', toolId };
  const reply = await t.call<{ insertedId: string }>('POST', '/review', { token: author.token, body });
  expect(reply.status).toBe(200);
  return reply.body.insertedId;
}

/** The rating counts in the tool's row, and those of its visible reviews. */
async function ratings(toolId: string) {
  const [row] = await t.asOwner(`select rating_sum::int as sum, rating_count::int as count,
    (select coalesce(sum(rate), 0)::int from reviews where tool_id = tools.id and hidden_at is null) as visible_sum,
    (select count(*)::int from reviews where tool_id = tools.id and hidden_at is null) as visible_count
    from tools where id = '${toolId}'`);
  return row;
}

test('reviews hidden, shown and written at once: the rating is that of the visible ones, each once', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const change = (id: string, action: string, body?: object) =>
    t.call<{ modifiedCount: number }>('POST', `/review/${id}/${action}`, { token: admin.token, body });
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(100);
    const [author, ...newcomers] = await makeBuyers(1 + AT_ONCE, toolId);
    const id = await review(author as TestUser, toolId, 1);
    const [hidden] = await Promise.all(
      shuffledPair(
        round,
        () => times(AT_ONCE, () => change(id, 'hide', { reason: 'Names a person' })),
        () => Promise.all(newcomers.map((newcomer) => review(newcomer, toolId, 4))),
      ),
    );
    expect(hidden.map(({ status, body }) => [status, body.modifiedCount]).toSorted()).toEqual([
      ...Array.from({ length: AT_ONCE - 1 }, () => [200, 0]),
      [200, 1],
    ]);
    const counted = { sum: 4 * AT_ONCE, count: AT_ONCE };
    expect(await ratings(toolId)).toEqual({
      ...counted,
      visible_sum: counted.sum,
      visible_count: counted.count,
    });
    const mixed = await times(AT_ONCE * 2, (nth) =>
      nth % 2 === 0 ? change(id, 'show') : change(id, 'hide', { reason: 'Again' }),
    );
    expect(mixed.every(({ status }) => status === 200)).toBe(true);
    const after = await ratings(toolId);
    expect([after?.sum, after?.count]).toEqual([after?.visible_sum, after?.visible_count]);
  }
});

test('concurrent answers: of those who saw none one is saved, the others are shown it', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const toolId = await t.makeCountedTool(100);
  const [author] = await makeBuyers(1, toolId);
  const id = await review(author as TestUser, toolId, 3);
  const replies = await times(AT_ONCE, (nth) =>
    t.call<{ modifiedCount: number } & ErrorReply>('POST', `/review/${id}/answer`, {
      token: admin.token,
      body: { text: `Answer ${nth}`, seen: null },
    }),
  );
  const taken = replies.findIndex(({ status }) => status === 200);
  expect(replies[taken]?.body.modifiedCount).toBe(1);
  const [{ answer } = {}] = await t.asOwner(`select answer from reviews where id = '${id}'`);
  expect(answer).toBe(`Answer ${taken}`);
  const late = replies.toSpliced(taken, 1);
  expect(late.map(({ status, body }) => [status, body.error.code, body.error.current])).toEqual(
    late.map(() => [409, 'version_conflict', { text: answer, at: expect.any(String) }]),
  );
});
