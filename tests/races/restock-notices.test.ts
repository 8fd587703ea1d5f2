/** @module-tag sweep */
import { expect, test } from 'vitest';
import { tellRestocked } from '#features/stock/restock-notices.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const t = setUpRaceShop();

test('a tool restocked twenty times at once, while buyers request notices, emails each of them once', async () => {
  const { token } = await t.makeUser({ role: 'admin' });
  const restock = (toolId: string) =>
    t.call('POST', `/tool/${toolId}/stock`, { token, body: { kind: 'received', quantity: 5 } });
  for (let round = 0; round < 3; round++) {
    const { id } = await t.makeTool({ onHand: 0, minOrderQuantity: 5 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => t.makeUser()));
    const asking = (buyer: { token: string }) =>
      t.call('PUT', `/tool/${id}/restock-notice`, { token: buyer.token });
    const early = await Promise.all(buyers.slice(0, 10).map(asking));
    expect(early.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const late = buyers.slice(10).map(asking);
    await Promise.all(Array.from({ length: 20 }, () => restock(id)));
    const taken = (await Promise.all(late)).filter(({ status }) => status === 200).length;
    // Several processes may handle the same requests concurrently.
    await Promise.all([1, 2, 3].map(() => tellRestocked(t.shop)));
    const told = (await jobsOf(t.shop.db, ['send-mail'])).filter(
      ({ data }) => (data as { toolId?: string }).toolId === id,
    );
    expect(told).toHaveLength(10 + taken);
    expect(new Set(told.map(({ data }) => (data as { userId: string }).userId)).size).toBe(10 + taken);
    expect(await t.shop.db.selectFrom('restock_notices').select('id').execute()).toEqual([]);
  }
});
