import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { AuditEvent } from '#features/audit/contract.ts';
import type { OrderAnswers } from '#features/orders/desk-contract.ts';
import { buy, placeOrder, readOrder } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser());
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const post = (path: string, orderIds: unknown) =>
  t.call<OrderAnswers & ErrorReply>('POST', path, { token: admin.token, body: { orderIds } });
const ship = (...orderIds: string[]) => post('/shipments', orderIds);
const undo = (...orderIds: string[]) => post('/shipments/undo', orderIds);
const buyOne = async () => (await buy(t, ada, (await t.makeTool()).id))._id;
const stateOf = async (id: string) => (await readOrder(t, ada, id)).state;

/** The emails about an order sent to its buyer. */
async function mailsOf(id: string): Promise<string[]> {
  const { number } = await readOrder(t, ada, id);
  const mails = await t.shop.db.selectFrom('mailbox.messages').select('subject').execute();
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes(`${number} is on its way`));
}

describe('POST /shipments', () => {
  it('ships every order that can be shipped, and answers for each', async () => {
    const [first, second, before] = [await buyOne(), await buyOne(), await buyOne()];
    const unpaid = (await placeOrder(t, ada, (await t.makeTool()).id))._id;
    const unknown = randomUUID();
    await ship(before);
    const { status, body } = await ship(first, unpaid, before, unknown, second, first);
    expect(status).toBe(200);
    const refused = (code: string, message: string) => ({
      modifiedCount: 0,
      sent: [],
      error: { code, message },
    });
    expect(body).toEqual([
      { orderId: first, modifiedCount: 1, sent: [{ orderId: first, sentQuantity: 1 }], error: null },
      { orderId: unpaid, ...refused('conflict', 'This order is unpaid and can’t be shipped') },
      { orderId: before, modifiedCount: 0, sent: [], error: null },
      { orderId: unknown, ...refused('not_found', 'We can’t find that order') },
      { orderId: second, modifiedCount: 1, sent: [{ orderId: second, sentQuantity: 1 }], error: null },
    ]);
    expect([await stateOf(first), await stateOf(second), await stateOf(unpaid)]).toEqual([
      'shipped',
      'shipped',
      'unpaid',
    ]);
  });

  it('reports which orders were shipped and which were not when it fails half-way', async () => {
    const [first, second, third] = [await buyOne(), await buyOne(), await buyOne()];
    await t.asOwner(
      `create function fail_to_ship() returns trigger language plpgsql as $$ begin raise exception 'disk'; end $$`,
    );
    await t.asOwner(`create trigger fails before update on orders for each row
      when (old.id = '${second}' and new.shipped_at is not null) execute function fail_to_ship()`);
    const { status, body } = await ship(first, second, third);
    const alone = await ship(second);
    await t.asOwner('drop function fail_to_ship() cascade');
    expect([status, alone.status]).toEqual([200, 500]);
    expect(body).toMatchObject([
      { orderId: first, modifiedCount: 1, error: null },
      { orderId: second, modifiedCount: 0, error: { code: 'internal' } },
      { orderId: third, modifiedCount: 0, error: { code: 'unavailable' } },
    ]);
    expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual([
      'shipped',
      'paid',
      'paid',
    ]);
  });

  it('emails each buyer once, ten seconds later', async () => {
    const id = await buyOne();
    await t.runJobs();
    await ship(id);
    t.clock.advance(9_000);
    await t.runJobs();
    expect(await mailsOf(id)).toEqual([]);
    t.clock.advance(1_500);
    await t.runJobs();
    expect(await mailsOf(id)).toHaveLength(1);
  });
});

