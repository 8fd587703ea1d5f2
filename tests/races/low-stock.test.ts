/** @module-tag sweep */
import { expect, test } from 'vitest';
import { buy, readStock } from '#tests/support/buying.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const t = setUpRaceShop();

test('twenty concurrent sales that leave little of a tool send one low-stock notice', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await t.makeTool({ onHand: 20 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => t.makeUser()));
    await Promise.all(buyers.map((buyer) => buy(t, buyer, id)));
    expect(await readStock(t, id)).toEqual({ onHand: 0, held: 0, sold: 20 });
    const told = (await jobsOf(t.shop.db, ['tell-staff'])).filter(
      ({ data }) => (data as { about: { toolId?: string } }).about.toolId === id,
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.data).toMatchObject({ notice: 'low_stock' });
  }
});
