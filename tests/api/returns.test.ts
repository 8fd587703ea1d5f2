import { describe, expect, test } from 'vitest';
import type { BuyersOrder } from '#features/orders/contract.ts';
import type { Return, Returnable } from '#features/returns/contract.ts';
import {
  type ReturnMove,
  type ReturnState,
  returnMoves,
  returnStates,
  returnStateTable,
} from '#features/returns/return-states.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { buyBasket } from '#tests/support/baskets.ts';
import { buy, expectStatus, readOrder, readStock } from '#tests/support/buying.ts';
import { noiseJpeg } from '#tests/support/pictures.ts';
import { givenBack, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import {
  accepted,
  approvedReturn,
  askReturn,
  buyShipped,
  changeReturn,
  labelForm,
  lineOf,
  pictureForm,
  sendReturnFile,
} from '#tests/support/returning.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { addWebhook, openReceiver } from '#tests/support/webhook-receiver.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', WEBHOOK_PRIVATE_ADDRESSES: '1' });
const buyer = setUp(() => t.makeUser());
const other = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const read = async (id: string, { token }: TestUser = buyer) =>
  expectStatus(await t.call<Return>('GET', `/returns/${id}`, { token }), 200);

const list = async (query: string, { token }: TestUser = staff) =>
  expectStatus(await t.call<Return[]>('GET', `/returns${query}`, { token }), 200);

/** Everything that a refused call must leave as it was. */
const everything = () =>
  t.asOwner(`select (select json_agg(returns order by id) from returns) as returns,
    (select json_agg(return_lines order by return_id, order_id) from return_lines) as lines,
    (select json_agg(array[id::text, returning_quantity::text, refunded_quantity::text, state] order by id) from orders) as orders,
    (select count(*) from refunds) as refunds, (select count(*) from audit_events where action <> 'refused') as events`);

describe('a return', () => {
  test('is requested by the buyer, approved, received, and refunded at the price paid', async () => {
    const order = await buyShipped(t, buyer, 3, 333);
    const asked = expectStatus(await askReturn(t, buyer, [lineOf(order, 2)], { note: 'It hums' }), 201);
    expect(asked).toMatchObject({
      number: expect.stringMatching(/^RMA-\d+$/),
      ...{
        kind: 'return',
        state: 'requested',
        purchaseNumber: order.number,
        note: 'It hums',
        byStaff: false,
      },
      lines: [{ orderNumber: order.number, quantity: 2, received: 0, reason: 'defective', refunded: 0 }],
    });
    expect(await readOrder(t, buyer, order._id)).toMatchObject({ returningQuantity: 2 });
    const approved = expectStatus(
      await changeReturn(t, staff, asked._id, { state: 'approved', postage: 'shop' }),
      200,
    );
    expect(approved).toMatchObject({
      state: 'approved',
      postage: 'shop',
      address: expect.stringMatching(/./),
    });
    const body = { state: 'received', lines: [accepted(order, 2, { restock: 1 })] };
    expect(expectStatus(await changeReturn(t, staff, asked._id, body), 200)).toMatchObject({
      state: 'received',
      lines: [{ received: 2, accepted: 2, restocked: 1, refunded: 6.66 }],
    });
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 666, times: 1 });
    expect(await refundsOf(t, buyer, order._id)).toMatchObject([
      { amount: 6.66, quantity: 2, restocked: 1, reason: `Return ${asked.number}`, state: 'done' },
    ]);
    expect(await readOrder(t, buyer, order._id)).toMatchObject({
      ...{ state: 'shipped', returningQuantity: 0, refundedQuantity: 2, refunded: 6.66 },
    });
    expect((await readStock(t, order.toolId)).onHand).toBe(18);
    const trail = await t.asOwner(
      `select action from audit_events where order_id = '${order._id}' and action like 'return%' order by id`,
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'return_requested',
      'return_approved',
      'return_received',
    ]);
  });

  test('arrives in parts, some of it not accepted, some worn, and what nobody sends is closed', async () => {
    const order = await buyShipped(t, buyer, 5, 1000);
    const { _id } = await approvedReturn(t, { buyer, staff }, order, 4);
    const receive = (line: object) =>
      changeReturn(t, staff, _id, { state: 'received', lines: [{ orderId: order._id, ...line }] });
    expect(await receive({ received: 2, accepted: 1 })).toMatchObject({
      status: 400,
      body: { error: { field: 'lines.0.rejectedReason' } },
    });
    const first = await receive({ received: 2, accepted: 1, restock: 1, rejectedReason: 'Rusty' });
    expect(expectStatus(first, 200)).toMatchObject({
      state: 'approved',
      lines: [{ received: 2, accepted: 1, restocked: 1, rejectedReason: 'Rusty', refunded: 10 }],
    });
    expect(await changeReturn(t, buyer, _id, { state: 'closed' })).toMatchObject({ status: 409 });
    const worn = { received: 1, accepted: 1, deduct: 2.5, rejectedReason: 'Scratched' };
    expect(expectStatus(await receive(worn), 200)).toMatchObject({
      state: 'approved',
      lines: [{ received: 3, accepted: 2, deducted: 2.5, refunded: 17.5 }],
    });
    expect((await readOrder(t, buyer, order._id)).returningQuantity).toBe(1);
    const closed = await changeReturn(t, staff, _id, { state: 'closed', reason: 'Never arrived' });
    expect(expectStatus(closed, 200)).toMatchObject({ state: 'closed', reason: 'Never arrived' });
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 1750, times: 2 });
    expect((await readOrder(t, buyer, order._id)).returningQuantity).toBe(0);
    // The unit that was not accepted counts as returned for the buyer, but not for staff.
    expect(await askReturn(t, buyer, [lineOf(order, 3)])).toMatchObject({
      status: 409,
      body: { error: { field: 'lines.0.quantity', current: 2 } },
    });
    expectStatus(await askReturn(t, staff, [lineOf(order, 3)]), 201);
  });

  test('of another’s order or return is not found', async () => {
    const order = await buyShipped(t, buyer);
    expect(await askReturn(t, other, [lineOf(order)])).toMatchObject({
      status: 404,
      body: { error: { field: 'lines.0.orderId' } },
    });
    const { _id } = await approvedReturn(t, { buyer, staff }, order);
    const before = await everything();
    const { token } = other;
    expect((await t.call('GET', `/returns/${_id}`, { token })).status).toBe(404);
    expect((await changeReturn(t, other, _id, { state: 'closed' })).status).toBe(404);
    expect((await t.call('GET', `/orders/${order._id}/returnable`, { token })).status).toBe(404);
    expect(await list('', other)).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('is opened by staff for a buyer at any time, but never for the shop’s staff by themselves', async () => {
    const own = await t.makeUser({ role: 'staff' });
    const order = await buyShipped(t, own);
    const { _id } = expectStatus(await askReturn(t, own, [lineOf(order)]), 201);
    expect(await changeReturn(t, own, _id, { state: 'approved' })).toMatchObject({
      status: 409,
      body: { error: { code: 'own_account' } },
    });
    expectStatus(await changeReturn(t, own, _id, { state: 'closed' }), 200);
    const theirs = await buyShipped(t, buyer);
    expect(expectStatus(await askReturn(t, staff, [lineOf(theirs)]), 201)).toMatchObject({ byStaff: true });
  });

  test('is made once per key, and received once per key', async () => {
    const order = await buyShipped(t, buyer, 4);
    const ask = (quantity: number) => askReturn(t, buyer, [lineOf(order, quantity)], { key: 'once' });
    const asked = await Promise.all([ask(2), ask(2), ask(2)]);
    expect(new Set(asked.map(({ body }) => body._id)).size).toBe(1);
    expect((await ask(1)).status).toBe(422);
    const { _id } = expectStatus(await ask(2), 201);
    expectStatus(await changeReturn(t, staff, _id, { state: 'approved' }), 200);
    const receive = (units: number) =>
      changeReturn(t, staff, _id, { state: 'received', lines: [accepted(order, units)] }, 'once');
    const replies = await Promise.all([receive(1), receive(1)]);
    expect(replies.map(({ body }) => body.lines[0]?.received)).toEqual([1, 1]);
    expect((await receive(2)).status).toBe(422);
    expect((await readOrder(t, buyer, order._id)).refundedQuantity).toBe(1);
  });
});

