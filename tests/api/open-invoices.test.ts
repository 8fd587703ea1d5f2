import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { addDays, dayIn } from '#contracts/time-zone.ts';
import type { ListedInvoice } from '#features/invoices/contract.ts';
import type { ListedOrder, Order } from '#features/orders/contract.ts';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import type { Overview } from '#features/overview/contract.ts';
import type { OpenInvoice, TransferTerms } from '#features/payments/open-invoices/contract.ts';
import type { ManagedDetails } from '#features/shop-settings/contract.ts';
import { issueAccessToken } from '#features/users/access-token.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import {
  beginPayment,
  confirmCard,
  expectStatus,
  orderBody,
  placeOrder,
  queuedMails,
  readOrder,
  readPayments,
  readStock,
  startPayment,
} from '#tests/support/buying.ts';
import {
  bankDetails,
  giveBankDetails,
  invoiceOrders,
  withdrawInvoice,
} from '#tests/support/open-invoices.ts';
import {
  accept,
  ask,
  decline,
  makeAccepted,
  makeOffered,
  readQuote,
  withdraw,
} from '#tests/support/quotes.ts';
import { cancelOrder } from '#tests/support/refunding.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
let staff: TestUser;
let admin: TestUser;
let ada: TestUser;
let zone: string;

beforeAll(async () => {
  zone = (await t.shop.details.read()).time.zone;
  [staff, admin] = [await t.makeUser({ role: 'staff' }), await t.makeUser({ role: 'admin' })];
});
beforeEach(async () => {
  [ada, staff, admin] = [await t.makeUser({ name: 'Ada Joiner' }), await fresh(staff), await fresh(admin)];
});
afterAll(async () => {
  expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]);
  expect(await findStockDifferences(t.shop.db, 5)).toEqual({ count: 0, tools: [] });
});

/** Somebody with a token of now: one lasts for ten minutes. */
async function fresh(user: TestUser): Promise<TestUser> {
  const { id: sessionId } = await t.shop.db
    .selectFrom('identity.session as session')
    .innerJoin('users', 'users.subject', 'session.userId')
    .select('session.id')
    .where('users.id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const claims = { userId: user.userId, sessionId };
  return { ...user, ...(await issueAccessToken(t.shop.secrets.key('access-token'), claims, t.clock.now())) };
}

async function pass(minutes: number): Promise<void> {
  t.clock.advance(minutes * 60_000);
  await t.shop.jobs.enqueue(t.shop.db, 'reconcile-payments', {});
  await t.runJobs();
  [ada, staff, admin] = [await fresh(ada), await fresh(staff), await fresh(admin)];
}

const today = () => dayIn(t.clock.now(), zone);

const order = async (units = 2, onHand = 10) => {
  const tool = await t.makeTool({ name: 'Claw hammer', priceCents: 1250, onHand });
  return { tool, order: await placeOrder(t, ada, tool.id, units) };
};

const issue = async (orders: Order[], more: object = {}) =>
  expectStatus(await invoiceOrders(t, staff, ada, orders, more), 201);

const mark = (orders: Pick<Order, '_id'>[], more: object = {}) =>
  t.call<Order[] & ErrorReply>('POST', `/customers/${ada.email}/mark-paid`, {
    token: staff.token,
    body: { orderIds: orders.map(({ _id }) => _id), method: 'transfer', ...more },
  });

const papers = async (query: string) =>
  (await t.call<ListedInvoice[]>('GET', `/invoices?${query}`, { token: staff.token })).body;

const pdfOf = async (path: string, { token }: TestUser) => {
  const response = await fetch(new URL(path, t.url), { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
};
const textOf = async (path: string, who: TestUser) =>
  (await extractText(await pdfOf(path, who), { mergePages: true })).text.replaceAll('\n', ' ');
const xmlOf = async (path: string, who: TestUser) =>
  Buffer.from((await (await pdfOf(path, who)).getAttachmentContent('factur-x.xml')) ?? []).toString();

const rowsOf = async (query: string) => {
  const file = await t.call<string>('GET', `/exports/invoices.csv?${query}`, { token: staff.token });
  return parse(file.body, { bom: true, columns: true }) as Record<string, string>[];
};

test('no invoice before payment without the shop’s bank details', async () => {
  const { order: one } = await order();
  expect(await invoiceOrders(t, staff, ada, [one])).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: expect.stringContaining('bank account') } },
  });
  expect(await readPayments(t, one._id)).toEqual([]);
  const terms = await t.call<TransferTerms>('GET', '/transfer-terms', { token: staff.token });
  expect(terms.body).toEqual({ account: null, paymentDays: 14, today: today(), dueOn: addDays(today(), 14) });
});

