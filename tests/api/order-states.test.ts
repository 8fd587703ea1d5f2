import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { orderStates } from '#features/orders/contract.ts';
import { moveOrders } from '#features/orders/store.ts';
import { buy, placeOrder, readOrder } from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const at = '2026-11-28T12:00:00Z';

const write = (orderId: string, set: string) => t.asOwner(`update orders set ${set} where id = '${orderId}'`);

async function twoOrders() {
  const ada = await t.makeUser();
  const { id } = await t.makeTool();
  const [unpaid, paid] = [await placeOrder(t, ada, id), await buy(t, ada, id)];
  return { ada, unpaid: unpaid._id, paid: paid._id };
}

it('is held against the times that it stands for', async () => {
  const { unpaid, paid } = await twoOrders();
  for (const [orderId, was] of [
    [unpaid, 'unpaid'],
    [paid, 'paid'],
  ] as const)
    for (const state of orderStates.filter((each) => each !== was))
      await expect(write(orderId, `state = '${state}'`)).rejects.toThrow('orders_state_of_times');
  await expect(write(paid, `state = 'lost'`)).rejects.toThrow('orders_state_known');
});

it('follows the times that the version before writes alone', async () => {
  const { ada, unpaid, paid } = await twoOrders();
  await write(unpaid, `paid_at = '${at}', transaction_id = 'pi_${randomUUID().replaceAll('-', '')}'`);
  await write(paid, `cancelled_at = '${at}'`);
  expect(await readOrder(t, ada, unpaid)).toMatchObject({ state: 'paid' });
  expect(await readOrder(t, ada, paid)).toMatchObject({ state: 'cancelled' });
});

it('is refused where no move leads to it', async () => {
  const { unpaid, paid } = await twoOrders();
  const move = (id: string, state: 'unpaid' | 'paid', kind: 'shipped' | 'deleted') =>
    t.shop.db.transaction().execute((tx) => moveOrders(tx, [{ id, state }], { kind, at: new Date(at) }));
  await expect(move(unpaid, 'unpaid', 'shipped')).rejects.toThrow('This order is unpaid');
  await expect(move(paid, 'paid', 'deleted')).rejects.toThrow('This order is paid');
});
