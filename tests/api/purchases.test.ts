import { describe, expect, it, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { parcelEmails } from '#features/fulfilment/emails.ts';
import type { Purchase } from '#features/order-lists/contract.ts';
import type { BuyersOrder, Order } from '#features/orders/contract.ts';
import type { OrderAnswers } from '#features/orders/desk-contract.ts';
import { buyBasket } from '#tests/support/baskets.ts';
import { buy, expectStatus, placeOrder, readOrder } from '#tests/support/buying.ts';
import { giveBankDetails, invoiceOrders, withdrawInvoice } from '#tests/support/open-invoices.ts';
import { openPackingTable, UNDO_MS } from '#tests/support/parcels.ts';
import { cancelOrder, refundOrder } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const packing = setUp(() => openPackingTable(t, { buyer: ada, staff }));

/** Buys tools with these numbers of units in one payment. */
async function buySeveral(...quantities: number[]): Promise<Order[]> {
  const tools = [];
  for (const [nth, quantity] of quantities.entries())
    tools.push({ id: (await t.makeTool({ name: `Chisel ${nth + 1}`, onHand: 100 })).id, quantity });
  return buyBasket(t, ada, tools);
}

const read = (number: string) =>
  t.call<Purchase & ErrorReply>('GET', `/manageorders/${number}/purchase`, { token: staff.token });
const ship = ({ _id }: Pick<Order, '_id'>) => packing.ask<unknown>('PUT', `/manageorders/${_id}`);
const undo = (...orders: Pick<Order, '_id'>[]) =>
  packing.ask<OrderAnswers>('POST', '/shipments/undo', { orderIds: orders.map(({ _id }) => _id) });
const numberOf = (orders: readonly Order[]) => orders[0]?.number ?? '';

describe('GET /manageorders/{number}/purchase', () => {
  it('shows everything of the orders paid together, by the number of any of them', async () => {
    const orders = await buySeveral(1, 2, 3);
    const [first, second, third] = orders;
    await packing.ask('POST', `/orders/${third?._id}/notes`, { note: 'Rang: at the gate.' });
    await ship(first as Order);
    expectStatus(await refundOrder(t, staff, second?._id ?? '', { quantity: 1 }), 201);
    const { status, body } = await read(third?.number ?? '');
    expect(status).toBe(200);
    expect(body.number).toBe(first?.number);
    expect(body.orders.map(({ number, state }) => [number, state])).toEqual([
      [first?.number, 'shipped'],
      [second?.number, 'paid'],
      [third?.number, 'paid'],
    ]);
    const total = orders.reduce((sum, { price }) => sum + price, 0);
    const summary = {
      number: first?.number,
      total,
      orders: 3,
      toShip: 2,
      shipped: 1,
      canceled: 0,
      partlyShipped: 0,
    };
    expect(body.orders.map(({ purchase }) => purchase)).toEqual([summary, summary, summary]);
    expect(body.payment).toMatchObject({
      ...{
        method: 'card',
        reference: '',
        receivedOn: null,
        dueOn: null,
        total,
        taxIncluded: expect.any(Boolean),
      },
      invoiceNumber: expect.stringMatching(/^INV-/),
      refundDue: expect.any(Number),
    });
    expect(body.parcels.map(({ contents }) => contents.map(({ number }) => number))).toEqual([
      [first?.number],
    ]);
    expect(body.refunds).toMatchObject([{ orderId: second?._id, quantity: 1 }]);
    expect(body.notes).toMatchObject([
      { note: 'Rang: at the gate.', authorEmail: staff.email, orderNumber: third?.number },
    ]);
    expect(body.events[0]).toMatchObject({ action: 'order_placed', orderNumber: first?.number });
    expect(body.events.filter(({ action }) => action === 'order_paid')).toHaveLength(3);
    for (const { number } of orders) expect((await read(number)).body).toEqual(body);
  });

  it('shows an unpaid order alone', async () => {
    const order = await placeOrder(t, ada, packing.toolId, 2);
    const { body } = await read(order.number);
    expect(body).toMatchObject({
      ...{ number: order.number, payment: null, parcels: [], refunds: [], notes: [] },
      orders: [{ _id: order._id, purchase: null, state: 'unpaid' }],
    });
  });

  it('shows orders on an open invoice together, and alone again once it is withdrawn', async () => {
    await giveBankDetails(t);
    const orders = [await placeOrder(t, ada, packing.toolId), await placeOrder(t, ada, packing.toolId)];
    const invoice = expectStatus(await invoiceOrders(t, staff, ada, orders), 201);
    const { body } = await read(orders[1]?.number ?? '');
    expect([body.number, body.orders.length]).toEqual([orders[0]?.number, 2]);
    expect(body.payment).toMatchObject({ invoiceNumber: invoice.number, dueOn: invoice.dueOn });
    expectStatus(await withdrawInvoice(t, staff, invoice), 200);
    expect((await read(orders[1]?.number ?? '')).body).toMatchObject({
      number: orders[1]?.number,
      orders: [{ purchase: null }],
    });
  });

  it.each([
    ['nobody', () => ({}), 401],
    ['the buyer', () => ({ token: ada.token }), 403],
  ])('is refused to %s', async (_who, asker, status) => {
    const { number } = await placeOrder(t, ada, packing.toolId);
    expect(await t.call('GET', `/manageorders/${number}/purchase`, asker())).toMatchObject({ status });
  });

  it('does not know unknown and deleted orders, and names a malformed number', async () => {
    const deleted = await placeOrder(t, ada, packing.toolId);
    await t.call('DELETE', `/orders/${deleted._id}`, { token: ada.token });
    for (const number of ['TY-1', 'TY-999999999999999999', deleted.number])
      expect((await read(number)).status).toBe(404);
    for (const number of ['7', 'TY-', 'TY-1e3', `TY-${'1'.repeat(19)}`, 'ty-10001']) {
      const { status, body } = await read(number);
      expect([number, status, body.error.field]).toEqual([number, 400, 'number']);
    }
  });
});

test('lists name the purchase of each order, also for its buyer', async () => {
  const orders = await buySeveral(1, 1);
  const { body } = await t.call<BuyersOrder[]>('GET', `/orders?email=${ada.email}&status=paid`, {
    token: ada.token,
  });
  const own = body.filter(({ _id }) => orders.some((order) => order._id === _id));
  expect(own.map(({ purchase }) => purchase?.number)).toEqual([numberOf(orders), numberOf(orders)]);
});

describe('orders of a purchase shipped one by one', () => {
  it('leave in one parcel, announced by one email ten seconds after the last', async () => {
    const orders = await buySeveral(1, 2, 3, 1, 1, 1);
    await packing.emailsAfter(UNDO_MS);
    for (const order of orders) {
      expect((await ship(order)).body).toEqual({ modifiedCount: 1 });
      expect(await packing.emailsAfter(2000)).toEqual([]);
    }
    const [first, ...others] = await Promise.all(orders.map(({ _id }) => packing.parcelsOf(_id)));
    expect(first).toHaveLength(1);
    for (const other of others) expect(other).toEqual(first);
    const [email, ...more] = await packing.emailsAfter(UNDO_MS);
    expect(more).toEqual([]);
    expect(email?.subject).toBe(`Order ${numberOf(orders)} is on its way: 6 items`);
    for (const { toolName, minQuantity } of orders)
      expect(email?.text).toContain(`${minQuantity} × ${toolName}`);
    expect(email?.text).not.toContain('when the rest ships');
    expect(await packing.emailsAfter(UNDO_MS)).toEqual([]);
  });

  it('leave out of the email what was undone before', async () => {
    const orders = await buySeveral(1, 1, 1);
    const [first, second, third] = orders as [Order, Order, Order];
    await packing.emailsAfter(UNDO_MS);
    for (const order of orders) await ship(order);
    expect((await undo(second)).body).toEqual([
      {
        orderId: second._id,
        modifiedCount: 1,
        error: null,
        sent: [{ orderId: second._id, sentQuantity: 0 }],
      },
    ]);
    expect(await readOrder(t, ada, second._id)).toMatchObject({ state: 'paid', sentQuantity: 0 });
    expect((await readOrder(t, ada, third._id)).state).toBe('shipped');
    const [email] = await packing.emailsAfter(UNDO_MS + 500);
    expect(email?.subject).toBe(`Part of order ${first.number} is on its way: 2 items`);
    expect(email?.text).toContain('when the rest ships');
    expect(email?.text).not.toContain(second.toolName);
    const late = await undo(first);
    expect(late.body[0]?.error?.code).toBe('conflict');

    await ship(second);
    const [rest] = await packing.emailsAfter(UNDO_MS + 500);
    expect(rest?.subject).toBe(`The rest of order ${first.number} is on its way: ${second.toolName}`);
  });

  it('are not announced by an email that was queued before another one joined', async () => {
    const [one, two] = (await buySeveral(1, 1)) as [Order, Order];
    await packing.emailsAfter(UNDO_MS);
    await ship(one);
    const [{ _id: parcelId, sentAt } = { _id: '', sentAt: '' }] = await packing.parcelsOf(one._id);
    t.clock.advance(1000);
    await ship(two);
    const about = { parcelId, orderId: one._id, sentAt };
    expect(await parcelEmails.sent.compose(t.shop, about, 'Toolyard')).toBeUndefined();
    const emails = await packing.emailsAfter(UNDO_MS + 500);
    expect(emails.map(({ subject }) => subject)).toEqual([`Order ${one.number} is on its way: 2 items`]);
  });

  it('send nothing once all of them are undone', async () => {
    const orders = await buySeveral(1, 1);
    await packing.emailsAfter(UNDO_MS);
    for (const order of orders) await ship(order);
    const answers = (await undo(...orders)).body;
    expect(answers.map(({ modifiedCount }) => modifiedCount)).toEqual([1, 1]);
    expect(await packing.parcelsOf(orders[0]?._id ?? '')).toEqual([]);
    expect(await packing.emailsAfter(UNDO_MS + 500)).toEqual([]);
  });

  it('join no parcel of another purchase, to another address, with a tracking number, or announced', async () => {
    const parcelOf = async ({ _id }: Pick<Order, '_id'>) => (await packing.parcelsOf(_id)).at(-1)?._id ?? '';
    const [alone, [one, two, three, four]] = [
      await buy(t, ada, packing.toolId),
      (await buySeveral(1, 1, 1, 1)) as [Order, Order, Order, Order],
    ];
    await t.asOwner(`update orders set address = '9 Elsewhere Lane' where id = '${two._id}'`);
    const seen = [];
    for (const order of [alone, one, two]) {
      await ship(order);
      seen.push(await parcelOf(order));
    }
    await packing.ask('PATCH', `/parcels/${seen[1]}`, { trackingNumber: '1Z 9' });
    await ship(three);
    seen.push(await parcelOf(three));
    await packing.emailsAfter(UNDO_MS + 500);
    await ship(four);
    seen.push(await parcelOf(four));
    expect(new Set(seen).size).toBe(5);
  });

  it('are announced by one email for each address, of which only the later has the rest', async () => {
    const [one, two] = (await buySeveral(1, 1)) as [Order, Order];
    await t.asOwner(`update orders set address = '9 Elsewhere Lane' where id = '${two._id}'`);
    await packing.emailsAfter(UNDO_MS + 500);
    await ship(one);
    await ship(two);
    const texts = (await packing.emailsAfter(UNDO_MS + 500)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts.filter((text) => text.includes('The rest of your order is on its way'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('We’ll email you when the rest ships.'))).toHaveLength(1);
  });

  it('stay in a parcel that was announced: the database keeps its contents', async () => {
    const [one, two] = (await buySeveral(1, 1)) as [Order, Order];
    await ship(one);
    const parcelId = (await packing.parcelsOf(one._id))[0]?._id;
    await packing.emailsAfter(UNDO_MS + 500);
    const told = 'the buyer was told of this parcel';
    await expect(t.asOwner(`delete from parcel_orders where parcel_id = '${parcelId}'`)).rejects.toThrow(
      told,
    );
    const late = `insert into parcel_orders (parcel_id, order_id, quantity) values ('${parcelId}', '${two._id}', 1)`;
    await expect(t.asOwner(late)).rejects.toThrow(told);
  });
});

test('one email announces a purchase, by the number of its first order', async () => {
  await packing.emailsAfter(UNDO_MS);
  const orders = await buySeveral(1, 2);
  const subjects = (await packing.emailsAfter(500)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Receipt'))).toEqual([
    `Receipt for order ${numberOf(orders)}: 2 items`,
  ]);
});

test('an email about one of several orders bears the number of the purchase, and says that it is a part', async () => {
  const orders = await buySeveral(1, 1);
  const [, second] = orders as [Order, Order];
  await packing.emailsAfter(UNDO_MS);
  expectStatus(await cancelOrder(t, ada, second._id), 200);
  const subjects = (await packing.emailsAfter(500)).map(({ subject }) => subject);
  expect(subjects).toContain(`Part of order ${numberOf(orders)} is canceled: ${second.toolName}`);
});
