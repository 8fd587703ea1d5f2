import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayIn } from '#contracts/time-zone.ts';
import { eraseAccount } from '#features/account/erase-account.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Return } from '#features/returns/contract.ts';
import { declareWithdrawal } from '#features/withdrawals/declare-withdrawal.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { buyBasket } from '#tests/support/baskets.ts';
import { buy, expectStatus, placeOrder, readOrder } from '#tests/support/buying.ts';
import { chargeAtHome, deliveryMethod } from '#tests/support/charges.ts';
import { givenBack } from '#tests/support/refunding.ts';
import { accepted, buyShipped, changeReturn } from '#tests/support/returning.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { declare, sellIn } from '#tests/support/withdrawing.ts';

const HOUR_MS = 3_600_000;
const UNDO_MS = 10_000;

const t = setUpShop();
beforeAll(() => sellIn(t));
/** Every test has people of its own, and hours of its own for the limits. */
beforeEach(() => t.clock.advance(HOUR_MS));

const withdraw = (
  order: Pick<Order, 'number'>,
  { email }: Pick<TestUser, 'email'>,
  lines?: readonly object[],
) => declare(t, { orderNumber: order.number, email, ...(lines && { lines }) });
const acknowledgements = async ({ email }: Pick<TestUser, 'email'>) =>
  (await mailsTo(t, email)).filter(({ subject }) => /withdrawal/.test(subject));
const returnsOf = async ({ token }: TestUser) =>
  expectStatus(await t.call<Return[]>('GET', '/returns', { token }), 200);
const staffNotes = async (orderId: string) => {
  const { token } = await t.makeUser({ role: 'staff' });
  const { body } = await t.call<{ note: string }[]>('GET', `/orders/${orderId}/notes`, { token });
  return body.map(({ note }) => note);
};
const zone = async () => (await t.shop.details.read()).region.zone;
const setDelivered = (orderId: string, day: string) =>
  t.asOwner(`update parcels set delivered_on = '${day}', sent_at = sent_at - interval '60 days'
    where id in (select parcel_id from parcel_orders where order_id = '${orderId}')`);

