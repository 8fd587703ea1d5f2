import { describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { RefundRefusedError } from '#platform/payments/card-payments.ts';
import { LATE_REFUND_MS } from '#platform/payments/sandbox/sandbox-refunds.ts';
import {
  AUTHENTICATION_CARD,
  beginPayment,
  confirmCard,
  GOOD_CARD,
  placeOrder,
  readOrder,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser());

async function startOrder(): Promise<{ order: Order; intent: PaymentIntentReply }> {
  const tool = await t.makeTool();
  const order = await placeOrder(t, ada, tool.id);
  return { order, intent: await beginPayment(t, ada, order) };
}

const authenticate = ({ paymentIntentId, clientSecret }: PaymentIntentReply, approve: unknown) =>
  t.call('POST', `/sandbox-cards/intents/${paymentIntentId}/authenticate`, {
    body: { clientSecret, approve },
  });

describe('confirming with a card', () => {
  test('that succeeds pays the intent; a repeat answers the same', async () => {
    const { intent } = await startOrder();
    const reply = {
      status: 200,
      body: { paymentIntentId: intent.paymentIntentId, status: 'succeeded' },
    };
    expect(await confirmCard(t, intent)).toMatchObject(reply);
    expect(await confirmCard(t, intent, { ...GOOD_CARD, number: '4000000000000002' })).toMatchObject(reply);
  });

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['5555 5555 5555 4444', expect.stringContaining('takes test cards only')],
  ])('%s is declined with a message, and another card can be tried', async (number, message) => {
    const { order, intent } = await startOrder();
    expect(await confirmCard(t, intent, { ...GOOD_CARD, number })).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', message } },
    });
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(409);
    expect((await confirmCard(t, intent)).status).toBe(200);
  });

  test.each([
    ['card.number', { number: '4242 4242 4242 4241' }],
    ['card.expiry', { expiry: '01/20' }],
    ['card.securityCode', { securityCode: '12' }],
    ['card.number', { number: 'x'.repeat(41) }],
  ])('an error in %s is reported there, and nothing is charged', async (field, slip) => {
    const { intent } = await startOrder();
    expect(await confirmCard(t, intent, { ...GOOD_CARD, ...slip })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    });
    expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
      status: 'open',
    });
  });

  test('needs the client secret of that intent', async () => {
    const { intent } = await startOrder();
    const other = (await startOrder()).intent;
    for (const clientSecret of [other.clientSecret, 'nonsense']) {
      const reply = await confirmCard(t, { ...intent, clientSecret });
      expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    }
    expect((await confirmCard(t, { ...intent, paymentIntentId: 'pi_unknown' })).status).toBe(404);
    expect((await confirmCard(t, { ...intent, paymentIntentId: '%00' })).status).toBe(400);
    expect(await t.shop.cardPayments.retrieveIntent(intent.paymentIntentId)).toMatchObject({
      status: 'open',
    });
  });

  test('stores no card number', async () => {
    const { intent } = await startOrder();
    await confirmCard(t, intent);
    const rows = await t.shop.db.selectFrom('sandbox_cards.intents').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('42424242');
    expect(rows).toContainEqual(expect.objectContaining({ id: intent.paymentIntentId, card_last4: '4242' }));
  });
});

describe('a card that asks for authentication', () => {
  test('pays once the buyer approves', async () => {
    const { order, intent } = await startOrder();
    expect(await confirmCard(t, intent, AUTHENTICATION_CARD)).toMatchObject({
      status: 200,
      body: { status: 'requires_action' },
    });
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(409);
    expect(await authenticate(intent, true)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(200);
  });

  test('is declined when the buyer refuses, and can be retried', async () => {
    const { order, intent } = await startOrder();
    await confirmCard(t, intent, AUTHENTICATION_CARD);
    expect(await authenticate(intent, false)).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', message: expect.stringContaining('could not authenticate') } },
    });
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
    expect(await authenticate(intent, true)).toMatchObject({ status: 409 });
    expect((await confirmCard(t, intent)).status).toBe(200);
  });

  test('needs the client secret and a boolean answer', async () => {
    const { intent } = await startOrder();
    await confirmCard(t, intent, AUTHENTICATION_CARD);
    expect((await authenticate({ ...intent, clientSecret: 'nonsense' }, true)).status).toBe(404);
    expect(await authenticate(intent, 'yes')).toMatchObject({
      status: 400,
      body: { error: { field: 'approve' } },
    });
  });
});