test('moves as the table of states says, by whom it says, and else changes nothing', async () => {
  const order = await buyShipped(t, buyer, 20);
  const inState = async (state: ReturnState): Promise<string> => {
    const { _id } = expectStatus(await askReturn(t, buyer, [lineOf(order)]), 201);
    const ways: Record<ReturnState, ReturnMove[]> = {
      requested: [],
      approved: ['approved'],
      received: ['approved', 'received'],
      refused: ['refused'],
      closed: ['closed'],
    };
    for (const move of ways[state]) expectStatus(await changeReturn(t, staff, _id, bodyOf[move]), 200);
    return _id;
  };
  const bodyOf: Record<ReturnMove, object> = {
    approved: { state: 'approved' },
    refused: { state: 'refused', reason: 'Not ours' },
    received: { state: 'received', lines: [accepted(order, 1)] },
    closed: { state: 'closed' },
  };
  let made = 0;
  for (const state of returnStates) {
    let id = await inState(state);
    for (const move of returnMoves)
      for (const [by, person] of [
        ['buyer', buyer],
        ['staff', staff],
      ] as const) {
        const allowed = returnStateTable[state].moves[move];
        const status = allowed?.includes(by) ? 200 : allowed ? 403 : 409;
        const before = await everything();
        const reply = await changeReturn(t, person, id, bodyOf[move]);
        expect([state, move, by, reply.status]).toEqual([state, move, by, status]);
        if (status !== 200) expect(await everything()).toEqual(before);
        else {
          made += 1;
          expect((await read(id)).state).toBe(move);
          id = await inState(state);
        }
      }
  }
  expect(made).toBe(8);
});