describe('POST /shipments/undo', () => {
  it('undoes a shipment before its email is sent; shipped again, one email is sent', async () => {
    const id = await buyOne();
    await ship(id);
    const sent = [{ orderId: id, sentQuantity: 0 }];
    expect((await undo(id)).body).toEqual([{ orderId: id, modifiedCount: 1, sent, error: null }]);
    expect(await readOrder(t, ada, id)).toMatchObject({
      state: 'paid',
      shippedAt: null,
      pendingChange: null,
    });
    expect((await undo(id)).body).toEqual([{ orderId: id, modifiedCount: 0, sent: [], error: null }]);
    t.clock.advance(11_000);
    await t.runJobs();
    expect(await mailsOf(id)).toEqual([]);
    await ship(id);
    t.clock.advance(11_000);
    await t.runJobs();
    expect(await mailsOf(id)).toHaveLength(1);
    const trail = await t.call<AuditEvent[]>('GET', `/orders/${id}/audit`, { token: admin.token });
    expect(trail.body.slice(4).map(({ action, actorEmail }) => [action, actorEmail])).toEqual([
      ['order_shipped', admin.email],
      ['order_unshipped', admin.email],
      ['order_shipped', admin.email],
    ]);
  });

  it('undoes and names all orders of the parcel', async () => {
    const [whole, part] = [await buyOne(), (await buy(t, ada, (await t.makeTool()).id, 3))._id];
    const orders = [
      { orderId: whole, quantity: 1 },
      { orderId: part, quantity: 2 },
    ];
    await t.call('POST', '/parcels', {
      token: admin.token,
      body: { orders: [{ orderId: part, quantity: 1 }] },
    });
    await t.call('POST', '/parcels', { token: admin.token, body: { orders } });
    const [answer] = (await undo(whole)).body;
    expect(answer?.sent.toSorted((one, other) => one.sentQuantity - other.sentQuantity)).toEqual([
      { orderId: whole, sentQuantity: 0 },
      { orderId: part, sentQuantity: 1 },
    ]);
    expect([await stateOf(whole), await stateOf(part)]).toEqual(['paid', 'paid']);
  });

  it('is refused after ten seconds, and once the email has been sent', async () => {
    const [late, told] = [await buyOne(), await buyOne()];
    const tooLate = { code: 'conflict', message: 'This can no longer be undone: the buyer has been emailed' };
    await ship(late);
    t.clock.advance(10_000);
    expect((await undo(late)).body[0]?.error).toEqual(tooLate);
    expect(await stateOf(late)).toBe('shipped');
    await ship(told);
    // As if by another machine whose clock is behind.
    const parcels = `parcels where id = (select parcel_id from parcel_orders where order_id = '${told}')`;
    await t.asOwner(
      `update ${parcels.replace('where', `set told_at = '${t.clock.now().toISOString()}' where`)}`,
    );
    expect((await undo(told)).body[0]?.error).toEqual(tooLate);
    await expect(t.asOwner(`delete from ${parcels}`)).rejects.toThrow('the buyer was told of this parcel');
    await expect(t.asOwner(`update orders set shipped_at = null where id = '${told}'`)).rejects.toThrow(
      'orders_all_sent_are_shipped',
    );
  });

  it('is refused for a shipment from an earlier version, which has no parcel', async () => {
    const id = await buyOne();
    await t.asOwner(`update orders set shipped_at = '${t.clock.now().toISOString()}' where id = '${id}'`);
    expect((await undo(id)).body[0]?.error?.code).toBe('conflict');
    expect(await readOrder(t, ada, id)).toMatchObject({ state: 'shipped', minQuantity: 1, sentQuantity: 1 });
  });

  it('is refused for an order that was never shipped', async () => {
    const unpaid = (await placeOrder(t, ada, (await t.makeTool()).id))._id;
    const [one, other] = (await undo(unpaid, randomUUID())).body;
    expect(one?.error?.message).toBe('This order is unpaid and can’t be unshipped');
    expect(other?.error?.code).toBe('not_found');
  });
});

describe.each(['/shipments', '/shipments/undo'])('%s', (path) => {
  it.each([[undefined], [[]], ['x'], [['7']], [Array.from({ length: 101 }, () => randomUUID())]])(
    'refuses %j',
    async (orderIds) => {
      const { status, body } = await post(path, orderIds);
      expect([status, body.error.field?.split('.')[0]]).toEqual([400, 'orderIds']);
    },
  );
});
