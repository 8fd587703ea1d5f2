/** @module-tag sweep */
import { beforeAll, expect, test } from 'vitest';
import { tally } from '#tests/support/at-once.ts';
import { placeOrder } from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const READERS = 40;
const POOL_SIZE = 12;

const t = setUpShop({ DATABASE_POOL_SIZE: String(POOL_SIZE), SHOP_RATE_LIMIT: 'off' });
let buyers: TestUser[];
beforeAll(async () => {
  const { id } = await t.makeTool({ onHand: 1_000 });
  buyers = [];
  for (let n = 0; n < READERS; n += 1) buyers.push(await t.makeUser());
  for (const buyer of buyers) await placeOrder(t, buyer, id);
});

const readOwn = ({ email, token }: TestUser) => t.call<unknown[]>('GET', `/orders?email=${email}`, { token });

test('forty buyers who open My Orders at once all get their own', async () => {
  for (let round = 0; round < 3; round += 1) {
    const replies = await Promise.all(buyers.map(readOwn));
    expect(tally(replies)).toEqual({ 200: READERS });
    expect(replies.every(({ body }) => body.length === 1)).toBe(true);
  }
});

test('of many more, each refused one gets a Retry-After, and all get theirs in the end', async () => {
  let waiting = [...buyers, ...buyers, ...buyers];
  while (waiting.length > 0) {
    const replies = await Promise.all(waiting.map(readOwn));
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of refused) {
      expect([status, body]).toMatchObject([503, { error: { code: 'unavailable' } }]);
      expect(headers.get('retry-after')).toBe('2');
    }
    expect(refused.length).toBeLessThan(waiting.length);
    waiting = waiting.filter((_, nth) => replies[nth]?.status !== 200);
  }
});