describe('POST /withdrawals', () => {
  it('opens a return, approved at once, and acknowledges content and time to the order’s address', async () => {
    const ada = await t.makeUser();
    const order = await buyShipped(t, ada, 2);
    const { status, body } = await withdraw(order, ada);
    expect([status, body]).toEqual([202, { declaredAt: expect.stringMatching(/^2\d{3}-.+Z$/) }]);
    const [mail, ...others] = await acknowledgements(ada);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`We received your withdrawal from order ${order.number}`);
    const [opened, ...more] = await returnsOf(ada);
    expect(more).toEqual([]);
    expect(opened).toMatchObject({
      kind: 'withdrawal',
      state: 'approved',
      declaredName: 'Ada Joiner',
      declaredEmail: ada.email,
      lines: [{ orderId: order._id, quantity: 2, reason: 'withdrawal' }],
    });
    expect(opened?.address).not.toBe('');
    for (const words of ['2 units', 'Ada Joiner', opened?.number, opened?.address, '2026'])
      expect(mail?.text).toContain(words);
    expect((await readOrder(t, ada, order._id)).returningQuantity).toBe(2);
    const subjects = (await mailsTo(t, ada.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes(opened?.number ?? '-'))).toEqual([]);
  });

  it('takes units and lines of one purchase, by the purchase’s number or a line’s', async () => {
    const ada = await t.makeUser();
    const tools = [await t.makeTool({ onHand: 9 }), await t.makeTool({ onHand: 9 })];
    const orders = await buyBasket(
      t,
      ada,
      tools.map(({ id }) => ({ id, quantity: 3 })),
    );
    for (const { _id: orderId } of orders) await shipOrder(t.shop, { orderId });
    const [first, second] = orders as [Order, Order];
    await withdraw(first, ada, [{ orderNumber: second.number.toLowerCase(), quantity: 1 }]);
    await t.runJobs();
    expect((await returnsOf(ada)).map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1]]);
    await withdraw(second, ada);
    await t.runJobs();
    await withdraw(first, ada);
    await t.runJobs();
    const lines = (await returnsOf(ada)).map((each) =>
      each.lines.map(({ orderNumber, quantity }) => [orderNumber, quantity]),
    );
    expect(lines).toEqual([[[first.number, 3]], [[second.number, 2]], [[second.number, 1]]]);
  });

  it('acknowledges items that are no part of the order as declared, and tells staff once', async () => {
    const [ada, eve] = [await t.makeUser(), await t.makeUser()];
    const [order, other] = [await buyShipped(t, ada), await buyShipped(t, eve)];
    const lines = [
      { orderNumber: 'ty-99999999', quantity: 3 },
      { orderNumber: other.number, quantity: 1 },
    ];
    await withdraw(order, ada, lines);
    t.clock.advance(HOUR_MS);
    await withdraw(order, ada, lines);
    const [mail] = await acknowledgements(ada);
    for (const words of ['TY-99999999', '3 units', 'aren’t part of this order'])
      expect(mail?.text).toContain(words);
    expect([...(await returnsOf(ada)), ...(await returnsOf(eve))]).toEqual([]);
    expect(await staffNotes(order._id)).toEqual([
      'Ada Joiner withdrew from items that aren’t part of this order. Please ask which were meant.',
    ]);
    expect(await staffNotes(other._id)).toEqual([]);
    await t.asOwner(`update users set email_verified = false where email = '${ada.email}'`);
    t.clock.advance(HOUR_MS);
    await withdraw(order, ada, [{ orderNumber: 'visit evil.example', quantity: 1 }]);
    const texts = (await acknowledgements(ada)).map(({ text }) => text);
    expect(texts.join()).not.toContain('EVIL');
    expect(texts.every((text) => text.includes('aren’t part of this order'))).toBe(true);
  });

  it('leads to canceling what has not shipped, and tells staff once', async () => {
    const ada = await t.makeUser();
    const order = await buy(t, ada, (await t.makeTool({ onHand: 9 })).id, 2);
    await withdraw(order, ada);
    await withdraw(order, ada);
    const mails = await acknowledgements(ada);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.text).toContain('You can cancel it in My Orders');
    expect(await returnsOf(ada)).toEqual([]);
    expect(await staffNotes(order._id)).toEqual([
      'Ada Joiner withdrew from 2 units that haven’t shipped. Please cancel and refund them.',
    ]);
    expectStatus(await t.call('POST', `/orders/${order._id}/cancel`, { token: ada.token, body: {} }), 200);
    await withdraw(order, ada);
    expect((await acknowledgements(ada))[0]?.text).toContain('is already canceled');
  });

  it('answers the same, with nothing done and nobody emailed, for orders and emails that do not match', async () => {
    const [ada, eve] = [await t.makeUser(), await t.makeUser()];
    const order = await buyShipped(t, ada);
    const unpaid = await placeOrder(t, ada, (await t.makeTool()).id);
    const right = await withdraw(order, ada);
    const replies = [
      await declare(t, { orderNumber: 'TY-99999999', email: ada.email }),
      await withdraw(order, eve),
      await withdraw(unpaid, ada),
      await withdraw(order, { email: 'nobody@nowhere.example' }),
    ];
    const shapeOf = ({ status, headers, body }: typeof right) => [
      status,
      Object.keys(body),
      headers.get('cache-control'),
      headers.get('content-length'),
    ];
    for (const reply of replies) expect(shapeOf(reply)).toEqual(shapeOf(right));
    expect(await acknowledgements(eve)).toEqual([]);
    expect(await acknowledgements({ email: 'nobody@nowhere.example' })).toEqual([]);
    expect(await acknowledgements(ada)).toHaveLength(1);
    expect(await returnsOf(ada)).toHaveLength(1);
  });

  it('looks up nothing before it answers, so that the time says nothing', async () => {
    const ada = await t.makeUser();
    const order = await buyShipped(t, ada);
    await withdraw(order, ada);
    const before = await t.shop.db
      .selectFrom('returns')
      .select('id')
      .where('user_id', '=', ada.userId)
      .execute();
    expect(before).toEqual([]);
    await t.runJobs();
    expect(await returnsOf(ada)).toHaveLength(1);
  });

  it('opens one return for declarations at the same moment', async () => {
    const ada = await t.makeUser();
    const order = await buyShipped(t, ada, 2);
    const declaredAt = t.clock.now().toISOString();
    const payload = { name: 'Ada', orderNumber: order.number, email: ada.email, lines: [], declaredAt };
    await Promise.all([1, 2, 3].map(() => declareWithdrawal(t.shop, payload)));
    const opened = await returnsOf(ada);
    expect(opened.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[2]]);
    expect(await acknowledgements(ada)).toHaveLength(1);
  });

  it('opens no second return when its job runs again, as after a crash', async () => {
    const ada = await t.makeUser();
    const order = await buyShipped(t, ada, 3);
    const declaredAt = t.clock.now().toISOString();
    const lines = [{ orderNumber: order.number, quantity: 1 }];
    const payload = { name: 'Ada', orderNumber: order.number, email: ada.email, lines, declaredAt };
    for (const _ of [1, 2, 3]) await declareWithdrawal(t.shop, payload);
    await Promise.all([1, 2, 3].map(() => declareWithdrawal(t.shop, payload)));
    const quantities = async () =>
      (await returnsOf(ada)).map((opened) => opened.lines.map(({ quantity }) => quantity));
    expect(await quantities()).toEqual([[1]]);
    expect(await acknowledgements(ada)).toHaveLength(1);
    // Another declaration is another withdrawal.
    t.clock.advance(1);
    await declareWithdrawal(t.shop, { ...payload, declaredAt: t.clock.now().toISOString() });
    expect(await quantities()).toEqual([[1], [1]]);
    expect(await acknowledgements(ada)).toHaveLength(2);
  });

  it('counts by email and by client, and stores nothing beyond that', async () => {
    const email = 'flood@flood.example';
    const statuses: number[] = [];
    for (let nth = 0; nth < 7; nth++)
      statuses.push((await declare(t, { orderNumber: `TY-${nth}`, email })).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    const flood = await Promise.all(
      Array.from({ length: 70 }, (_, nth) =>
        declare(t, { orderNumber: 'TY-1', email: `e${nth}@flood.example` }),
      ),
    );
    const taken = flood.filter(({ status }) => status === 202).length;
    expect(taken).toBeLessThanOrEqual(50 - 5);
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(70 - taken);
  });

  it('refuses what is malformed with its field, whatever the order', async () => {
    const good = { orderNumber: 'TY-1', email: 'a@b.example' };
    const line = { orderNumber: 'TY-1', quantity: 1 };
    for (const [change, field] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ name: 'a\u0000b' }, 'name'],
      [{ orderNumber: '' }, 'orderNumber'],
      [{ orderNumber: 'x'.repeat(41) }, 'orderNumber'],
      [{ email: 'nobody' }, 'email'],
      [{ lines: [line, { ...line, orderNumber: 'ty-1' }] }, 'lines'],
      [{ lines: [{ ...line, quantity: 0 }] }, 'lines.0.quantity'],
      [{ lines: Array.from({ length: 51 }, (_, nth) => ({ ...line, orderNumber: `TY-${nth}` })) }, 'lines'],
    ] as const) {
      const { status, body } = await declare(t, { ...good, ...change });
      expect([status, body.error.field]).toEqual([400, field]);
    }
  });

  it('takes texts at their maximum, and shows them as text', async () => {
    const ada = await t.makeUser();
    const order = await buyShipped(t, ada);
    const name = '<b>&"\''.padEnd(200, 'Ω');
    await declare(t, {
      name,
      orderNumber: ` ${order.number.toLowerCase()} `,
      email: ada.email.toUpperCase(),
    });
    expect((await returnsOf(ada)).length + (await acknowledgements(ada)).length).toBe(1);
    const [mail] = await acknowledgements(ada);
    expect(mail?.text).toContain(name);
    expect((await returnsOf(ada))[0]?.declaredName).toBe(name);
  });
});

