/** @module-tag sweep */
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { shuffledPair } from '#tests/support/at-once.ts';
import {
  beginPayment,
  expectStatus,
  placeOrder,
  readOrder,
  readPayments,
  startPayment,
} from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(12);

const t = setUpRaceShop();

async function setPrice(admin: TestUser, toolId: string, price: number) {
  const { body: tool } = await t.call<{ version: number }>('GET', `/tool/${toolId}`);
  const body = { version: tool.version, price };
  return t.call('PATCH', `/tool/${toolId}`, { token: admin.token, body });
}

const accept = ({ token }: TestUser, { _id }: Order, price: number) =>
  t.call<Order>('POST', `/orders/${_id}/accept-price`, { token, body: { price } });

/** The edits and payments of a tool, in the order in which they locked its row. */
async function happenings(toolId: string) {
  const events = t.shop.db.selectFrom('audit_events').select('action').where('tool_id', '=', toolId);
  const rows = await events.where('action', 'in', ['tool_edited', 'payment_started']).orderBy('id').execute();
  return rows.map(({ action }) => action);
}

test('changing a price while a payment starts: no payment starts after the price has changed', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(3);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const [started, changed] = await Promise.all(
      shuffledPair(
        round,
        () => startPayment(t, buyer, order),
        () => setPrice(admin, toolId, order.unitPrice + 1),
      ),
    );
    expect(changed.status).toBe(200);
    if (started.status === 200) {
      expect(await happenings(toolId)).toEqual(['payment_started', 'tool_edited']);
    } else {
      expect(started).toMatchObject({ status: 409, body: { error: { code: 'price_not_accepted' } } });
      expect(await readPayments(t, order._id)).toEqual([]);
    }
  }
});

test('accepting a price while it changes again: the payment has a price that the buyer accepted', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(3);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const [first, second] = [order.unitPrice + 1, order.unitPrice + 2];
    expectStatus(await setPrice(admin, toolId, first), 200);
    const [accepted, changed] = await Promise.all(
      shuffledPair(
        round,
        () => accept(buyer, order, first),
        () => setPrice(admin, toolId, second),
      ),
    );
    expect(changed.status).toBe(200);
    expect([200, 409]).toContain(accepted.status);
    const now = await readOrder(t, buyer, order._id);
    expect(now).toMatchObject({
      unitPrice: accepted.status === 200 ? first : order.unitPrice,
      newUnitPrice: second,
    });
    expect((await startPayment(t, buyer, now)).body).toMatchObject({ error: { code: 'price_not_accepted' } });
    const yes = expectStatus(await accept(buyer, order, second), 200);
    await beginPayment(t, buyer, yes);
    expect(await readPayments(t, order._id)).toMatchObject([{ amount_cents: second * 100 }]);
  }
});
