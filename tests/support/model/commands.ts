import { withdrawPaidOtherwise } from '#features/payments/open-invoices/withdraw-invoice.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { retryRefund } from '#features/refunds/failed-refund.ts';
import { giveRefund, refundUnservedPayment } from '#features/refunds/give-refund.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { TestShop } from '../test-shop.ts';
import { orderCommands } from './order-commands.ts';
import { paymentCommands } from './payment-commands.ts';
import { decide, refundCommands } from './refund-commands.ts';
import { type Choice, pick, readUser, type World } from './world.ts';

/** Creates two tools, one of them at half price from ten units on, and a buyer with an order of each. */
export async function makeWorld(t: TestShop, staff: CurrentUser): Promise<World> {
  const [one, other, user] = await Promise.all([
    t.makeTool({ priceCents: 2000, onHand: 30 }),
    t.makeTool({ priceCents: 1900, onHand: 20 }),
    t.makeUser(),
  ]);
  const tools = [
    { id: one.id, received: 30, priceCents: 2000, minimum: 1, breaks: [] },
    { id: other.id, received: 20, priceCents: 1900, minimum: 1, breaks: [] },
  ];
  const world: World = {
    ...{ t, tools, staff, orders: [], payments: [], quotes: [], invoices: [], parcels: [], disputes: [] },
    buyer: await readUser(t, user),
    email: user.email,
  };
  await orderCommands.reprice(world, { a: 0, b: 2, c: 1, yes: true });
  await orderCommands.place(world, { a: 0, b: 2, c: 0, yes: true });
  await orderCommands.place(world, { a: 1, b: 1, c: 0, yes: true });
  return world;
}

/** Every call that changes units or money. Each records in the model what the shop reported as done. */
export const commands = {
  ...orderCommands,
  ...paymentCommands,
  ...refundCommands,
  async passTime({ t }: World, { a }: Choice) {
    t.clock.advance((pick([1, 16, 61], a) ?? 1) * 60_000);
  },
  async runJobs(world: World) {
    const { t } = world;
    await endInvoicesPaidByCard(world);
    for (const { id, hold_expires_at } of await paymentsOf(world, 'live'))
      if (hold_expires_at && hold_expires_at <= t.clock.now()) await releaseHold(t.shop, id);
    for (const { _id } of world.quotes) await expireQuote(t.shop, _id);
    await giveMoneyBack(world);
  },
};

function paymentsOf({ t, buyer }: World, state: 'live' | 'refund_due') {
  return t.shop.db
    .selectFrom('payments')
    .select(['id', 'hold_expires_at'])
    .where('user_id', '=', buyer.userId)
    .where('state', '=', state)
    .execute();
}

/** Withdraws open invoices whose order was paid by a card that was charged after all. */
async function endInvoicesPaidByCard({ t, buyer }: World): Promise<void> {
  const rows = await t.shop.db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .select('payments.id')
    .distinct()
    .where('payments.user_id', '=', buyer.userId)
    .where('payments.state', '=', 'live')
    .where('due_on', 'is not', null)
    .where('orders.paid_at', 'is not', null)
    .execute();
  for (const { id } of rows) await withdrawPaidOtherwise(t.shop, id);
}

async function giveMoneyBack(world: World): Promise<void> {
  const { t, orders } = world;
  for (const { id } of await paymentsOf(world, 'refund_due')) await refundUnservedPayment(t.shop, id);
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return;
  const due = t.shop.db.selectFrom('refunds').select('id').where('order_id', 'in', ids);
  for (const { id } of await due.where('state', '=', 'due').execute()) await giveRefund(t.shop, id);
}

/** Retries refunds that the provider refused during a dispute. */
async function retryRefunds({ t, orders }: World): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const failed = t.shop.db.selectFrom('refunds').select('id').where('order_id', 'in', ids);
  for (const { id } of await failed.where('failure', '=', 'refused').execute())
    await retryRefund(t.shop, { refundId: id });
}

/** Settles everything: live payments are counted or released, open disputes are won, and all money due is
 * refunded. */
export async function settleAll(world: World): Promise<void> {
  const { t, payments, disputes } = world;
  while (disputes.length > 0) await decide(world, 0, 'won');
  await retryRefunds(world);
  for (const { id, clientSecret } of payments) if (clientSecret) await settlePayment(t.shop, id);
  await endInvoicesPaidByCard(world);
  for (const { id, hold_expires_at } of await paymentsOf(world, 'live'))
    if (hold_expires_at) await releaseHold(t.shop, id);
  await giveMoneyBack(world);
}
