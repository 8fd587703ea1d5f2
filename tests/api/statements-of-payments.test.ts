/** @module-tag sweep */
import { expect, it } from 'vitest';
import type { AppContext } from '#features/app-context.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { startPayment } from '#features/payments/start-payment.ts';
import { findCurrentUser } from '#features/users/store.ts';
import { fillBasket } from '#tests/support/baskets.ts';
import { confirmCard, readPayments } from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });

/** The number of statements that `work` runs. */
async function countStatements(work: (context: AppContext) => Promise<unknown>): Promise<number> {
  let count = 0;
  const db = t.shop.db.withPlugin({
    transformQuery({ node }) {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work({ ...t.shop, db });
  return count;
}

/** The number of statements to start, release and settle a payment of `orderCount` orders, each for a
 * different tool. */
async function statementsOf(orderCount: number) {
  const buyer = await t.makeUser();
  const currentUser = await findCurrentUser(t.shop.db, buyer.userId);
  if (!currentUser) throw new Error('nobody there');
  const tools = await Promise.all(Array.from({ length: orderCount }, () => t.makeTool()));
  const orders = await fillBasket(t, buyer, tools);
  const orderIds = orders.map(({ _id }) => _id);
  const start = (context: AppContext) =>
    startPayment(context, { currentUser, orderIds, idempotencyKey: undefined });
  const started = await countStatements(start);
  const [payment] = await readPayments(t, orderIds[0] ?? '');
  const released = await countStatements((context) => releaseHold(context, payment?.id ?? ''));
  const intent = await start(t.shop);
  await confirmCard(t, intent);
  const settled = await countStatements((context) => settlePayment(context, intent.paymentIntentId));
  return { started, released, settled };
}

it('a payment of many orders runs no more statements than one of a single order', async () => {
  const [one, many] = [await statementsOf(1), await statementsOf(20)];
  expect(many).toEqual(one);
});
