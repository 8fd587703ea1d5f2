import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { signWebhook } from '#platform/payments/sandbox/sandbox-webhooks.ts';
import {
  beginPayment,
  confirmCard,
  placeOrder,
  queuedMails,
  readOrder,
  readStock,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser());

function event(intentId: string, id = 'evt_1'): string {
  return JSON.stringify({ id, type: 'payment_intent.succeeded', intentId });
}

/** Posts a webhook, signed with the sandbox's key at `signedAt` unless `signature` is given. */
async function deliver(body: string, options: { signature?: string; signedAt?: Date } = {}) {
  const key = t.shop.secrets.key('sandbox-webhook');
  const signature = options.signature ?? signWebhook(key, body, options.signedAt ?? t.clock.now());
  const reply = await fetch(`${t.url}/webhooks/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
    body,
  });
  return { status: reply.status, body: await reply.json() };
}

async function startOrder(): Promise<{ order: Order; intent: PaymentIntentReply; toolId: string }> {
  const { id: toolId } = await t.makeTool({ onHand: 3 });
  const order = await placeOrder(t, ada, toolId);
  return { order, intent: await beginPayment(t, ada, order), toolId };
}

test('pays the order of a buyer who closed the tab, by the sandbox’s own repeated webhooks', async () => {
  const { order, intent, toolId } = await startOrder();
  await confirmCard(t, intent);
  await t.runJobs();
  expect(await readOrder(t, ada, order._id)).toMatchObject({
    paid: true,
    transactionId: intent.paymentIntentId,
  });
  expect(await readStock(t, toolId)).toEqual({ onHand: 2, held: 0, sold: 1 });
});

test('counts a payment once, however often it is reported', async () => {
  const { order, intent, toolId } = await startOrder();
  await confirmCard(t, intent);
  for (const id of ['evt_1', 'evt_1', 'evt_2']) {
    expect(await deliver(event(intent.paymentIntentId, id))).toEqual({
      status: 200,
      body: { received: true },
    });
  }
  expect(await readStock(t, toolId)).toEqual({ onHand: 2, held: 0, sold: 1 });
  expect(await queuedMails(t, order._id)).toEqual(['payment-received']);
});

test('does not trust a webhook about a payment that the provider calls open', async () => {
  const { order, intent } = await startOrder();
  expect((await deliver(event(intent.paymentIntentId))).status).toBe(200);
  expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
});

test('accepts a webhook about a foreign intent without an error', async () => {
  expect(await deliver(event('pi_of_somebody_else'))).toEqual({ status: 200, body: { received: true } });
});

test.each([
  ['another type', JSON.stringify({ id: 'evt_1', type: 'customer.created', intentId: 'pi_1' })],
  ['another form', '{"about":"something else"}'],
  ['no form', 'not JSON'],
])('accepts a signed event of %s, and does nothing', async (_what, body) => {
  expect(await deliver(body)).toEqual({ status: 200, body: { received: true } });
});

test('refuses a bad, missing or old signature, and changes nothing', async () => {
  const { order, intent } = await startOrder();
  await confirmCard(t, intent);
  const body = event(intent.paymentIntentId);
  const old = new Date(t.clock.now().getTime() - 301_000);
  for (const options of [{ signature: '' }, { signature: 't=1,v1=00' }, { signedAt: old }]) {
    expect(await deliver(body, options)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'signature' } },
    });
  }
  const signature = signWebhook(t.shop.secrets.key('sandbox-webhook'), event('pi_other'), t.clock.now());
  expect((await deliver(body, { signature })).status).toBe(400);
  expect((await t.call('POST', '/webhooks/payment')).status).toBe(400);
  expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
});

test('verifies the signature over the received bytes, whatever their spacing', async () => {
  const { order, intent } = await startOrder();
  await confirmCard(t, intent);
  const spaced = ` ${event(intent.paymentIntentId).replaceAll(':', ' : ')}\n`;
  expect((await deliver(spaced)).status).toBe(200);
  expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
});

test('requests a resend while the provider is unreachable', async () => {
  const { order, intent } = await startOrder();
  await confirmCard(t, intent);
  const body = event(intent.paymentIntentId);
  expect((await failCalls(t.shop, ['retrieveIntent'], () => deliver(body))).status).toBe(502);
  expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
  expect((await deliver(body)).status).toBe(200);
  expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
});

test('redelivers a webhook later that the shop does not accept', async () => {
  const { order, intent } = await startOrder();
  await confirmCard(t, intent);
  await failCalls(t.shop, ['retrieveIntent'], () => t.runJobs());
  expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: false });
  t.clock.advance(10_000);
  await t.runJobs();
  expect(await readOrder(t, ada, order._id)).toMatchObject({ paid: true });
});