describe('what can’t be returned', () => {
  const refused = async (by: TestUser, lines: object[], status: number, field: string) => {
    const before = await everything();
    expect(await askReturn(t, by, lines)).toMatchObject({ status, body: { error: { field } } });
    expect(await everything()).toEqual(before);
  };

  test('is more than was shipped, twice the same, or what is refunded', async () => {
    const order = await buyShipped(t, buyer, 2);
    await refused(buyer, [lineOf(order, 3)], 409, 'lines.0.quantity');
    await refused(staff, [lineOf(order, 3)], 409, 'lines.0.quantity');
    expectStatus(await askReturn(t, buyer, [lineOf(order, 2)]), 201);
    await refused(buyer, [lineOf(order)], 409, 'lines.0.quantity');
    expect(await refundOrder(t, staff, order._id, { quantity: 1 })).toMatchObject({
      status: 409,
      body: { error: { field: 'quantity', current: 0 } },
    });
    const back = await buyShipped(t, buyer, 2);
    expectStatus(await refundOrder(t, staff, back._id, { quantity: 2 }), 201);
    await refused(buyer, [lineOf(back)], 409, 'lines.0.quantity');
    const unsent = await buy(t, buyer, (await t.makeTool()).id);
    await refused(buyer, [lineOf(unsent)], 409, 'lines.0.quantity');
  });

  test('is a purchase of which ten returns were closed, unless staff open one', async () => {
    const order = await buyShipped(t, buyer);
    for (let nth = 0; nth < 10; nth++) {
      const { _id } = expectStatus(await askReturn(t, buyer, [lineOf(order)]), 201);
      expectStatus(await changeReturn(t, buyer, _id, { state: 'closed' }), 200);
    }
    await refused(buyer, [lineOf(order)], 409, 'lines');
    expectStatus(await askReturn(t, staff, [lineOf(order)]), 201);
    expectStatus(await askReturn(t, buyer, [lineOf(await buyShipped(t, buyer))]), 201);
  });

  test('is past its time for the buyer, of an excluded category, or none where only staff return', async () => {
    const ann = await t.makeUser();
    const order = await buyShipped(t, ann);
    const { returns } = await t.shop.details.read();
    const untilOf = async () => {
      const path = `/orders/${order._id}/returnable`;
      return (await t.call<Returnable>('GET', path, { token: ann.token })).body.lines[0];
    };
    const listed = async () => {
      const path = `/orders?email=${ann.email}&ids=${order._id}`;
      return expectStatus(await t.call<BuyersOrder[]>('GET', path, { token: ann.token }), 200)[0]?.returnable;
    };
    const open = { quantity: 2, until: expect.stringMatching(/^2\d{3}-/), isAssumed: true };
    expect(await untilOf()).toMatchObject({ ...open, why: null });
    expect(await listed()).toEqual(open);
    const sizes = { webp: expect.stringContaining(' '), width: expect.any(Number) };
    expect((await untilOf())?.picture).toMatchObject(sizes);
    const age = (days: number) =>
      t.asOwner(`update parcels set sent_at = sent_at - interval '${days} days' where id in (
        select parcel_id from parcel_orders where order_id = '${order._id}')`);
    await age(returns.days + 5);
    expect(await untilOf()).toMatchObject({ why: null });
    await age(1);
    expect(await untilOf()).toMatchObject({ quantity: 0, why: 'too_late' });
    expect(await listed()).toEqual({ ...open, quantity: 0 });
    await refused(ann, [lineOf(order)], 409, 'lines.0.orderId');
    // Its delivery was later than assumed.
    await t.asOwner(`update parcels set delivered_on = current_date::text where id in (
      select parcel_id from parcel_orders where order_id = '${order._id}')`);
    expect(await untilOf()).toMatchObject({ quantity: 2, why: null });
    expect(await listed()).toEqual({ ...open, isAssumed: false });
    const category = { name: 'Hygiene' };
    const { insertedId } = expectStatus(
      await t.call<{ insertedId: string }>('POST', '/categories', { token: admin.token, body: category }),
      200,
    );
    const edited = await t.call('PATCH', `/categories/${insertedId}`, {
      token: admin.token,
      body: { isReturnable: false },
    });
    expect(edited).toMatchObject({ status: 200, body: { isReturnable: false } });
    await t.asOwner(`update tools set category = 'Hygiene' where id = '${order.toolId}'`);
    expect(await untilOf()).toMatchObject({ quantity: 0, why: 'excluded' });
    await refused(ann, [lineOf(order)], 409, 'lines.0.orderId');
    expectStatus(await askReturn(t, staff, [lineOf(order)]), 201);
  });

  test('is of several purchases, or unpaid', async () => {
    const [one, two] = [await buyShipped(t, buyer), await buyShipped(t, buyer)];
    await refused(buyer, [lineOf(one), lineOf(two)], 400, 'lines');
    const { body: unpaid } = await t.call<{ _id: string }>('POST', '/orders', {
      token: buyer.token,
      body: {
        toolId: (await t.makeTool()).id,
        minQuantity: 1,
        phone: '1',
        address: '1 Lane, Springfield, OH 45502',
      },
    });
    await refused(buyer, [lineOf(unpaid)], 409, 'lines.0.orderId');
  });

  test.each<[object, string]>([
    [{ lines: [] }, 'lines'],
    [{ lines: 'all' }, 'lines'],
    [{}, 'lines'],
    [{ lines: [{ orderId: 'x', quantity: 1, reason: 'damaged' }] }, 'lines.0.orderId'],
    [{ lines: [lineOf({ _id: crypto.randomUUID() }, 0)] }, 'lines.0.quantity'],
    [{ lines: [lineOf({ _id: crypto.randomUUID() }, 1.5)] }, 'lines.0.quantity'],
    [{ lines: [lineOf({ _id: crypto.randomUUID() }, 1, 'withdrawal')] }, 'lines.0.reason'],
    [
      { lines: Array.from({ length: 2 }, () => lineOf({ _id: '01980f3a-5c1e-7b42-9d6a-2f4b8c7e1a90' })) },
      'lines',
    ],
    [{ lines: [lineOf({ _id: crypto.randomUUID() })], note: 'x'.repeat(501) }, 'note'],
    [{ lines: [lineOf({ _id: crypto.randomUUID() })], note: '\u0000' }, 'note'],
  ])('a request of %j names %s', async (body, field) => {
    expect(await t.call('POST', '/returns', { token: buyer.token, body })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    });
  });
});

