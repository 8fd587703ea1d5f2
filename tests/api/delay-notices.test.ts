import { describe, expect, test, vi } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { addDays } from '#contracts/time-zone.ts';
import type { DelayResults, LinkedDelay } from '#features/delays/contract.ts';
import { endSilentDelays } from '#features/delays/end-silent-delays.ts';
import type { BuyersOrder, DelayNotice } from '#features/orders/contract.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import type { Waiting } from '#features/overview/waiting-contract.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { mailedToken, mailsTo } from '#tests/support/accounts.ts';
import { buy, expectStatus, placeOrder, queuedMails, readOrder, readStock } from '#tests/support/buying.ts';
import { cancelOrder, givenBack, refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

// Decision 132: 16 CFR part 435.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUpForEach(() => t.makeUser());

const today = () => todayOf(t.shop);
const inDays = async (days: number) => addDays(await today(), days);

/** A paid order of two of five units, which must ship within so many days. */
async function paidOrder(shipsIn = 2, onHand = 5) {
  const tool = await t.makeTool({ onHand });
  const order = await buy(t, ada, tool.id, 2);
  await t.asOwner(`update orders set ship_by = '${await inDays(shipsIn)}' where id = '${order._id}'`);
  return { ...order, toolId: tool.id };
}

const send = (orderIds: string[], newDate: string | null, more: object = {}, token = staff.token) =>
  t.call<DelayResults & ErrorReply>('POST', '/delay-notices', {
    token,
    body: { orderIds, newDate, ...more },
  });

/** Sends a notice about an order; its id. */
async function delay({ _id }: { _id: string }, newDate: string | null, reason = ''): Promise<string> {
  const [result] = expectStatus(await send([_id], newDate, { reason }), 200);
  expect(result?.error).toBeNull();
  return result?.insertedId ?? '';
}

const answer = (id: string, words: string, token = ada.token) =>
  t.call<DelayNotice & ErrorReply>('POST', `/delay-notices/${id}/answer`, { token, body: { answer: words } });
const answerLink = (token: string, words: string) =>
  t.call<LinkedDelay & ErrorReply>('POST', '/delay-notices/linked', { body: { token, answer: words } });
const readLink = (token: string) =>
  t.call<LinkedDelay & ErrorReply>('GET', `/delay-notices/linked?token=${token}`);
const linkOf = () => mailedToken(t, ada.email, '/delay');

const listed = async (query: string) =>
  expectStatus(await t.call<DeskOrder[]>('GET', `/manageorders?${query}`, { token: staff.token }), 200).map(
    ({ number }) => number,
  );
const mine = async (orderId: string) =>
  expectStatus(
    await t.call<BuyersOrder[]>('GET', `/orders?email=${ada.email}&ids=${orderId}`, { token: ada.token }),
    200,
  )[0];
const actions = async (orderId: string) =>
  (
    await t.asOwner(
      `select action, details from audit_events where order_id = '${orderId}' and action like 'delay%' order by id`,
    )
  ).map(({ action, details }) => [action, details]);
const waiting = async () =>
  expectStatus(await t.call<Waiting>('GET', '/waiting', { token: staff.token }), 200).shipSoon;

/** Lets the days until a notice's answer pass, and the job run. */
async function letPass(noticeId: string): Promise<void> {
  await t.asOwner(
    `update delay_notices set was_due_on = '2020-01-01', answer_by = '2020-01-02' where id = '${noticeId}'`,
  );
  await endSilentDelays(t.shop);
}

describe('the day by which an order must ship', () => {
  test('is 30 days after its payment, or what the shop promises then, and stays', async () => {
    const tool = await t.makeTool({ onHand: 9 });
    const first = await buy(t, ada, tool.id);
    expect((await readOrder(t, ada, first._id)).shipBy).toBe(await inDays(30));
    await promise(5);
    const second = await buy(t, ada, tool.id);
    expect((await readOrder(t, ada, second._id)).shipBy).toBe(await inDays(5));
    await promise(30);
    expect((await readOrder(t, ada, second._id)).shipBy).toBe(await inDays(5));
    const unpaid = await placeOrder(t, ada, tool.id);
    expect(unpaid.shipBy).toBeNull();
    expectStatus(await cancelOrder(t, ada, second._id), 200);
    expect((await readOrder(t, ada, second._id)).shipBy).toBeNull();
  });

  test('is in no order of a shop in another country, and is filled in where it is missing', async () => {
    const tool = await t.makeTool({ onHand: 9 });
    await setCountry('DE');
    const order = await buy(t, ada, tool.id);
    expect((await readOrder(t, ada, order._id)).shipBy).toBeNull();
    await endSilentDelays(t.shop);
    expect((await readOrder(t, ada, order._id)).shipBy).toBeNull();
    expect((await send([order._id], await inDays(40))).status).toBe(409);
    await setCountry('US');
    await endSilentDelays(t.shop);
    expect((await readOrder(t, ada, order._id)).shipBy).toBe(await inDays(30));
  });

  test('finds orders that are due or late, and counts them', async () => {
    const before = await waiting();
    const [late, due, later] = [await paidOrder(-1), await paidOrder(2), await paidOrder(3)];
    expect(await listed('shipping=late')).toContain(late.number);
    expect(await listed('shipping=late')).not.toContain(due.number);
    const found = await listed('shipping=due');
    expect(found).toEqual(expect.arrayContaining([late.number, due.number]));
    expect(found).not.toContain(later.number);
    expect(await waiting()).toBe(before + 2);
    await delay(due, await inDays(9));
    expect(await listed('shipping=asked')).toContain(due.number);
    expect(await listed('shipping=due')).not.toContain(due.number);
    expect(await waiting()).toBe(before + 1);
    expect((await t.call('GET', '/manageorders?shipping=soon', { token: staff.token })).status).toBe(400);
    const file = await t.call<string>('GET', '/exports/orders.csv?shipping=asked', { token: staff.token });
    expect(file.body).toContain(due.number);
  });
});

describe('a notice of a delay', () => {
  test('tells the buyer the new date, and a link that changes nothing until it is answered', async () => {
    const order = await paidOrder();
    const [was, now] = [await inDays(2), await inDays(20)];
    const id = await delay(order, now, 'The maker is late');
    const [mail] = (await mailsTo(t, ada.email)).filter(({ subject }) => subject.includes('is delayed'));
    expect(mail?.text).toContain('The maker is late');
    expect(mail?.text).toContain('full refund');
    expect(mail?.text).toMatch(/If we don’t hear from you, we’ll keep your order/);
    const token = await linkOf();
    const shown = expectStatus(await readLink(token), 200);
    expect(shown).toMatchObject({
      ...{ _id: id, number: order.number, quantity: 2, wasDueOn: was, newDate: now, state: 'open' },
      ...{ silence: 'consents', answerBy: was, canConsent: true, canCancel: true },
    });
    expect((await readOrder(t, ada, order._id)).shipBy).toBe(was);
    expect(await mine(order._id)).toMatchObject({ delay: { _id: id, state: 'open' } });

    expect(expectStatus(await answerLink(token, 'consent'), 200)).toMatchObject({
      ...{ state: 'consented', bySilence: false, canConsent: false, canCancel: true },
    });
    expect(expectStatus(await answerLink(token, 'consent'), 200).state).toBe('consented');
    expect((await readOrder(t, ada, order._id)).shipBy).toBe(now);
    expect(await actions(order._id)).toEqual([
      ['delay_notice_sent', { shipBy: was, newDate: now, silence: 'consents', answerBy: was }],
      ['delay_accepted', { shipBy: now, before: was, bySilence: false }],
    ]);
  });

  test('cancels with a full refund and gives the units back, by the link or in My Orders, once', async () => {
    const [one, two] = [await paidOrder(), await paidOrder()];
    await delay(one, await inDays(9));
    const token = await linkOf();
    expect((await readLink(token)).headers.get('cache-control')).toBe('no-store');
    expect(expectStatus(await answerLink(token, 'cancel'), 200)).toMatchObject({
      ...{ state: 'cancelled', canConsent: false, canCancel: false },
    });
    expect(expectStatus(await answerLink(token, 'cancel'), 200).state).toBe('cancelled');
    expect((await answerLink(token, 'consent')).status).toBe(409);
    const id = await delay(two, await inDays(9));
    expectStatus(await answer(id, 'cancel'), 200);
    expect(await queuedMails(t, two._id)).toContain('order-cancelled');
    for (const order of [one, two]) {
      expect((await readStock(t, order.toolId)).onHand).toBe(5);
      expect(await refundsOf(t, ada, order._id)).toMatchObject([
        { amount: 25, reason: 'Canceled by the buyer because it was delayed' },
      ]);
      await t.runJobs();
      expect(await givenBack(t, order)).toEqual({ cents: 2500, times: 1 });
    }
  });

  test('can be canceled after consent, until the order ships', async () => {
    const [one, two] = [await paidOrder(), await paidOrder()];
    const [first, second] = [await delay(one, await inDays(9)), await delay(two, await inDays(9))];
    expectStatus(await answer(first, 'consent'), 200);
    expectStatus(await answer(first, 'cancel'), 200);
    expectStatus(await t.call('PUT', `/manageorders/${two._id}`, { token: staff.token }), 200);
    for (const words of ['consent', 'cancel'])
      expect(await answer(second, words)).toMatchObject({
        ...{ status: 409, body: { error: { message: 'This order has already shipped' } } },
      });
    await letPass(second);
    expect((await mine(two._id))?.delay?.state).toBe('ended');
    expect(await readOrder(t, ada, two._id)).toMatchObject({ state: 'shipped', refundDue: 0 });
  });

  test('refunds only what is left of an order that was partly sent', async () => {
    const order = await paidOrder();
    const body = { orders: [{ orderId: order._id, quantity: 1 }] };
    expectStatus(await t.call('POST', '/parcels', { token: staff.token, body }), 201);
    const id = await delay(order, null, 'The maker is late');
    expectStatus(await answer(id, 'cancel'), 200);
    expect(await readOrder(t, ada, order._id)).toMatchObject({
      ...{ state: 'shipped', refundDue: 12.5, refundedQuantity: 1 },
    });
    expect((await readStock(t, order.toolId)).onHand).toBe(4);
  });

  test('cancels the rest of an order whose money went back before, also by silence, and gives no more', async () => {
    for (const isSilent of [false, true]) {
      const order = await paidOrder();
      const body = { orders: [{ orderId: order._id, quantity: 1 }] };
      expectStatus(await t.call('POST', '/parcels', { token: staff.token, body }), 201);
      expectStatus(await refundOrder(t, staff, order._id, { amount: 25 }), 201);
      const id = await delay(order, null, 'The maker is late');
      if (isSilent) await letPass(id);
      else expectStatus(await answer(id, 'cancel'), 200);
      expect((await mine(order._id))?.delay?.state).toBe('cancelled');
      expect(await readOrder(t, ada, order._id)).toMatchObject({
        ...{ state: 'shipped', sentQuantity: 1, refundedQuantity: 1, withdrawnQuantity: 1 },
      });
      expect((await readStock(t, order.toolId)).onHand).toBe(4);
      await t.runJobs();
      expect(await givenBack(t, order)).toEqual({ cents: 2500, times: 1 });
    }
  });

  test('is the buyer’s own, and only its email’s link works', async () => {
    const order = await paidOrder();
    const id = await delay(order, await inDays(9));
    const other = await t.makeUser();
    for (const token of [other.token, staff.token])
      expect((await answer(id, 'cancel', token)).status).toBe(404);
    for (const bad of ['a.b.c', `${(await linkOf()).slice(0, -3)}abc`]) {
      expect((await readLink(bad)).status).toBe(400);
      expect((await answerLink(bad, 'cancel')).status).toBe(400);
    }
    expect((await answer(id, 'maybe')).body.error).toMatchObject({ field: 'answer' });
    expect((await readOrder(t, ada, order._id)).state).toBe('paid');
  });

  test('waits while the payment is disputed', async () => {
    const order = await paidOrder();
    const id = await delay(order, null, 'The maker is late');
    await t.asOwner(`insert into disputes (id, payment_id, amount_cents, currency, reason, state, is_refundable, opened_at)
      select 'dp_delay', payment_id, 2500, 'usd', 'general', 'open', false, now() from payment_orders where order_id = '${order._id}'`);
    expect((await answer(id, 'cancel')).body.error?.code).toBe('order_disputed');
    await letPass(id);
    expect((await mine(order._id))?.delay?.state).toBe('open');
    await t.asOwner(`update disputes set state = 'won', closed_at = now() where id = 'dp_delay'`);
    await endSilentDelays(t.shop);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ state: 'cancelled', refundDue: 25 });
  });
});

