import { expect, test } from 'vitest';
import { releaseHold } from '#features/payments/release-hold.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { readTableFigures } from '#server/shop/shop-figures.ts';
import { expectStatus, readPayments } from '#tests/support/buying.ts';
import { setUp } from '#tests/support/set-up-shop.ts';
import { createRefund, decideRefund, goneCents, refundsOf } from '#tests/support/stripe/stripe-books.ts';
import { beginLines, setUpStripeShop } from '#tests/support/stripe/stripe-shop.ts';
import { tellShop } from '#tests/support/stripe/tell-shop.ts';

const shop = setUpStripeShop();
const { t, stripe } = shop;
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'admin' }));

/** A payment of two orders, one of which was deleted before the money came: it is to be refunded, 37.50. */
async function payUnserved() {
  const { intentId, orders } = await beginLines(shop, ada, [
    { priceCents: 1250, quantity: 1 },
    { priceCents: 2500, quantity: 1 },
  ]);
  const [kept, deleted] = orders.map(({ _id }) => _id);
  if (!kept || !deleted) throw new Error('orders are missing');
  const [payment] = await readPayments(t, kept);
  await releaseHold(t.shop, payment?.id ?? '');
  expectStatus(await t.call('DELETE', `/orders/${deleted}`, { token: ada.token }), 200);
  stripe.change(intentId);
  expect(
    (await tellShop(t, 'payment_intent.succeeded', { object: 'payment_intent', id: intentId })).status,
  ).toBe(200);
  const one = () => {
    const [refund, ...others] = refundsOf(stripe.books, intentId);
    if (!refund || others.length > 0) throw new Error('another number of refunds than one was asked for');
    return refund;
  };
  return { intentId, orderId: kept, one };
}

type Unserved = Awaited<ReturnType<typeof payUnserved>>;

const stateOf = async ({ orderId }: Unserved) => (await readPayments(t, orderId))[0]?.state;

/** The emails with this in their text, as recipient and subject. */
async function mailsAbout(words: string) {
  const mails = await t.shop.db.selectFrom('mailbox.messages').selectAll().orderBy('id').execute();
  return mails.filter(({ text_body }) => text_body.includes(words));
}

const failedMails = async ({ intentId }: Unserved) =>
  (await mailsAbout(intentId)).filter(({ recipient }) => recipient === staff.email);

const historyOf = async ({ orderId }: Unserved) => {
  const path = `/orders/${orderId}/audit`;
  const events = await t.call<{ action: string }[]>('GET', path, { token: staff.token });
  return expectStatus(events, 200)
    .map(({ action }) => action)
    .filter((action) => /refund/.test(action));
};

for (const isTold of [true, false]) {
  test(`a refund that fails after it succeeded is due again, and staff are told once (${isTold ? 'by its webhooks' : 'its webhooks are lost'})`, async () => {
    const unserved = await payUnserved();
    await t.runJobs();
    expect(await stateOf(unserved)).toBe('refunded');
    decideRefund(stripe.books, unserved.one(), 'failed');
    for (const type of ['refund.failed', 'refund.updated'])
      if (isTold) expect((await tellShop(t, type, unserved.one())).status).toBe(200);
    for (const _ of [1, 2]) {
      await reconcilePayments(t.shop);
      await t.runJobs();
    }
    expect(await stateOf(unserved)).toBe('refund_due');
    const [mail, ...others] = await failedMails(unserved);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Refund failed: order TY-/);
    expect(mail?.text_body).toContain('$37.50');
    expect(mail?.text_body).toContain('dashboard');
    expect(await historyOf(unserved)).toEqual(['refund_requested', 'payment_refunded', 'refund_failed']);
    const { toolyard_refunds_waiting: waiting = [] } = await readTableFigures(t.shop.db, t.clock.now());
    expect(waiting.find(({ labels }) => labels.state === 'failed')?.value).toBeGreaterThanOrEqual(1);
    // Nothing is sent again; staff refund it in Stripe's dashboard, of which nobody tells the shop.
    expect(unserved.one().status).toBe('failed');
    createRefund(stripe.books, { payment_intent: unserved.intentId, amount: '3750' });
    await reconcilePayments(t.shop);
    expect(await stateOf(unserved)).toBe('refunded');
    expect(goneCents(stripe.books, unserved.intentId)).toBe(3750);
  });
}

test('a refund that fails at once, or while it is pending, stays due, and staff are told once', async () => {
  for (const status of ['failed', 'pending']) {
    stripe.books.refundStatus = status;
    const unserved = await payUnserved();
    await t.runJobs();
    stripe.books.refundStatus = 'succeeded';
    await reconcilePayments(t.shop);
    if (status === 'pending') decideRefund(stripe.books, unserved.one(), 'canceled');
    await reconcilePayments(t.shop);
    await t.runJobs();
    expect(await stateOf(unserved)).toBe('refund_due');
    expect(await failedMails(unserved)).toHaveLength(1);
    createRefund(stripe.books, { payment_intent: unserved.intentId });
    await reconcilePayments(t.shop);
    expect(await stateOf(unserved)).toBe('refunded');
  }
});

test('two webhooks of one failure at the same time tell staff once', async () => {
  const unserved = await payUnserved();
  await t.runJobs();
  decideRefund(stripe.books, unserved.one(), 'failed');
  const tell = () => tellShop(t, 'refund.failed', unserved.one());
  const replies = await Promise.all([tell(), tell(), reconcilePayments(t.shop), tell()]);
  expect(replies.map((reply) => reply?.status ?? 200)).toEqual([200, 200, 200, 200]);
  await t.runJobs();
  expect(await failedMails(unserved)).toHaveLength(1);
});
