import { expect, test, vi } from 'vitest';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { beginPayment, placeOrder, readPayments } from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

test('reconciliation goes on beside a charge that fails, and tries it again', async () => {
  const ada = await t.makeUser();
  const intents: string[] = [];
  const orders: string[] = [];
  for (let nth = 0; nth < 2; nth++) {
    const order = await placeOrder(t, ada, (await t.makeTool({ onHand: 1 })).id);
    orders.push(order._id);
    intents.push((await beginPayment(t, ada, order)).paymentIntentId);
  }
  await t.shop.db.updateTable('sandbox_cards.intents').set({ status: 'succeeded' }).execute();
  const { retrieveIntent } = t.shop.cardPayments;
  const failing = vi.spyOn(t.shop.cardPayments, 'retrieveIntent').mockImplementation(async (id) => {
    if (id === intents[0]) throw new Error('an answer that nobody understands');
    return retrieveIntent(id);
  });
  await reconcilePayments(t.shop);
  const states = async () =>
    (await Promise.all(orders.map((id) => readPayments(t, id)))).map(([payment]) => payment?.state);
  expect(await states()).toEqual(['live', 'succeeded']);
  // Once among the live payments, and once among the provider's charges.
  expect(t.shop.failedItems.get('reconcile-payments')).toBe(2);

  failing.mockRestore();
  await reconcilePayments(t.shop);
  expect(await states()).toEqual(['succeeded', 'succeeded']);
});

const comparedUntil = async () =>
  (await t.shop.db.selectFrom('compared_charges').select('until').executeTakeFirst())?.until;

test('reconciliation goes on beside a part that fails, and looks as far back until it can be read', async () => {
  const before = await comparedUntil();
  const failing = vi.spyOn(t.shop.cardPayments, 'listRefunds').mockImplementation(() => {
    throw new Error('the provider refuses the list');
  });
  const asked = vi.spyOn(t.shop.cardPayments, 'listDisputes');
  await reconcilePayments(t.shop);
  expect(asked).toHaveBeenCalled();
  expect(await comparedUntil()).toEqual(before);
  failing.mockRestore();
  await reconcilePayments(t.shop);
  expect(await comparedUntil()).not.toEqual(before);
});
