import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { beginBasket, fillBasket } from '#tests/support/baskets.ts';
import { beginPayment, confirmCard, placeOrder, readPayments, reportPaid } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser());

/** Inserts a payment of an order past the shop, as a fault in it might. */
async function forge({ _id }: Order, state: 'live' | 'succeeded'): Promise<void> {
  const id = uuid();
  await t.asOwner(`
    with forged as (
      insert into payments (id, user_id, amount_cents, goods_net_cents, currency, hold_expires_at, state)
      values ('${id}', '${ada.userId}', 1250, 1250, 'usd', now(), '${state}') returning id)
    insert into payment_orders (payment_id, order_id, position, goods_cents, net_cents, held_quantity, state,
      ordered_tool_id, ordered_quantity, ordered_unit_price_cents, ordered_address)
    select forged.id, orders.id, 0, 1250, 1250, case when '${state}' = 'live' then quantity else 0 end, '${state}',
      tool_id, quantity, unit_price_cents, address from forged, orders where orders.id = '${_id}'`);
}

test('allows one payment in progress and one counted per order, whatever else they pay for', async () => {
  const tool = await t.makeTool();
  const orders = await fillBasket(t, ada, [tool, tool]);
  const [first, second] = orders;
  if (!first || !second) throw new Error('no orders');
  const intent = await beginBasket(t, ada, orders);
  await expect(forge(second, 'live')).rejects.toThrow('payment_orders_one_live');
  await confirmCard(t, intent);
  await reportPaid(t, ada, first._id, intent.paymentIntentId);
  await expect(forge(second, 'succeeded')).rejects.toThrow('payment_orders_one_success');
});

test('keeps a line in its payment’s state, holding units only while that is live', async () => {
  const order = await placeOrder(t, ada, (await t.makeTool()).id);
  await beginPayment(t, ada, order);
  const [payment] = await readPayments(t, order._id);
  const lines = `payment_orders where payment_id = '${payment?.id}'`;
  await expect(
    t.asOwner(`update payment_orders set state = 'succeeded' where payment_id = '${payment?.id}'`),
  ).rejects.toThrow('payment_orders');
  await expect(
    t.asOwner(`update payments set state = 'cancelled' where id = '${payment?.id}'`),
  ).rejects.toThrow('payment_orders_hold_only_live');
  expect(await t.asOwner(`select state, held_quantity from ${lines}`)).toEqual([
    { state: 'live', held_quantity: 1 },
  ]);
});