describe('what can’t be received', () => {
  test('is refused with its field, and nothing changes', async () => {
    const order = await buyShipped(t, buyer, 3, 1000);
    const foreign = await buyShipped(t, buyer);
    const { _id } = await approvedReturn(t, { buyer, staff }, order, 2);
    const line = (more: object) => ({ orderId: order._id, received: 1, accepted: 1, ...more });
    const cases: [object, number, string][] = [
      [{ state: 'received' }, 400, 'lines'],
      [{ state: 'lost' }, 400, 'state'],
      [{ state: 'received', lines: [line({ received: 3 })] }, 409, 'lines.0.received'],
      [{ state: 'received', lines: [line({ received: -1 })] }, 400, 'lines.0.received'],
      [{ state: 'received', lines: [line({ received: 0, accepted: 0 })] }, 400, 'lines'],
      [{ state: 'received', lines: [line({ accepted: 2 })] }, 400, 'lines.0.accepted'],
      [{ state: 'received', lines: [line({ restock: 2 })] }, 400, 'lines.0.restock'],
      [{ state: 'received', lines: [line({ accepted: 0 })] }, 400, 'lines.0.rejectedReason'],
      [{ state: 'received', lines: [line({ deduct: 1 })] }, 400, 'lines.0.rejectedReason'],
      [
        { state: 'received', lines: [line({ deduct: 10.01, rejectedReason: 'Worn' })] },
        400,
        'lines.0.deduct',
      ],
      [
        { state: 'received', lines: [line({ deduct: 0.001, rejectedReason: 'Worn' })] },
        400,
        'lines.0.deduct',
      ],
      [{ state: 'received', lines: [line({ deduct: -1, rejectedReason: 'Worn' })] }, 400, 'lines.0.deduct'],
      [{ state: 'received', lines: [line({ rejectedReason: ' ' })] }, 400, 'lines.0.rejectedReason'],
      [{ state: 'received', lines: [line({}), line({})] }, 400, 'lines'],
      [{ state: 'received', lines: [line({ orderId: foreign._id })] }, 400, 'lines.0.orderId'],
      [
        { state: 'received', delivery: true, lines: [line({ accepted: 0, rejectedReason: 'Worn' })] },
        400,
        'delivery',
      ],
      [{ state: 'approved', labelUrl: 'http://labels.example' }, 400, 'labelUrl'],
      [{ state: 'approved', postage: 'nobody' }, 400, 'postage'],
      [{ state: 'approved', address: ' ' }, 400, 'address'],
      [{ state: 'refused' }, 400, 'reason'],
    ];
    const before = await everything();
    for (const [body, status, field] of cases)
      expect([body, await changeReturn(t, staff, _id, body)]).toMatchObject([
        body,
        { status, body: { error: { field } } },
      ]);
    expect(await everything()).toEqual(before);
    expect((await t.call('GET', '/returns/7', { token: staff.token })).status).toBe(400);
  });

  test('the database holds what is returning to what was sent, and accepted to received', async () => {
    const order = await buyShipped(t, buyer, 2);
    const { _id } = await approvedReturn(t, { buyer, staff }, order, 2);
    const breaks = (statement: string, constraint: string) =>
      expect(t.asOwner(statement)).rejects.toThrow(constraint);
    await breaks(
      `update return_lines set quantity = 3 where return_id = '${_id}'`,
      'orders_return_or_refund_units_once',
    );
    await breaks(
      `update orders set refunded_quantity = 1 where id = '${order._id}'`,
      'orders_return_or_refund_units_once',
    );
    await breaks(
      `update return_lines set accepted = 1 where return_id = '${_id}'`,
      'return_lines_accepted_of_received',
    );
    await breaks(
      `update return_lines set received = 3, accepted = 3 where return_id = '${_id}'`,
      'return_lines_received_of_asked',
    );
    await breaks(
      `update returns set state = 'received', received_at = now() where id = '${_id}'`,
      'return_lines_whole_once_received',
    );
    const stranger = await buyShipped(t, other);
    await breaks(
      `insert into return_lines (return_id, order_id, payment_id, position, state, quantity, reason)
        select id, '${stranger._id}', payment_id, 1, state, 1, 'other' from returns where id = '${_id}'`,
      'return_lines_of_payment',
    );
  });
});

