import { beforeAll, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { placeOrder } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const days = ['2026-03-01', '2026-03-02', '2026-03-03'];

beforeAll(async () => {
  const [ada, bob] = [
    await t.makeUser({ email: 'ada@mill.example' }),
    await t.makeUser({ email: 'bob@mill.example' }),
  ];
  const { id } = await t.makeTool({ priceCents: 1234 });
  // 12.34, 24.68 and 37.02, one per day; the second is Bob's.
  for (const [nth, buyer] of [ada, bob, ada].entries()) {
    const { _id } = await placeOrder(t, buyer, id, nth + 1);
    await t.asOwner(`update orders set placed_at = '${days[nth]}T12:00Z' where id = '${_id}'`);
  }
});

async function quantities(query: string): Promise<number[]> {
  const { body } = await t.call<DeskOrder[]>('GET', `/manageorders?${query}`, { token: admin.token });
  return body.map(({ minQuantity }) => minQuantity);
}

it.each([
  ['', [3, 2, 1]],
  ['placedFrom=2026-03-02T12:00:00Z', [3, 2]],
  ['placedBefore=2026-03-02T12:00:00Z', [1]],
  ['placedFrom=2026-03-02T00:00:00Z&placedBefore=2026-03-03T00:00:00Z', [2]],
  ['placedFrom=2026-03-03T01:00:00%2B14:00', [3, 2]],
  ['minTotal=24.68', [3, 2]],
  ['maxTotal=24.68', [2, 1]],
  ['minTotal=24.67&maxTotal=24.69&sort=price', [2]],
  ['minTotal=1e300', []],
  ['customer=BOB@mill.example', [2]],
  ['customer=ada@mill.example&minTotal=20', [3]],
  ['customer=nobody@mill.example', []],
  ['customer=ada@mill.example&status=paid', []],
  ['placedBefore=0000-01-01T00:00:00Z', []],
  ['placedFrom=0000-01-01T00:00:00Z&placedBefore=9999-12-31T23:59:59-23:59', [3, 2, 1]],
  ['placedFrom=2026-03-03T01:00:00%2B23:59', [3, 2]],
])('finds orders by %s', async (query, found) => expect(await quantities(query)).toEqual(found));

it.each(['placedFrom=yesterday', 'placedBefore=2026-03-01', 'minTotal=-1', 'maxTotal=x', 'customer=ada'])(
  'refuses %s',
  async (query) => {
    const path = `/manageorders?${query}`;
    const { status, body } = await t.call<ErrorReply>('GET', path, { token: admin.token });
    expect([status, body.error.field]).toEqual([400, query.split('=')[0]]);
  },
);