describe('silence', () => {
  test('consents to a first delay of up to 30 days, and cancels after another', async () => {
    const order = await paidOrder();
    const until = await inDays(32);
    const first = await delay(order, until);
    await letPass(first);
    expect(await mine(order._id)).toMatchObject({
      ...{ shipBy: until, delay: { state: 'consented', bySilence: true } },
    });
    const second = await delay(order, await inDays(33));
    expect((await mine(order._id))?.delay).toMatchObject({ silence: 'cancels', answerBy: until });
    expect((await answer(first, 'cancel')).status).toBe(409);
    await letPass(second);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ state: 'cancelled', refundDue: 25 });
    expect((await readStock(t, order.toolId)).onHand).toBe(5);
    expect(await refundsOf(t, ada, order._id)).toMatchObject([
      { reason: 'Canceled because we got no answer to our notice of a delay' },
    ]);
  });

  test.each([
    ['longer than 30 days', 33, ''],
    ['of an unknown length', null, 'The maker is late'],
  ])('cancels a first delay %s 30 days after the order was due', async (_, days, reason) => {
    const order = await paidOrder();
    const id = await delay(order, days === null ? null : await inDays(days), reason);
    expect((await mine(order._id))?.delay).toMatchObject({
      ...{ silence: 'cancels', answerBy: await inDays(32) },
    });
    await endSilentDelays(t.shop);
    expect((await readOrder(t, ada, order._id)).state).toBe('paid');
    await letPass(id);
    expect((await readOrder(t, ada, order._id)).state).toBe('cancelled');
    await endSilentDelays(t.shop);
    expect(await refundsOf(t, ada, order._id)).toHaveLength(1);
  });

  test('about a notice sent too late cancels in three days', async () => {
    const order = await paidOrder(-1);
    await delay(order, await inDays(5));
    expect((await mine(order._id))?.delay).toMatchObject({
      ...{ silence: 'cancels', answerBy: await inDays(3) },
    });
  });

  test('of one buyer ends although another’s notice fails', async () => {
    const [bad, good] = [await paidOrder(), await paidOrder()];
    const ids = [await delay(bad, null, 'Late'), await delay(good, null, 'Late')];
    await t.asOwner(`update delay_notices set was_due_on = '2020-01-01', answer_by = '2020-01-02'
      where id in ('${ids.join("','")}')`);
    const { enqueue } = t.shop.jobs;
    const failing = vi.spyOn(t.shop.jobs, 'enqueue').mockImplementation(async (...asked) => {
      if (JSON.stringify(asked[2]).includes(bad._id)) throw new Error('nobody expects this');
      return enqueue(...asked);
    });
    await endSilentDelays(t.shop);
    expect((await readOrder(t, ada, good._id)).state).toBe('cancelled');
    expect((await readOrder(t, ada, bad._id)).state).toBe('paid');
    expect(t.shop.failedItems.get('end-silent-delays')).toBe(1);
    failing.mockRestore();
    await endSilentDelays(t.shop);
    expect((await readOrder(t, ada, bad._id)).state).toBe('cancelled');
  });
});