describe('the withdrawal period', () => {
  it('is over 14 days after the last delivery, and the email says so', async () => {
    const ada = await t.makeUser();
    const order = await buyShipped(t, ada);
    const today = dayIn(t.clock.now(), await zone());
    await setDelivered(order._id, addDays(today, -17));
    await withdraw(order, ada);
    const [mail] = await acknowledgements(ada);
    expect(mail?.text).toMatch(/ended on \w+ \d{1,2}, 2\d{3}\. If it was delivered later/);
    expect(await returnsOf(ada)).toEqual([]);
    expect(await staffNotes(order._id)).toEqual([expect.stringContaining('after the withdrawal period')]);
    await setDelivered(order._id, addDays(today, -13));
    await withdraw(order, ada);
    await t.runJobs();
    expect(await returnsOf(ada)).toMatchObject([{ state: 'approved' }]);
  });

  it('is not ended by an assumed delivery alone: staff answer', async () => {
    const ada = await t.makeUser();
    const order = await buyShipped(t, ada);
    await t.asOwner(`update parcels set sent_at = sent_at - interval '60 days'
      where id in (select parcel_id from parcel_orders where order_id = '${order._id}')`);
    await withdraw(order, ada);
    const [mail] = await acknowledgements(ada);
    expect(mail?.text).toMatch(
      /By an estimated delivery date, the time to withdraw ended on \w+ \d{1,2}, 2\d{3}\./,
    );
    expect(mail?.text).toContain('Please don’t send anything back yet');
    expect(await returnsOf(ada)).toMatchObject([{ kind: 'withdrawal', state: 'requested' }]);
  });
});