describe('the bank details', () => {
  const change = async (bank: object) => {
    const { body } = await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token });
    return t.call<ErrorReply & ManagedDetails>('PATCH', '/details', {
      token: admin.token,
      body: { version: body.version, bank },
    });
  };

  test.each<[string, object, string]>([
    ['an IBAN with wrong check digits', { iban: 'DE03120300000000202051' }, 'bank.iban'],
    ['a BIC that is none', { bic: 'BANK' }, 'bank.bic'],
    ['no account', { iban: '' }, 'bank.iban'],
    ['an account without its holder', { holder: '' }, 'bank.holder'],
    ['no days', { paymentDays: 0 }, 'bank.paymentDays'],
    ['more than a year', { paymentDays: 366 }, 'bank.paymentDays'],
    ['half a day', { paymentDays: 1.5 }, 'bank.paymentDays'],
  ])('are refused with %s', async (_what, wrong, field) => {
    expect(await change({ ...bankDetails, ...wrong })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    });
  });

  test('are an admin’s to change, written down, as people write them, and on no page', async () => {
    const written = { ...bankDetails, iban: 'de02 1203 0000 0000 2020 51', bic: 'byladem1 001' };
    expect((await change(written)).body.details.bank).toEqual(bankDetails);
    const [{ details } = {}] = await t.asOwner(
      `select details from audit_events where action = 'details_changed' order by id desc limit 1`,
    );
    expect(details).toMatchObject({ sections: 'bank' });
    const told = await t.call<object>('GET', '/details');
    expect(JSON.stringify(told.body)).not.toContain(bankDetails.iban);
    expect(told.body).not.toHaveProperty('bank');
  });
});

