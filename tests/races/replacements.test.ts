import { expect, test } from 'vitest';
import { linkErrorTexts as texts } from '#features/related-tools/texts.ts';
import { shuffled } from '#tests/support/at-once.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';

const ROUNDS = roundsOf(10);

const t = setUpShop({ DATABASE_POOL_SIZE: '30', SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const link = (id: string, body: object) =>
  t.call<{ error?: { message: string } }>('PUT', `/tool/${id}/links`, { token: admin.token, body });

const makeTools = (count: number) => Promise.all(Array.from({ length: count }, () => t.makeTool()));

test('of the parts of a circle of replacements that are made at once, one is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const tools = await makeTools(2 + (round % 3));
    const parts = tools.map(({ id }, nth) => () => {
      const next = tools[(nth + 1) % tools.length]?.id ?? '';
      // From one end of the link, or from the other.
      return (nth + round) % 2 === 0 ? link(id, { replacedBy: next }) : link(next, { replaces: [id] });
    });
    const replies = await Promise.all(shuffled(parts).map((make) => make()));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject([{ status: 409, body: { error: { message: texts.cycle } } }]);
  }
});

test('of two successors that a tool gets at once, it keeps one', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [old, one, other] = (await makeTools(3)).map(({ id }) => id) as [string, string, string];
    const replies = await Promise.all(shuffled([one, other]).map((id) => link(id, { replaces: [old] })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { replacedBy } = (
      await t.call<{ replacedBy: { _id: string } }>('GET', `/managetool/${old}/links`, { token: admin.token })
    ).body;
    expect([one, other]).toContain(replacedBy._id);
  }
});
