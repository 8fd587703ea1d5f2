/** @module-tag sweep */
import { expect, test } from 'vitest';
import { tally, times } from '#tests/support/at-once.ts';
import {
  beginPayment,
  confirmCard,
  placeOrder,
  queuedMails,
  readOrder,
  readPayments,
  readStock,
} from '#tests/support/buying.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const t = setUpRaceShop();

/** An order whose card was charged, not yet reported. */
type Charged = { buyer: TestUser; orderId: string; intentId: string; quantity: number };

async function charge(toolId: string, quantity = 1): Promise<Charged> {
  const buyer = await t.makeUser();
  const order = await placeOrder(t, buyer, toolId, quantity);
  const intent = await beginPayment(t, buyer, order);
  await confirmCard(t, intent);
  return { buyer, orderId: order._id, intentId: intent.paymentIntentId, quantity };
}

const deliverAll = (charged: Charged[]) =>
  Promise.all(charged.map(({ intentId }, n) => t.deliver(intentId, `evt_${n}`)));

/** The audit entries about an order's payment. */
const entriesOf = ({ orderId }: Charged) =>
  t.asOwner(
    `select actor, details from audit_events where order_id = '${orderId}' and action = 'order_paid'`,
  );

async function expectPaidOnce(charged: Charged): Promise<void> {
  const { buyer, orderId, intentId, quantity } = charged;
  expect(await readOrder(t, buyer, orderId)).toMatchObject({ paid: true, transactionId: intentId });
  const [payment] = await readPayments(t, orderId);
  expect(payment).toMatchObject({ state: 'succeeded', held_quantity: 0 });
  const details = { paymentId: payment?.id, amountCents: quantity * 1250, unitsSold: quantity };
  expect(await entriesOf(charged)).toEqual([{ actor: 'card_provider', details }]);
  expect(await queuedMails(t, orderId)).toEqual(['payment-received']);
}

test('payments of many orders reported at once, each twice, are each counted once', async () => {
  const tools = await times(3, () => t.makeCountedTool(100));
  const charged = await times(15, (n) => charge(tools[n % 3] ?? '', n + 1));
  const replies = await deliverAll([...charged, ...charged.toReversed()]);
  expect(tally(replies)).toEqual({ 200: 30 });
  for (const each of charged) await expectPaidOnce(each);
  const stock = await Promise.all(tools.map((id) => readStock(t, id)));
  expect(stock).toEqual([35, 40, 45].map((sold) => ({ onHand: 100 - sold, held: 0, sold })));
});

test('one that cannot be served is marked for a refund, and does not delay the others', async () => {
  const toolId = await t.makeCountedTool(20);
  const [wrong, ...right] = await times(6, () => charge(toolId));
  if (!wrong) throw new Error('no orders');
  await t.asOwner(`update sandbox_cards.intents set amount = 1 where id = '${wrong.intentId}'`);
  expect(tally(await deliverAll([wrong, ...right]))).toEqual({ 200: 6 });
  for (const each of right) await expectPaidOnce(each);
  expect(await readOrder(t, wrong.buyer, wrong.orderId)).toMatchObject({ paid: false });
  expect(await readPayments(t, wrong.orderId)).toMatchObject([{ state: 'refund_due', held_quantity: 0 }]);
  expect(await entriesOf(wrong)).toEqual([]);
});

test('one that the database’s constraints forbid fails alone, and is counted once they are met', async () => {
  const toolId = await t.makeCountedTool(20);
  const { id: brokenId } = await t.makeTool({ onHand: 5 });
  const broken = await charge(brokenId);
  const right = await times(5, () => charge(toolId));
  await t.asOwner(`update tools set held = 0 where id = '${brokenId}'`);
  expect(tally(await deliverAll([...right, broken]))).toEqual({ 200: 5, 500: 1 });
  for (const each of right) await expectPaidOnce(each);
  expect(await readPayments(t, broken.orderId)).toMatchObject([{ state: 'live', held_quantity: 1 }]);
  await t.asOwner(`update tools set held = 1 where id = '${brokenId}'`);
  expect(tally(await deliverAll([broken]))).toEqual({ 200: 1 });
  await expectPaidOnce(broken);
});
