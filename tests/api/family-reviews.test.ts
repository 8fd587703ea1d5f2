import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import type { FamilyDetails } from '#features/families/contract.ts';
import type { Review } from '#features/reviews/contract.ts';
import { buy, expectStatus } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { makeFamily } from '#tests/support/sizes.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner' }));
const bob = setUp(() => t.makeUser({ name: 'Bob Mason' }));

const size = (length: string, name = 'Wood screw') => ({
  name,
  specifications: [{ name: 'Length', value: length, unit: 'mm' }],
});

async function review(buyer: TestUser, toolId: string, rate: number, reviews = 'Holds.') {
  await buy(t, buyer, toolId);
  const body = { rate, reviews, toolId };
  return expectStatus(
    await t.call<{ insertedId: string }>('POST', '/review', { token: buyer.token, body }),
    200,
  ).insertedId;
}

const list = (query: string) => t.call<Review[] & ErrorReply>('GET', `/review?${query}`);
const family = async (id: string) => expectStatus(await t.call<FamilyDetails>('GET', `/families/${id}`), 200);
const told = (reviews: Review[]) => reviews.map(({ rate, toolName }) => [rate, toolName]);

describe('the reviews of a family', () => {
  it('are those of its members, newest first, each with its size, and counted together', async () => {
    const { id, toolIds } = await makeFamily(t, admin, 'Screws', [size('30'), size('40'), size('50')]);
    const [thirty = '', forty = ''] = toolIds;
    const other = await t.makeTool();
    await review(ada, thirty, 5);
    await review(bob, forty, 4);
    await review(ada, forty, 2);
    await review(bob, other.id, 1);
    const { status, body, headers } = await list(`family=${id}`);
    expect([status, headers.get('x-total-count')]).toEqual([200, '3']);
    expect(told(body)).toEqual([
      [2, 'Wood screw, Length 40 mm'],
      [4, 'Wood screw, Length 40 mm'],
      [5, 'Wood screw, Length 30 mm'],
    ]);
    expect(body.map(({ toolId }) => toolId)).toEqual([forty, forty, thirty]);
    expect(await family(id)).toMatchObject({ rating: 3.7, rating_count: 3 });
    const tool = await t.call<Tool>('GET', `/tool/${forty}`);
    expect(tool.body).toMatchObject({ rating: 3, rating_count: 2 });
    expect(told((await list(`tool=${thirty}`)).body)).toEqual([[5, 'Wood screw, Length 30 mm']]);
  });

  it('are read page by page', async () => {
    const { id, toolIds } = await makeFamily(t, admin, 'Bolts', [size('8', 'Bolt'), size('10', 'Bolt')]);
    for (const buyer of [ada, bob]) for (const toolId of toolIds) await review(buyer, toolId, 3);
    const pages: string[][] = [];
    for (let query: string | undefined = `family=${id}&limit=3`; query; ) {
      const { body, headers }: Awaited<ReturnType<typeof list>> = await list(query);
      pages.push(body.map(({ _id }) => _id));
      query = /<[^>]*\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(pages.map((page) => page.length)).toEqual([3, 1]);
    expect(pages.flat()).toEqual((await list(`family=${id}`)).body.map(({ _id }) => _id));
  });

  it('leave out hidden ones, and those of tools that are no members or not for sale', async () => {
    const sizes = [size('1', 'Nail'), size('2', 'Nail'), size('3', 'Nail'), size('4', 'Nail')];
    const { id, toolIds } = await makeFamily(t, admin, 'Nails', sizes);
    const [kept = '', taken = '', draft = '', hidden = ''] = toolIds;
    for (const [nth, toolId] of [kept, taken, draft].entries()) await review(ada, toolId, nth + 3);
    const bad = await review(bob, hidden, 1, 'A name');
    const body = { reason: 'Names a person' };
    expectStatus(await t.call('POST', `/review/${bad}/hide`, { token: admin.token, body }), 200);
    await t.asOwner(`update tools set img = null where id = '${draft}'`);
    const { version } = await family(id);
    const left = { version, toolIds: toolIds.filter((toolId) => toolId !== taken) };
    expectStatus(await t.call('PATCH', `/families/${id}`, { token: admin.token, body: left }), 200);
    expect((await list(`family=${id}`)).body.map(({ toolId }) => toolId)).toEqual([kept]);
    expect(await family(id)).toMatchObject({ rating: 3, rating_count: 1 });
    const all = (await list('limit=50')).body;
    expect(all.filter(({ toolId }) => toolId === draft)).toEqual([]);
    expect(all.find(({ toolId }) => toolId === taken)?.toolName).toBe('Nail');
  });

  it('are none of an unknown family, and an invalid id is refused', async () => {
    const none = await list('family=01a1fcdf-6a65-75be-b5d6-8df66059fcf4');
    expect([none.status, none.body]).toEqual([200, []]);
    expect(await list('family=7')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'family' } },
    });
  });
});
