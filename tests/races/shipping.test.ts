import { expect, test } from 'vitest';
import type { OrderAnswers } from '#features/orders/desk-contract.ts';
import { orderEmails } from '#features/orders/emails.ts';
import { shuffledPair, times } from '#tests/support/at-once.ts';
import { buy, readOrder } from '#tests/support/buying.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = 6;

const t = setUpRaceShop();

async function setStage() {
  const admin = await t.makeUser({ role: 'admin' });
  const buyer = await t.makeUser();
  const { _id: orderId } = await buy(t, buyer, await t.makeCountedTool(1));
  const post = async (path: string) => {
    const body = { orderIds: [orderId] };
    const reply = await t.call<OrderAnswers>('POST', path, { token: admin.token, body });
    expect(reply.status).toBe(200);
    return reply.body[0];
  };
  return {
    orderId,
    ship: () => post('/shipments'),
    undo: () => post('/shipments/undo'),
    read: () => readOrder(t, buyer, orderId),
  };
}

test('undoing beside the email: either it never leaves, or the shipment stands', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const { orderId, ship, undo, read } = await setStage();
    await ship();
    const { shippedAt } = await read();
    const about = { orderId, shippedAt };
    const [undone, email] = await Promise.all(
      shuffledPair(round, undo, () => orderEmails.shipped.compose(t.shop, about, 'Toolyard')),
    );
    const after = await read();
    const isUndone = undone?.modifiedCount === 1;
    outcomes.add(isUndone ? 'undone' : 'told');
    expect([after.state, email === undefined]).toEqual(isUndone ? ['paid', true] : ['shipped', false]);
    // A try that is made again composes it again, or still does not.
    expect((await orderEmails.shipped.compose(t.shop, about, 'Toolyard')) === undefined).toBe(isUndone);
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test('shipping beside undoing, many times at once: what stands has one email to come at most', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { orderId, ship, undo, read } = await setStage();
    await ship();
    const answers = await times(6, (nth) => (nth % 2 === round % 2 ? ship() : undo()));
    expect(answers.every((answer) => answer?.error === null)).toBe(true);
    const { state } = await read();
    t.clock.advance(11_000);
    await t.runJobs();
    const mails = await t.shop.db.selectFrom('mailbox.messages').select('subject').execute();
    const { number } = await read();
    const told = mails.filter(({ subject }) => subject.includes(`${number} is on its way`));
    expect([orderId, told.length]).toEqual([orderId, state === 'shipped' ? 1 : 0]);
  }
});
