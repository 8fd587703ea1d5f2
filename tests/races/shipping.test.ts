/** @module-tag sweep */
import { describe, expect, test } from 'vitest';
import { parcelEmails } from '#features/fulfilment/emails.ts';
import type { Order } from '#features/orders/contract.ts';
import type { OrderAnswers } from '#features/orders/desk-contract.ts';
import type { Parcel } from '#features/orders/parcel-contract.ts';
import { shuffledPair, tally, times } from '#tests/support/at-once.ts';
import { buyBasket } from '#tests/support/baskets.ts';
import { buy, readOrder } from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(6);

const t = setUpRaceShop();

async function lastParcelOf(orderId: string): Promise<string> {
  const { parcel_id } = await t.shop.db
    .selectFrom('parcel_orders')
    .select('parcel_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return parcel_id;
}

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

test('undoing while the email is sent: either it is never sent, or the shipment stays', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const { orderId, ship, undo, read } = await setStage();
    await ship();
    const about = { orderId, parcelId: await lastParcelOf(orderId) };
    const [undone, email] = await Promise.all(
      shuffledPair(round, undo, () => parcelEmails.sent.compose(t.shop, about, 'Toolyard')),
    );
    const after = await read();
    const isUndone = undone?.modifiedCount === 1;
    outcomes.add(isUndone ? 'undone' : 'told');
    expect([after.state, email === undefined]).toEqual(isUndone ? ['paid', true] : ['shipped', false]);
    // A retry composes it again, or still does not.
    expect((await parcelEmails.sent.compose(t.shop, about, 'Toolyard')) === undefined).toBe(isUndone);
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test('shipping and undoing repeatedly at once: at most one email is due for the final state', async () => {
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

describe('orders of one purchase, shipped at once', () => {
  async function setPurchaseStage(count: number) {
    const [staff, buyer] = [await t.makeUser({ role: 'staff' }), await t.makeUser()];
    const tools = [];
    for (let nth = 0; nth < count; nth++) tools.push({ id: await t.makeCountedTool(1) });
    const orders = await buyBasket(t, buyer, tools);
    const ship = ({ _id }: Order) => t.call('PUT', `/manageorders/${_id}`, { token: staff.token });
    const undo = ({ _id }: Order) =>
      t.call<OrderAnswers>('POST', '/shipments/undo', { token: staff.token, body: { orderIds: [_id] } });
    const mailsOfParcels = async () => {
      t.clock.advance(11_000);
      await t.runJobs();
      const mails = await t.shop.db.selectFrom('mailbox.messages').select(['subject', 'text_body']).execute();
      return mails.filter(({ subject }) => subject.includes(`rder ${orders[0]?.number} is on its way`));
    };
    return { orders, ship, undo, mailsOfParcels };
  }

  test('six of them leave in one parcel, listed in one email', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { orders, ship, mailsOfParcels } = await setPurchaseStage(6);
      expect(tally(await times(6, (nth) => ship(orders[nth] as Order)))).toEqual({ 200: 6 });
      const [email, ...more] = await mailsOfParcels();
      expect(more).toEqual([]);
      expect(email?.subject).toBe(`Order ${orders[0]?.number} is on its way: 6 items`);
    }
  });

  test('one of six is undone while the others ship: the email lists five', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { orders, ship, undo, mailsOfParcels } = await setPurchaseStage(6);
      const first = orders[0] as Order;
      await ship(first);
      const [undone] = await Promise.all([undo(first), ...orders.slice(1).map(ship)]);
      expect(undone.body[0]?.modifiedCount).toBe(1);
      const [email, ...more] = await mailsOfParcels();
      expect(more).toEqual([]);
      expect(email?.subject).toBe(`Part of order ${first.number} is on its way: 5 items`);
    }
  });

  test('one is added while the email is sent: each is in one email', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { orders, ship, mailsOfParcels } = await setPurchaseStage(2);
      const [first, second] = orders as [Order, Order];
      await ship(first);
      const about = { orderId: first._id, parcelId: await lastParcelOf(first._id) };
      const [, email] = await Promise.all(
        shuffledPair(
          round,
          () => ship(second),
          () => parcelEmails.sent.compose(t.shop, about, 'Toolyard'),
        ),
      );
      const isTogether = (await lastParcelOf(second._id)) === about.parcelId;
      expect(email?.facts?.filter(([label]) => label === 'Tool')).toHaveLength(isTogether ? 2 : 1);
      expect((await mailsOfParcels()).length).toBe(isTogether ? 1 : 2);
    }
  });
});