describe('sending a notice', () => {
  test('is refused order by order, and for a wrong date or reason', async () => {
    const [order, shipped] = [await paidOrder(), await paidOrder()];
    const unpaid = await placeOrder(t, ada, order.toolId);
    expectStatus(await t.call('PUT', `/manageorders/${shipped._id}`, { token: staff.token }), 200);
    const gone = '019ad0a0-0000-7000-8000-000000000001';
    const results = expectStatus(
      await send([order._id, unpaid._id, shipped._id, gone], await inDays(9)),
      200,
    );
    expect(results.map(({ error }) => error?.code ?? null)).toEqual([
      null,
      'conflict',
      'conflict',
      'not_found',
    ]);
    const [again] = expectStatus(await send([order._id], await inDays(9)), 200);
    expect(again?.error?.message).toBe('The buyer hasn’t answered the last notice yet');
    const other = await paidOrder();
    for (const day of [await inDays(2), await inDays(0), await inDays(366)]) {
      const [refused] = expectStatus(await send([other._id], day), 200);
      expect(refused?.error?.code).toBe('invalid_input');
    }
    expect((await send([other._id], null)).body.error).toMatchObject({ field: 'reason' });
    expect((await send([other._id], '2026-02-31')).body.error).toMatchObject({ field: 'newDate' });
    expect((await send([], await inDays(9))).body.error).toMatchObject({ field: 'orderIds' });
    expect((await send([other._id], null, { reason: 'x'.repeat(301) })).status).toBe(400);
    expect((await mine(other._id))?.delay).toBeNull();
  });

  test('says which notices were sent before one failed unexpectedly', async () => {
    const [one, two, three] = [await paidOrder(), await paidOrder(), await paidOrder()];
    await t.asOwner(`create function fail() returns trigger language plpgsql as $$ begin
      if new.order_id = '${two._id}' then raise 'broken'; end if; return new; end $$;
      create trigger fail before insert on delay_notices for each row execute function fail()`);
    const sent = await send([one._id, two._id, three._id], await inDays(9));
    await t.asOwner('drop trigger fail on delay_notices; drop function fail()');
    const results = expectStatus(sent, 200);
    expect(results.map(({ orderId, error }) => [orderId, error?.code ?? null])).toEqual([
      ...[
        [one._id, null],
        [two._id, 'internal'],
      ],
      [three._id, 'unavailable'],
    ]);
    expect(await mine(one._id)).toMatchObject({ delay: { _id: results[0]?.insertedId } });
  });

  test('needs none after the buyer agreed to wait without a date', async () => {
    const order = await paidOrder();
    expectStatus(await answer(await delay(order, null, 'The maker is late'), 'consent'), 200);
    expect((await readOrder(t, ada, order._id)).shipBy).toBeNull();
    await endSilentDelays(t.shop);
    expect((await readOrder(t, ada, order._id)).shipBy).toBeNull();
    const [refused] = expectStatus(await send([order._id], await inDays(9)), 200);
    expect(refused?.error?.code).toBe('conflict');
  });
});

/** Changes a section of the shop's details. */
async function changeSection(section: 'contact' | 'region', values: object): Promise<void> {
  type Managed = { version: number; details: Record<string, object> };
  const { version, details } = expectStatus(
    await t.call<Managed>('GET', '/managedetails', { token: admin.token }),
    200,
  );
  const body = { version, [section]: { ...details[section], ...values } };
  expectStatus(await t.call('PATCH', '/details', { token: admin.token, body }), 200);
}
const promise = (shipsWithin: number) => changeSection('contact', { shipsWithin });
const setCountry = (country: string) => changeSection('region', { country, state: '' });
