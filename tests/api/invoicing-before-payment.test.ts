/** @module-tag sweep */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { addDays } from '#contracts/time-zone.ts';
import type { ListedOrder } from '#features/orders/contract.ts';
import type { Overview } from '#features/overview/contract.ts';
import type { OpenInvoice, TransferTerms } from '#features/payments/open-invoices/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import {
  beginPayment,
  confirmCard,
  orderBody,
  placeOrder,
  queuedMails,
  readOrder,
  readPayments,
  readStock,
  startPayment,
} from '#tests/support/buying.ts';
import { setUpInvoiceDesk } from '#tests/support/invoice-desk.ts';
import { bankDetails, giveBankDetails, invoiceOrders } from '#tests/support/open-invoices.ts';
import { ask } from '#tests/support/quotes.ts';

const { t, staff, admin, ada, pass, today, order, issue, papers, textOf, rowsOf } = setUpInvoiceDesk();

test('issues no invoice before payment without the shop’s bank details', async () => {
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

  test('are changed by an admin, audited, accepted as people write them, and shown on no page', async () => {
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

  test('reserves the units while it is open, and states the due day and the account', async () => {
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
    // Neither time nor periodic jobs end it.
    await pass(60);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 2, sold: 0 });

    const text = await textOf(`/orders/${one._id}/invoice.pdf`, ada);
    for (const part of [
      'Foundry Street Tools LLC',
      'DE02 1203 0000 0000 2020 51',
      'BYLADEM1001',
      'Foundry Bank',
      `Due on ${new Date(`${dueOn}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`,
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
    Object.assign(ada, await t.makeUser({ verified: false }));
    const { order: unproved } = await order();
    expect(await invoiceOrders(t, staff, ada, [unproved])).toMatchObject({
      status: 409,
      body: { error: { code: 'email_not_verified' } },
    });
    expect(await readPayments(t, unproved._id)).toEqual([]);
  });

  test('blocks card payment, change, quote and end of its orders, with the reason', async () => {
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

  test('ends a card payment in progress first, and is not issued after one that has succeeded', async () => {
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

  test('is refused at another total, without units, for blocked buyers, others’ orders and oneself', async () => {
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
});