describe('the provider’s books', () => {
  test('create one intent per key, and refuse the key for another amount', async () => {
    const request = {
      amountCents: 500,
      currency: 'usd',
      orderIds: ['order'],
      orderNumbers: ['TY-10001'],
      idempotencyKey: 'one key',
    };
    const made = await Promise.all(
      Array.from({ length: 5 }, () => t.shop.cardPayments.createIntent(request)),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await expect(t.shop.cardPayments.createIntent({ ...request, amountCents: 501 })).rejects.toThrow(
      'The idempotency key was used for another payment',
    );
  });

  const refundOf =
    ({ paymentIntentId }: PaymentIntentReply) =>
    (key: string, amountCents?: number) =>
      t.shop.cardPayments.refund(paymentIntentId, {
        key: `${paymentIntentId}-${key}`,
        currency: 'usd',
        ...(amountCents !== undefined && { amountCents }),
      });

  test('refund only succeeded intents, and once', async () => {
    const { intent } = await startOrder();
    const refund = refundOf(intent);
    await expect(refund('a')).rejects.toThrow('nothing to give back');
    await confirmCard(t, intent);
    const [one, other] = await Promise.all([refund('a'), refund('a')]);
    expect(one).toMatchObject({ status: 'succeeded', amountCents: 1250 });
    expect(other).toEqual(one);
    expect(await t.shop.cardPayments.retrieveRefund(one?.id ?? '')).toEqual(one);
    await expect(refund('b')).rejects.toThrow('was refunded before');
  });

  test('refund in parts, never more than the remainder', async () => {
    const { intent } = await startOrder();
    await confirmCard(t, intent);
    const refund = refundOf(intent);
    const tries = await Promise.allSettled(Array.from({ length: 5 }, (_, at) => refund(`r${at}`, 750)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(refund('more', 501)).rejects.toThrow(RefundRefusedError);
    expect(await refund('rest', 500)).toMatchObject({ amountCents: 500, status: 'succeeded' });
    await expect(refund('rest', 400)).rejects.toThrow('key was used for another refund');
    expect(await t.shop.cardPayments.retrieveRefund('re_unknown')).toBeUndefined();
  });

  test.each([
    ['4000 0000 0000 7726', 'succeeded', 'was refunded before'],
    ['4000 0000 0000 5126', 'failed', undefined],
  ])('settle a refund to %s later: %s', async (number, status, again) => {
    const { intent } = await startOrder();
    await confirmCard(t, intent, { ...GOOD_CARD, number });
    const refund = refundOf(intent);
    const pending = await refund('late', 1250);
    expect(pending.status).toBe('pending');
    await expect(refund('beside', 1)).rejects.toThrow('was refunded before');
    t.clock.advance(LATE_REFUND_MS);
    expect(await refund('late', 1250)).toMatchObject({ id: pending.id, status });
    expect(await t.shop.cardPayments.retrieveRefund(pending.id)).toMatchObject({ status });
    if (again) await expect(refund('again', 1250)).rejects.toThrow(again);
    else expect((await refund('again', 1250)).status).toBe('pending');
  });

  test('refuse to refund a disputed charge until the dispute is won; one test card opens disputed', async () => {
    const { order, intent } = await startOrder();
    await confirmCard(t, intent, { ...GOOD_CARD, number: '4000 0000 0000 0259' });
    await t.runJobs();
    const { disputes, cards } = {
      disputes: t.shop.cardPayments.listDisputes(new Date(0)),
      cards: t.shop.sandboxCards,
    };
    const { value } = await disputes[Symbol.asyncIterator]().next();
    expect(value).toMatchObject([
      { intentId: intent.paymentIntentId, amountCents: 1250, reason: 'fraudulent', status: 'open' },
    ]);
    const [{ id }] = value as [{ id: string }];
    expect(await t.asOwner(`select state from disputes where id = '${id}'`)).toEqual([{ state: 'open' }]);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true, cancelRefund: null });
    await expect(refundOf(intent)('early', 1250)).rejects.toThrow('has been charged back');
    await cards?.closeDispute(id, 'won');
    await t.runJobs();
    expect(await t.asOwner(`select state from disputes where id = '${id}'`)).toEqual([{ state: 'won' }]);
    expect(await refundOf(intent)('late', 1250)).toMatchObject({ status: 'succeeded' });
    expect(await t.shop.cardPayments.retrieveDispute('du_unknown')).toBeUndefined();
    await expect(cards?.openDispute('pi_unknown')).rejects.toThrow('Only what was charged');
    await expect(cards?.closeDispute('du_unknown', 'won')).rejects.toThrow('no dispute du_unknown');
  });

  test('cancel an open intent, and keep one that has succeeded', async () => {
    const open = (await startOrder()).intent;
    const paid = (await startOrder()).intent;
    await confirmCard(t, paid);
    const cancel = (intent: PaymentIntentReply) => t.shop.cardPayments.cancelIntent(intent.paymentIntentId);
    expect(await cancel(open)).toMatchObject({ status: 'cancelled' });
    expect(await cancel(open)).toMatchObject({ status: 'cancelled' });
    expect(await cancel(paid)).toMatchObject({ status: 'succeeded' });
    await expect(t.shop.cardPayments.cancelIntent('pi_unknown')).rejects.toThrow('no intent pi_unknown');
  });
});

test('a declined payment keeps its units reserved until the hold expires', async () => {
  const tool = await t.makeTool({ onHand: 1 });
  const order = await placeOrder(t, ada, tool.id);
  const intent = await beginPayment(t, ada, order);
  await confirmCard(t, intent, { ...GOOD_CARD, number: '4000000000000002' });
  expect(await readStock(t, tool.id)).toEqual({ onHand: 1, held: 1, sold: 0 });
});
