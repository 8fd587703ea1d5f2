/** @module-tag sweep */
import { afterEach, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import type { CardPayments } from '#platform/payments/card-payments.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { beginBasket, fillBasket, startBasket, transactionsOf } from '#tests/support/baskets.ts';
import { confirmCard, queuedMails, readPayments, readStock, reportPaid } from '#tests/support/buying.ts';
import { queueAtOrder } from '#tests/support/queue-at-row.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const t = setUpRaceShop();
afterEach(async () => expect(await findBrokenRules(t.shop.db, { isSettled: true })).toEqual([]));

/** A basket of one unit of each of two tools that have no other unit; its payment is under way. */
type Stage = {
  buyer: TestUser;
  toolIds: string[];
  orders: Order[];
  orderId: string;
  paymentId: string;
  intent: PaymentIntentReply;
  /** Orders for these tools by somebody else, from before the units were held. */
  wanted: Order[];
};

async function setStage(orderToo = async (_toolIds: string[]): Promise<Order[]> => []): Promise<Stage> {
  const buyer = await t.makeUser();
  const toolIds = await times(2, () => t.makeCountedTool(1));
  const orders = await fillBasket(
    t,
    buyer,
    toolIds.map((id) => ({ id })),
  );
  const wanted = await orderToo(toolIds);
  const intent = await beginBasket(t, buyer, orders);
  const orderId = orders[0]?._id ?? '';
  const [payment] = await readPayments(t, orderId);
  return { buyer, toolIds, orders, orderId, paymentId: payment?.id ?? '', intent, wanted };
}

const expire = ({ paymentId }: Stage) => releaseHold(t.shop, paymentId);

const report = ({ buyer, orderId, intent }: Stage) => reportPaid(t, buyer, orderId, intent.paymentIntentId);

/** Delivers the provider's webhook of the success, four times concurrently. */
const tellAll = ({ intent }: Stage) =>
  times(4, (nth) => t.deliver(intent.paymentIntentId, `evt_${intent.paymentIntentId}_${nth}`));

/** Runs `during` with the first call to the provider replaced by `instead`. */
async function atFirst<Name extends 'cancelIntent' | 'retrieveIntent'>(
  name: Name,
  instead: (work: CardPayments[Name]) => CardPayments[Name],
  during: () => Promise<unknown>,
): Promise<void> {
  const working = t.shop.cardPayments;
  const first = instead(working[name]);
  const once = ((intentId: string) => {
    t.shop.cardPayments = working;
    return first(intentId);
  }) as CardPayments[Name];
  t.shop.cardPayments = { ...working, [name]: once };
  try {
    await during();
  } finally {
    t.shop.cardPayments = working;
  }
}

async function expectPaidOnce({ buyer, toolIds, orders, orderId, intent }: Stage): Promise<void> {
  const { paymentIntentId: intentId } = intent;
  expect(await transactionsOf(t, buyer, orders)).toEqual([intentId, intentId]);
  for (const id of toolIds) expect(await readStock(t, id)).toEqual({ onHand: 0, held: 0, sold: 1 });
  expect(await queuedMails(t, orderId)).toEqual(['payment-received']);
}

async function expectReleased({ buyer, toolIds, orders, orderId }: Stage): Promise<void> {
  expect(await transactionsOf(t, buyer, orders)).toEqual([null, null]);
  expect(await readPayments(t, orderId)).toMatchObject([{ state: 'cancelled', held_quantity: 0 }]);
  for (const id of toolIds) expect(await readStock(t, id)).toEqual({ onHand: 1, held: 0, sold: 0 });
}

test('a card charged and reported before the provider hears of the timeout: paid once', async () => {
  const stage = await setStage();
  await atFirst(
    'cancelIntent',
    (cancelIntent) => async (intentId) => {
      expect((await confirmCard(t, stage.intent)).status).toBe(200);
      expect(tally([await report(stage), ...(await tellAll(stage))])).toEqual({ 200: 5 });
      return cancelIntent(intentId);
    },
    () => expire(stage),
  );
  await expectPaidOnce(stage);
});

test('a card charged just before the provider hears of the timeout: the expiry counts it', async () => {
  const stage = await setStage();
  await atFirst(
    'cancelIntent',
    (cancelIntent) => async (intentId) => {
      expect((await confirmCard(t, stage.intent)).status).toBe(200);
      return cancelIntent(intentId);
    },
    () => expire(stage),
  );
  await expectPaidOnce(stage);
  expect(tally([await report(stage), ...(await tellAll(stage))])).toEqual({ 200: 5 });
  await expectPaidOnce(stage);
});

test('cancelled by the provider, answer under way: no charge, and units stay held until it arrives', async () => {
  const rival = await t.makeUser();
  const stage = await setStage((toolIds) => fillBasket(t, rival, [{ id: toolIds[0] ?? '' }]));
  await atFirst(
    'cancelIntent',
    (cancelIntent) => async (intentId) => {
      const cancelled = await cancelIntent(intentId);
      expect((await confirmCard(t, stage.intent)).status).toBe(409);
      expect((await report(stage)).status).toBe(409);
      expect(tally(await tellAll(stage))).toEqual({ 200: 4 });
      expect((await startBasket(t, rival, stage.wanted)).status).toBe(409);
      expect(await readStock(t, stage.toolIds[0] ?? '')).toEqual({ onHand: 1, held: 1, sold: 0 });
      return cancelled;
    },
    () => expire(stage),
  );
  await expectReleased(stage);
  expect((await startBasket(t, rival, stage.wanted)).status).toBe(200);
});

test('the time expires while the success is being counted: it is paid once', async () => {
  const stage = await setStage();
  expect((await confirmCard(t, stage.intent)).status).toBe(200);
  await atFirst(
    'retrieveIntent',
    (retrieveIntent) => async (intentId) => {
      const told = await retrieveIntent(intentId);
      await expire(stage);
      return told;
    },
    () => settlePayment(t.shop, stage.intent.paymentIntentId),
  );
  await expectPaidOnce(stage);
});

test.each([
  ['expiry', 'webhook', 'report'],
  ['webhook', 'expiry', 'report'],
  ['report', 'webhook', 'expiry'],
] as const)('%s, %s and %s wait for the charged order in turn: it is paid once', async (...turns) => {
  const stage = await setStage();
  expect((await confirmCard(t, stage.intent)).status).toBe(200);
  const calls = {
    expiry: async () => (await expire(stage)) as undefined,
    webhook: async () => (await t.deliver(stage.intent.paymentIntentId, 'evt_turn')).status,
    report: async () => (await report(stage)).status,
  };
  const answers = await queueAtOrder<number | undefined>(
    t,
    stage.orderId,
    turns.map((turn) => calls[turn]),
  );
  expect(answers).toEqual(turns.map((turn) => (turn === 'expiry' ? undefined : 200)));
  await expectPaidOnce(stage);
});

test('an expiry that waits for the order behind its deletion releases the units once', async () => {
  const stage = await setStage();
  const { buyer, orderId } = stage;
  const remove = async () => (await t.call('DELETE', `/orders/${orderId}`, { token: buyer.token })).status;
  const answers = await queueAtOrder<number | undefined>(t, orderId, [
    remove,
    async () => (await expire(stage)) as undefined,
  ]);
  expect(answers).toEqual([200, undefined]);
  for (const id of stage.toolIds) expect(await readStock(t, id)).toEqual({ onHand: 1, held: 0, sold: 0 });
  expect(await readPayments(t, orderId)).toMatchObject([{ state: 'cancelled', held_quantity: 0 }]);
});