describe('parcels', () => {
  const UNITS = 5;

  async function setParcelStage() {
    const [staff, buyer] = [await t.makeUser({ role: 'staff' }), await t.makeUser()];
    const orderIds: string[] = [];
    for (let nth = 0; nth < 2; nth++)
      orderIds.push((await buy(t, buyer, await t.makeCountedTool(UNITS), UNITS))._id);
    const send = (units: number[]) => {
      const orders = orderIds.map((orderId, nth) => ({ orderId, quantity: units[nth] ?? 1 }));
      return t.call<Parcel>('POST', '/parcels', {
        token: staff.token,
        body: { orders: units[2] ? orders.reverse() : orders },
      });
    };
    const undo = (id: string) => t.call('DELETE', `/parcels/${id}`, { token: staff.token });
    const read = () => Promise.all(orderIds.map((orderId) => readOrder(t, buyer, orderId)));
    const shipAll = () =>
      t.call<OrderAnswers>('POST', '/shipments', {
        token: staff.token,
        body: { orderIds: orderIds.toReversed() },
      });
    return { orderIds, send, undo, read, shipAll };
  }

  /** Asserts that an order's parcels add up to its count, and that it is shipped when that is all of it. */
  async function expectSound(orderIds: string[]) {
    for (const orderId of orderIds) {
      const { sent } = await t.shop.db
        .selectFrom('parcel_orders')
        .select(({ fn }) => fn.sum<string | null>('quantity').as('sent'))
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow();
      const order = await t.shop.db
        .selectFrom('orders')
        .select(['sent_quantity', 'state'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      const units = Number(sent);
      expect(order).toEqual({ sent_quantity: units, state: units === UNITS ? 'shipped' : 'paid' });
    }
  }

  test('several parcels of the last units, in either order of their orders: one succeeds', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { orderIds, send, read } = await setParcelStage();
      const replies = await times(6, (nth) => send([3, 4, nth % 2]));
      expect(tally(replies)).toEqual({ 201: 1, 409: 5 });
      expect((await read()).map(({ sentQuantity }) => sentQuantity)).toEqual([3, 4]);
      await expectSound(orderIds);
    }
  });

  test('a parcel while another is undone and the rest is shipped: everything adds up', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { orderIds, send, undo, shipAll } = await setParcelStage();
      const { body: first } = await send([2, 2]);
      const replies = await Promise.all([
        ...shuffledPair(
          round,
          () => send([3, 3, 1]),
          () => undo(first._id),
        ),
        shipAll(),
        undo(first._id),
      ]);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
      expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
      await expectSound(orderIds);
    }
  });

  test('undoing a parcel while its email is sent: either it is never sent, or the parcel stays', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { orderIds, send, undo } = await setParcelStage();
      const { body } = await send([1, 5]);
      const about = { parcelId: body._id, orderId: orderIds[0] };
      const [undone, email] = await Promise.all(
        shuffledPair(
          round,
          () => undo(body._id),
          () => parcelEmails.sent.compose(t.shop, about, 'Toolyard'),
        ),
      );
      expect([undone.status, email === undefined]).toEqual(
        undone.status === 200 ? [200, true] : [409, false],
      );
      await expectSound(orderIds);
    }
  });
});