describe('an invoice before payment', () => {
  beforeAll(() => giveBankDetails(t));

  test('reserves the units for as long as it is open, and says by when and where it is to be paid', async () => {
    const { tool, order: one } = await order();
    const other = await placeOrder(t, ada, (await t.makeTool({ priceCents: 100 })).id, 1);
    const dueOn = addDays(today(), 30);
    const invoice = await issue([one, other], { dueOn, price: 26 });
    expect(invoice).toMatchObject({
      ...{ dueOn, overdue: false, date: today(), total: 26, currency: 'usd' },
      orders: [one, other].map(({ _id, number }) => ({ orderId: _id, number })),
      account: { holder: 'Foundry Street Tools LLC', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
    });
    const own = await t.call<OpenInvoice>('GET', `/orders/${other._id}/open-invoice`, { token: ada.token });
    expect(own.body).toEqual(invoice);
    expect((await readOrder(t, ada, one._id)).openInvoice).toEqual({ number: invoice.number, dueOn });
    expect(await readPayments(t, one._id)).toMatchObject([
      {
        ...{ state: 'live', method: 'transfer', marked_by: staff.userId, intent_id: null },
        ...{ due_on: dueOn, hold_expires_at: null, amount_cents: 2600, held_quantity: 2 },
      },
    ]);
    // Neither time nor what goes round ends it.
    await pass(60);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 2, sold: 0 });

    const text = await textOf(`/orders/${one._id}/invoice.pdf`, ada);
    for (const part of [
      'Foundry Street Tools LLC',
      'DE02 1203 0000 0000 2020 51',
      'BYLADEM1001',
      'Foundry Bank',
      `Payable by ${new Date(`${dueOn}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`,
      `Reference ${invoice.number}`,
      'Amount due $26.00',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Paid in advance');
    const [paper] = await papers(`q=${invoice.number}`);
    expect(paper).toMatchObject({ _id: invoice._id, kind: 'invoice', total: 26, dueOn, status: 'open' });
    expect(await rowsOf(`q=${invoice.number}`)).toMatchObject([
      {
        number: invoice.number,
        dueOn,
        status: 'open',
        paymentMethod: 'transfer',
        transactionId: '',
        receivedOn: '',
      },
    ]);
    const trail = await t.asOwner(
      `select action, actor_id, details from audit_events where order_id = '${one._id}' and action = 'invoice_issued'`,
    );
    expect(trail).toMatchObject([{ actor_id: staff.userId, details: { number: invoice.number, dueOn } }]);
  });

  test('is emailed with its PDF to a verified address, and never issued for another', async () => {
    const { order: one } = await order();
    const invoice = await issue([one]);
    expect(await queuedMails(t, one._id)).toEqual(['invoice']);
    await t.runJobs();
    const [mail] = (await mailsTo(t, ada.email)).filter(({ subject }) => subject.includes(invoice.number));
    for (const part of [
      'DE02 1203 0000 0000 2020 51',
      invoice.number,
      '$25.00',
      `/dashboard/payment/${one._id}`,
    ])
      expect(mail?.text).toContain(part);
    ada = await t.makeUser({ verified: false });
    const { order: unproved } = await order();
    expect(await invoiceOrders(t, staff, ada, [unproved])).toMatchObject({
      status: 409,
      body: { error: { code: 'email_not_verified' } },
    });
    expect(await readPayments(t, unproved._id)).toEqual([]);
  });

  test('is paid by the transfer for just what is on it, without a second invoice', async () => {
    const { tool, order: one } = await order();
    const other = await placeOrder(t, ada, tool.id, 1);
    const invoice = await issue([one, other]);
    const half = await mark([one]);
    expect([half.status, half.body.error.code]).toEqual([409, 'invoice_open']);
    const { order: third } = await order();
    expect((await mark([one, other, third])).body.error.code).toBe('invoice_open');
    expect((await mark([one, other], { deliveryMethodId: randomUUID() })).body.error.code).toBe(
      'invoice_open',
    );
    expect((await mark([one, other], { price: 37.49 })).body.error).toMatchObject({
      code: 'price_changed',
      current: 37.5,
    });
    expect((await mark([one, other], { receivedOn: addDays(today(), 1) })).body.error).toMatchObject({
      code: 'invalid_input',
      field: 'receivedOn',
    });
    const receivedOn = addDays(today(), -1);
    // Whatever the tool costs by now, and though it has left the shop.
    await t.asOwner(`update tools set price_cents = 9900 where id = '${tool.id}'`);
    expectStatus(await t.call('DELETE', `/tool/${tool.id}`, { token: admin.token }), 200);
    await t.runJobs();
    expect(await readStock(t, tool.id)).toMatchObject({ held: 3 });
    const body = { reference: `${invoice.number} Ada`, price: 37.5, receivedOn };
    const paid = expectStatus(await mark([other, one], body), 200);
    const [payment] = await readPayments(t, one._id);
    const transactionId = `transfer_${payment?.id}`;
    expect(paid.map((each) => [each.state, each.transactionId, each.openInvoice])).toEqual(
      Array(2).fill(['paid', transactionId, null]),
    );
    expect(payment).toMatchObject({
      state: 'succeeded',
      reference: `${invoice.number} Ada`,
      received_on: receivedOn,
    });
    expect(await papers(`q=${one.number}`)).toMatchObject([
      { number: invoice.number, status: 'paid', dueOn: invoice.dueOn },
    ]);
    expect(await rowsOf(`q=${one.number}`)).toMatchObject([
      { number: invoice.number, status: 'paid', receivedOn, paymentReference: `${invoice.number} Ada` },
    ]);
    expect(await readStock(t, tool.id)).toMatchObject({ held: 0, sold: 3 });
    expect((await t.call('GET', `/orders/${one._id}/open-invoice`, { token: ada.token })).status).toBe(404);
    const listed = await t.call<ListedOrder[]>('GET', `/orders?email=${ada.email}&ids=${one._id}`, {
      token: ada.token,
    });
    expect(listed.body).toMatchObject([{ invoiceNumber: invoice.number, invoiceOverdue: false }]);
    expect(await mark([one, other])).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    const late = await withdrawInvoice(t, staff, invoice);
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    // What goes back of it is of a payment by hand.
    expectStatus(await cancelOrder(t, ada, other._id), 200);
    const [note] = await papers(`q=${other.number}&kind=credit_note`);
    expect(note).toMatchObject({ total: 12.5, status: null, dueOn: null });
    const text = await textOf(`/invoices/${note?._id}.pdf`, staff);
    expect(text).toContain('To be refunded by us directly');
    expect(text).not.toContain('Payable by');
  });

  test('keeps its orders from a card, a change, a quote and an end, in words', async () => {
    const { order: one } = await order();
    const { number } = await issue([one]);
    const refusal = {
      status: 409,
      body: { error: { code: 'invoice_open', message: expect.stringContaining(number) } },
    };
    const asAda = (method: string, path: string, body?: object) =>
      t.call(method, path, { token: ada.token, ...(body && { body }) });
    expect(await startPayment(t, ada, one)).toMatchObject(refusal);
    expect(await asAda('PUT', `/orders/${one._id}`, { ...orderBody(one.toolId, 3) })).toMatchObject(refusal);
    expect(await asAda('DELETE', `/orders/${one._id}/payment`)).toMatchObject(refusal);
    expect(await asAda('DELETE', `/orders/${one._id}`)).toMatchObject(refusal);
    expect(await ask(t, ada, [one])).toMatchObject(refusal);
    expect(await invoiceOrders(t, staff, ada, [one])).toMatchObject(refusal);
    const { order: free } = await order();
    const body = { orderIds: [free._id, one._id] };
    expect(await asAda('POST', '/create-payment-intent', body)).toMatchObject(refusal);
    expect(await readPayments(t, one._id)).toHaveLength(1);
    expect(
      (await asAda('PUT', `/orders/${one._id}`, { ...orderBody(one.toolId, 2), phone: '+1 555 0199' }))
        .status,
    ).toBe(200);
    const holds = await t.call<{ orders: { orderId: string }[] }[]>('GET', '/holds', { token: staff.token });
    expect(holds.body.flatMap(({ orders }) => orders.map(({ orderId }) => orderId))).not.toContain(one._id);
    await beginPayment(t, ada, free);
  });

  test('ends a card payment under way first, and is not issued over one that has succeeded', async () => {
    const { order: one } = await order();
    const intent = await beginPayment(t, ada, one);
    await issue([one]);
    expect((await confirmCard(t, intent)).status).toBe(409);
    const { order: charged } = await order();
    await confirmCard(t, await beginPayment(t, ada, charged));
    expect(await invoiceOrders(t, staff, ada, [charged])).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
    expect((await readOrder(t, ada, charged._id)).paid).toBe(true);
  });

  test('is withdrawn with a credit note over the whole of it: the units go back, the orders stay', async () => {
    const { tool, order: one } = await order();
    const invoice = await issue([one]);
    expect((await withdrawInvoice(t, staff, { _id: randomUUID() })).status).toBe(404);
    expect((await withdrawInvoice(t, staff, invoice, ' ')).body.error).toMatchObject({
      code: 'invalid_input',
      field: 'reason',
    });
    const { creditNote } = expectStatus(await withdrawInvoice(t, staff, invoice), 200);
    expect(creditNote).toMatch(/^CN-\d{6}$/);
    expect((await withdrawInvoice(t, staff, invoice)).body).toEqual({ creditNote });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 0, sold: 0 });
    expect(await papers(`q=${one.number}`)).toMatchObject([
      { number: creditNote, kind: 'credit_note', total: 25, status: null },
      { number: invoice.number, status: 'withdrawn' },
    ]);
    expect(await rowsOf(`q=${one.number}`)).toMatchObject([
      { number: invoice.number, status: 'withdrawn', total: '25.00' },
      { number: creditNote, status: '', total: '-25.00', invoice: invoice.number, dueOn: '' },
    ]);
    const [note] = await papers(`q=${creditNote}`);
    const text = await textOf(`/invoices/${note?._id}.pdf`, staff);
    for (const part of [
      'Credit note',
      'Ordered twice',
      `Cancels invoice ${invoice.number} in full`,
      '$25.00',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('To be refunded');
    expect((await readOrder(t, ada, one._id)).openInvoice).toBeNull();
    expect(await t.asOwner(`select id from refunds where order_id = '${one._id}'`)).toEqual([]);
    await t.runJobs();
    const mails = (await mailsTo(t, ada.email)).filter(({ subject }) => subject.includes('is canceled'));
    expect(mails.map(({ text: words }) => words.includes(creditNote))).toEqual([true]);
    // It can be paid by card again, and invoiced again.
    await beginPayment(t, ada, one);
    expect((await issue([one])).number).not.toBe(invoice.number);
  });

  test('is overdue for staff from the day after its due day, and stays open', async () => {
    const { order: one } = await order();
    const invoice = await issue([one], { dueOn: today() });
    const overdue = async () => (await papers('status=overdue')).map(({ number }) => number);
    const counted = async () =>
      (await t.call<Overview>('GET', '/overview', { token: admin.token })).body.unpaid.overdueInvoices;
    const before = await counted();
    expect(await overdue()).not.toContain(invoice.number);
    await pass(25 * 60);
    const listed = await t.call<ListedOrder[]>('GET', `/manageorders?q=${one.number}`, {
      token: staff.token,
    });
    expect(listed.body).toMatchObject([
      { state: 'unpaid', invoiceOverdue: true, openInvoice: { number: invoice.number } },
    ]);
    expect(await overdue()).toContain(invoice.number);
    expect(await papers(`status=open&q=${invoice.number}`)).toMatchObject([{ status: 'overdue' }]);
    expect(await counted()).toBeGreaterThan(before);
    await t.runJobs();
    expect(await readPayments(t, one._id)).toMatchObject([{ state: 'live' }]);
  });

  test.each<[string, () => object, string]>([
    ['a day that has passed', () => ({ dueOn: addDays(today(), -1) }), 'dueOn'],
    ['a day more than a year away', () => ({ dueOn: addDays(today(), 366) }), 'dueOn'],
    ['a moment', () => ({ dueOn: '2026-12-10T00:00:00Z' }), 'dueOn'],
    ['another sum', () => ({ price: -1 }), 'price'],
  ])('is refused with %s', async (_what, wrong, field) => {
    const { order: one } = await order();
    expect(await invoiceOrders(t, staff, ada, [one], wrong())).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    });
  });

  test('is refused at a sum that nobody saw, without units, for a blocked buyer, others’ orders and oneself', async () => {
    const { tool, order: one } = await order(1, 1);
    const codeOf = async (of: Promise<{ body: ErrorReply }>) => (await of).body.error.code;
    expect(await codeOf(invoiceOrders(t, staff, ada, [one], { price: 12.49 }))).toBe('price_changed');
    await t.asOwner(`update tools set price_cents = 1500 where id = '${tool.id}'`);
    expect(await codeOf(invoiceOrders(t, staff, ada, [one]))).toBe('price_not_accepted');
    await t.asOwner(`update tools set price_cents = 1250 where id = '${tool.id}'`);
    const rival = await t.makeUser();
    await beginPayment(t, rival, await placeOrder(t, rival, tool.id));
    expect(await codeOf(invoiceOrders(t, staff, ada, [one]))).toBe('out_of_stock');
    expect(await codeOf(invoiceOrders(t, staff, rival, [one]))).toBe('not_found');
    await t.asOwner(`update users set blocked_reason = 'Two chargebacks' where email = '${ada.email}'`);
    const { order: blocked } = await order().catch(() => ({ order: one }));
    expect(await codeOf(invoiceOrders(t, staff, ada, [blocked]))).toMatch(/account_blocked|out_of_stock/);
    const own = await placeOrder(t, staff, (await t.makeTool()).id);
    expect(await codeOf(invoiceOrders(t, staff, staff, [own]))).toBe('own_account');
  });

  test('of an accepted quote keeps it from expiring until it is paid or withdrawn', async () => {
    const people = { buyer: ada, staff };
    const [{ tool, order: one }, { order: other }] = [await order(), await order()];
    const asked = await makeOffered(t, people, [other]);
    expect(await invoiceOrders(t, staff, ada, [other])).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    });
    expectStatus(await accept(t, ada, asked), 200);
    const quote = await makeAccepted(t, people, [one]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 2, sold: 0 });
    const invoice = await issue([one]);
    expect(invoice.total).toBe(20);
    await pass(6);
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'accepted', expiresAt: null });
    expect((await readQuote(t, ada, asked)).state).toBe('expired');
    for (const end of [() => decline(t, ada, quote), () => withdraw(t, staff, quote)])
      expect((await end()).body.error).toMatchObject({
        code: 'invoice_open',
        message: expect.stringContaining(invoice.number),
      });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 2, sold: 0 });
    expectStatus(await withdrawInvoice(t, staff, invoice), 200);
    expect((await readQuote(t, ada, quote)).state).toBe('expired');
    await t.runJobs();
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 0, sold: 0 });
  });

  test('of an accepted quote ends that as paid, or leaves it its units when it is withdrawn in time', async () => {
    const people = { buyer: ada, staff };
    const { tool, order: one } = await order();
    const quote = await makeAccepted(t, people, [one]);
    expectStatus(await withdrawInvoice(t, staff, await issue([one])), 200);
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'accepted', lines: [{ heldQuantity: 2 }] });
    await issue([one]);
    expectStatus(await mark([one]), 200);
    expect((await readQuote(t, ada, quote)).state).toBe('paid');
    expect(await readStock(t, tool.id)).toEqual({ onHand: 8, held: 0, sold: 2 });
  });

  test('gives way to a card that was charged after all: it is withdrawn by itself', async () => {
    const { tool, order: one } = await order();
    const intent = await beginPayment(t, ada, one);
    const invoice = await issue([one]);
    await t.asOwner(
      `update sandbox_cards.intents set status = 'succeeded' where id = '${intent.paymentIntentId}'`,
    );
    await t.shop.jobs.enqueue(t.shop.db, 'reconcile-payments', {});
    await t.runJobs();
    expect(await readOrder(t, ada, one._id)).toMatchObject({
      paid: true,
      transactionId: intent.paymentIntentId,
    });
    expect((await papers(`q=${invoice.number}`)).map(({ status }) => status)).toEqual(['withdrawn']);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 8, held: 0, sold: 2 });
  });

  test('states in its XML by when, to which account and how much is to be paid', async () => {
    const business = {
      legalName: '',
      vatNumber: 'DE136695976',
      taxNumber: '',
      registration: '',
      bank: '',
      note: '',
    };
    const managed = await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token });
    expectStatus(
      await t.call('PATCH', '/details', {
        token: admin.token,
        body: { version: managed.body.version, business },
      }),
      200,
    );
    const { order: one } = await order();
    const invoice = await issue([one]);
    const xml = await xmlOf(`/orders/${one._id}/invoice.pdf`, ada);
    const settlement =
      /<ram:ApplicableHeaderTradeSettlement>.*<\/ram:ApplicableHeaderTradeSettlement>/.exec(xml)?.[0] ?? '';
    expect(settlement).toContain(`<ram:PaymentReference>${invoice.number}</ram:PaymentReference>`);
    expect(settlement).toContain(
      '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:Information>Bank transfer</ram:Information>' +
        '<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE02120300000000202051</ram:IBANID>' +
        '<ram:AccountName>Foundry Street Tools LLC</ram:AccountName></ram:PayeePartyCreditorFinancialAccount>' +
        '<ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>BYLADEM1001</ram:BICID></ram:PayeeSpecifiedCreditorFinancialInstitution>' +
        '</ram:SpecifiedTradeSettlementPaymentMeans>',
    );
    const due = `<ram:DueDateDateTime><udt:DateTimeString format="102">${invoice.dueOn.replaceAll('-', '')}</udt:DateTimeString></ram:DueDateDateTime>`;
    expect(settlement).toMatch(
      /<ram:SpecifiedTradePaymentTerms><ram:Description>Payable by [^<]*<\/ram:Description>/,
    );
    expect(settlement).toContain(due);
    expect(settlement).toContain(
      '<ram:TotalPrepaidAmount>0.00</ram:TotalPrepaidAmount><ram:DuePayableAmount>25.00</ram:DuePayableAmount>',
    );
    await giveBankDetails(t, { iban: '', account: '000123456789', routing: '021000021', bic: '' });
    const { order: abroad } = await order();
    await issue([abroad]);
    expect(await xmlOf(`/orders/${abroad._id}/invoice.pdf`, ada)).toContain(
      '<ram:TypeCode>30</ram:TypeCode><ram:Information>Bank transfer</ram:Information><ram:PayeePartyCreditorFinancialAccount>' +
        '<ram:AccountName>Foundry Street Tools LLC</ram:AccountName><ram:ProprietaryID>000123456789</ram:ProprietaryID>' +
        '</ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>',
    );
    expect(await textOf(`/orders/${abroad._id}/invoice.pdf`, ada)).toContain('021000021');
    // What is invoiced keeps the account that it was issued with.
    expect(
      (await t.call<OpenInvoice>('GET', `/orders/${one._id}/open-invoice`, { token: ada.token })).body.account
        .iban,
    ).toBe('DE02120300000000202051');
  });

  test('is a matter that the database knows', async () => {
    const { order: one } = await order();
    const invoice = await issue([one]);
    const [payment] = await readPayments(t, one._id);
    const update = (change: string) => t.asOwner(`update payments set ${change} where id = '${payment?.id}'`);
    await expect(update('due_on = null')).rejects.toThrow('payments_invoiced_hold_on');
    await expect(update('hold_expires_at = now()')).rejects.toThrow('payments_invoiced_hold_on');
    await expect(update("method = 'card', marked_by = null")).rejects.toThrow('payments_invoiced_by_hand');
    await expect(
      t.asOwner(`update payment_orders set held_quantity = 1 where payment_id = '${payment?.id}'`),
    ).rejects.toThrow('payment_orders_hold_what_is_ordered');
    expectStatus(await withdrawInvoice(t, staff, invoice), 200);
    const columns =
      'payment_id, refund_id, user_id, issued_at, currency, net_cents, tax_cents, total_cents, order_numbers, document, words';
    await expect(
      t.asOwner(`insert into invoices (id, kind, number, previous, name, ${columns})
        select gen_random_uuid(), kind, number + 1, number, 'CN-X', ${columns} from invoices
        where payment_id = '${payment?.id}' and kind = 'credit_note'`),
    ).rejects.toThrow('invoices_withdrawn_once');
  });
});