describe('after the account was erased', () => {
  it('works by the order’s number and email, and answers that address', async () => {
    const ada = await t.makeUser();
    const order = await buyShipped(t, ada);
    t.clock.advance(UNDO_MS);
    await t.runJobs();
    await eraseAccount(t.shop, ada.userId);
    await declare(t, { orderNumber: order.number, email: 'someone@else.example' });
    expect(await acknowledgements({ email: 'someone@else.example' })).toEqual([]);
    await withdraw(order, ada);
    const [mail, ...more] = await acknowledgements(ada);
    expect([mail?.subject, more]).toEqual([`We received your withdrawal from order ${order.number}`, []]);
    const opened = await t.shop.db
      .selectFrom('returns')
      .select(['kind', 'state'])
      .where('user_id', '=', ada.userId)
      .execute();
    expect(opened).toEqual([{ kind: 'withdrawal', state: 'approved' }]);
    const [row] = await t.asOwner(`select erased_email_hash, email from orders where id = '${order._id}'`);
    expect(row?.erased_email_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(ada.email);
  });
});

describe('where the law has none', () => {
  it.each([
    ['US', 'both'],
    ['DE', 'businesses'],
    ['GB', 'consumers'],
  ] as const)('%s, selling to %s, has no such call', async (country, customers) => {
    await sellIn(t, country, customers);
    const ada = await t.makeUser();
    const { status, body } = await withdraw({ number: 'TY-1' }, ada);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    await sellIn(t);
  });
});

describe('with delivery and tax', () => {
  it('gives the whole purchase back with standard delivery and its tax: 18.15, not 12.10', async () => {
    await chargeAtHome(t, deliveryMethod({ price: 5.5 }));
    const ada = await t.makeUser();
    const staff = await t.makeUser({ role: 'staff' });
    const { id } = await t.makeTool({ onHand: 9, priceCents: 550 });
    const [order] = (await buyBasket(t, ada, [{ id, quantity: 2 }])) as [Order];
    await shipOrder(t.shop, { orderId: order._id });
    // It was sold in the United States, whose tax applies to the delivery, too.
    await sellIn(t);
    await withdraw(order, ada);
    await t.runJobs();
    const [opened] = await returnsOf(ada);
    const body = { state: 'received', lines: [accepted(order, 2)] };
    const received = expectStatus(await changeReturn(t, staff, opened?._id ?? '', body), 200);
    expect(received.lines[0]?.refunded).toBe(18.15);
    await t.runJobs();
    expect(await givenBack(t, order)).toEqual({ cents: 1815, times: 1 });
  });
});