describe('pictures and labels', () => {
  test('are the buyer’s and staff’s only, four pictures at most, while the return is open', async () => {
    const order = await buyShipped(t, buyer);
    const { _id } = expectStatus(await askReturn(t, buyer, [lineOf(order)]), 201);
    const path = `/returns/${_id}/pictures`;
    for (let nth = 0; nth < 4; nth++)
      expectStatus(await sendReturnFile(t, buyer, path, await pictureForm()), 201);
    expect(await sendReturnFile(t, buyer, path, await pictureForm())).toMatchObject({
      status: 409,
      body: { error: { field: 'image' } },
    });
    const { pictures } = await read(_id);
    expect(pictures).toHaveLength(4);
    const own = await fetch(`${t.url}${pictures[0]}`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(own.headers.get('cache-control')).toContain('no-store');
    expect(
      Buffer.from(await own.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP');
    for (const token of [other.token, undefined])
      expect((await t.call('GET', pictures[0] ?? '', token === undefined ? {} : { token })).status).toBe(
        token ? 404 : 401,
      );
    expect((await sendReturnFile(t, other, path, await pictureForm())).status).toBe(404);
    expectStatus(await changeReturn(t, buyer, _id, { state: 'closed' }), 200);
    expect((await sendReturnFile(t, buyer, path, await pictureForm())).status).toBe(409);
  });

  test('are what they say', async () => {
    const order = await buyShipped(t, buyer);
    const { _id } = expectStatus(await askReturn(t, buyer, [lineOf(order)]), 201);
    const path = `/returns/${_id}`;
    const noPicture = await sendReturnFile(
      t,
      buyer,
      `${path}/pictures`,
      await pictureForm(Buffer.from('MZ?')),
    );
    expect(noPicture).toMatchObject({ status: 415, body: { error: { field: 'image' } } });
    const cut = (await noiseJpeg({ width: 400, height: 300 })).subarray(0, 900);
    const damaged = await sendReturnFile(t, buyer, `${path}/pictures`, await pictureForm(cut));
    expect(damaged).toMatchObject({ status: 400, body: { error: { field: 'image' } } });
    expect(await sendReturnFile(t, staff, `${path}/label`, labelForm('MZ'))).toMatchObject({
      status: 415,
      body: { error: { field: 'label' } },
    });
    const large = labelForm(`%PDF-${'x'.repeat(1024 * 1024)}%%EOF`);
    expect(await sendReturnFile(t, staff, `${path}/label`, large)).toMatchObject({ status: 413 });
    expect(await read(_id)).toMatchObject({ pictures: [], hasLabel: false });
    expect((await t.call('GET', `${path}/label`, { token: buyer.token })).status).toBe(404);
    expectStatus(await sendReturnFile(t, staff, `${path}/label`, labelForm()), 200);
    expect((await sendReturnFile(t, buyer, `${path}/label`, labelForm())).status).toBe(403);
    const label = await fetch(`${t.url}${path}/label`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    expect([label.status, label.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await label.text()).toContain('%PDF-1.7');
  });
});

describe('who is told', () => {
  test('the buyer by email at each step, staff of a request, and webhooks', async () => {
    const receiver = await openReceiver();
    await addWebhook(t, admin.token, receiver.url, ['return.requested', 'return.received']);
    const ann = await t.makeUser();
    const order = await buyShipped(t, ann, 3, 1000);
    await t.runJobs();
    const mails = async () => {
      await t.runJobs();
      return (await mailsTo(t, ann.email)).map(({ subject, text }) => ({ subject, text }));
    };
    const { _id, number } = expectStatus(
      await askReturn(t, ann, [lineOf(order, 2)], { note: 'Not for the buyer' }),
      201,
    );
    const find = async (word: string) =>
      (await mails()).find(({ subject, text }) => subject.includes(number) && text.includes(word));
    expect((await find('don’t send anything'))?.text).toContain('2 × ');
    const staffs = await mailsTo(t, staff.email);
    expect(staffs.map(({ subject }) => subject)).toContain(`Return requested: ${number}`);
    const label = 'https://labels.example/17';
    expectStatus(
      await changeReturn(t, staff, _id, { state: 'approved', address: 'Dock 4, Salem', labelUrl: label }),
      200,
    );
    expect((await find('Dock 4, Salem'))?.text).toContain(label);
    const line = { orderId: order._id, received: 2, accepted: 1, rejectedReason: 'Rust' };
    expectStatus(await changeReturn(t, staff, _id, { state: 'received', lines: [line] }), 200);
    expect((await find('1 of 2 accepted'))?.text).toMatch(/Rust[\s\S]*\$10\.00/);
    const refusedOne = expectStatus(await askReturn(t, ann, [lineOf(order)]), 201);
    expectStatus(
      await changeReturn(t, staff, refusedOne._id, { state: 'refused', reason: 'Too dirty' }),
      200,
    );
    expect((await mails()).some(({ text }) => text.includes('Too dirty'))).toBe(true);
    const closedOne = expectStatus(await askReturn(t, ann, [lineOf(order)]), 201);
    expectStatus(await changeReturn(t, ann, closedOne._id, { state: 'closed' }), 200);
    expect((await mails()).some(({ subject }) => subject === `Return ${closedOne.number} is closed`)).toBe(
      true,
    );
    await t.runJobs();
    expect(receiver.received.map(({ body: { type, data } }) => [type, data.number])).toEqual(
      expect.arrayContaining([
        ['return.requested', number],
        ['return.received', number],
      ]),
    );
    receiver.stop();
  });
});

describe('the list', () => {
  test('has one’s own, or everyone’s for staff, searched, by state, and in pages', async () => {
    const ann = await t.makeUser({ name: 'Ann Turner' });
    const order = await buyShipped(t, ann, 4);
    const asked: Return[] = [];
    for (let nth = 0; nth < 3; nth++) asked.push(expectStatus(await askReturn(t, ann, [lineOf(order)]), 201));
    const numbers = asked.map(({ number }) => number).toReversed();
    const listed = async (query: string, by?: TestUser) =>
      (await list(query, by)).map(({ number }) => number);
    expect(await listed('', ann)).toEqual(numbers);
    expect(await listed(`?email=${ann.email}`)).toEqual(numbers);
    expect(await listed(`?q=${numbers[1]?.toLowerCase()}`)).toEqual([numbers[1]]);
    expect(await listed('?q=turner')).toEqual(numbers);
    expect(await listed(`?q=${order.number}`)).toEqual(numbers);
    expect(await listed(`?q=${order.number.replace(/\D/g, '')}`)).toEqual(numbers);
    expectStatus(await changeReturn(t, staff, asked[0]?._id ?? '', { state: 'approved' }), 200);
    expect(await listed(`?email=${ann.email}&state=approved`)).toEqual([asked[0]?.number]);
    expect(await listed('?kind=withdrawal')).toEqual([]);
    const first = await t.call<Return[]>('GET', '/returns?limit=2', { token: ann.token });
    expect([first.body.length, first.headers.get('x-total-count')]).toEqual([2, '3']);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(
      (await t.call<Return[]>('GET', next, { token: ann.token })).body.map(({ number }) => number),
    ).toEqual(numbers.slice(2));
    expect((await t.call('GET', `/returns?email=${buyer.email}`, { token: ann.token })).status).toBe(403);
  });

  test('one return has several orders of a purchase', async () => {
    const tools = await Promise.all([1, 2].map(() => t.makeTool({ onHand: 5 })));
    const [one, two] = await buyBasket(t, buyer, tools);
    if (!one || !two) throw new Error('no orders');
    for (const { _id } of [one, two]) await t.call('PUT', `/manageorders/${_id}`, { token: staff.token });
    const { _id, purchaseNumber } = expectStatus(await askReturn(t, buyer, [lineOf(two), lineOf(one)]), 201);
    expect(purchaseNumber).toBe(one.number);
    expectStatus(await changeReturn(t, staff, _id, { state: 'approved' }), 200);
    const lines = [accepted(two, 1, { restock: 1 }), accepted(one, 1, { restock: 1 })];
    expectStatus(await changeReturn(t, staff, _id, { state: 'received', lines }), 200);
    await t.runJobs();
    expect(await givenBack(t, one)).toEqual({ cents: 2500, times: 2 });
  });
});
