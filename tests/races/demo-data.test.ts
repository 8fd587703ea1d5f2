/** @module-tag sweep */
import { expect, test } from 'vitest';
import type { SetupGuide } from '#features/setup-guide/contract.ts';
import { runAsActor } from '#platform/actor.ts';
import { times } from '#tests/support/at-once.ts';
import { confirmCard, readStock, reportPaid, startPayment } from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(2);
const TOOLS = 12;

const t = setUpRaceShop();

test('clearing the demo while its tools are ordered and paid for: every sale is served, every hold released', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    // As the loader makes them: units that came by hand make a tool the owner's.
    const ids = await runAsActor({ actor: 'start' }, () => times(TOOLS, () => t.makeCountedTool(4)));
    await t.shop.db
      .insertInto('demo_rows')
      .values(ids.map((id) => ({ kind: 'tool', id })))
      .execute();
    const buyers = await times(TOOLS, () => t.makeUser());
    const clear = () => t.call<{ tools: number }>('DELETE', '/demo-data', { token: admin.token });
    const buying = buyers.map(async (buyer, nth) => {
      const placed = await t.call<{ _id: string }>('POST', '/orders', {
        token: buyer.token,
        body: { toolId: ids[nth], minQuantity: 2, phone: '+1 555 0100', address: '1 Workshop Lane' },
      });
      expect([201, 400, 404]).toContain(placed.status);
      if (placed.status !== 201) return undefined;
      const order = (await t.call<never>('GET', `/orders/${placed.body._id}`, { token: buyer.token })).body;
      const started = await startPayment(t, buyer, order);
      expect([200, 409]).toContain(started.status);
      if (started.status !== 200) return undefined;
      const card = await confirmCard(t, started.body);
      return card.status === 200
        ? { buyer, id: placed.body._id, intent: started.body.paymentIntentId }
        : undefined;
    });
    const [first, second] = await Promise.all([clear(), clear(), ...buying]);
    // One of the two may be told that the other is at it.
    const cleared = [first, second].flatMap((reply) => (reply?.status === 200 ? [reply.body.tools] : []));
    expect(cleared.reduce((sum, tools) => sum + tools, 0)).toBe(TOOLS);
    await t.runJobs();
    const sold = (await Promise.all(buying)).filter((each) => each !== undefined);
    for (const { buyer, id, intent } of sold) {
      const { status } = await reportPaid(t, buyer, id, intent);
      expect([200, 409]).toContain(status);
    }
    for (const id of ids) expect(await readStock(t, id)).toMatchObject({ held: 0 });
    const { body } = await t.call<SetupGuide>('GET', '/setup-guide', { token: admin.token });
    expect(body.hasDemo).toBe(false);
    const gone = await t.call('POST', '/orders', {
      token: admin.token,
      body: { toolId: ids[0], minQuantity: 1, phone: '+1 555 0100', address: '1 Workshop Lane' },
    });
    expect(gone.status).toBe(404);
  }
});
