import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#contracts/time-zone.ts';
import type { ListedOrder } from '#features/orders/contract.ts';
import type { OpenInvoice } from '#features/payments/open-invoices/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import {
  beginPayment,
  expectStatus,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
} from '#tests/support/buying.ts';
import { setUpInvoiceDesk } from '#tests/support/invoice-desk.ts';
import { giveBankDetails, invoiceOrders, withdrawInvoice } from '#tests/support/open-invoices.ts';
import { accept, decline, makeAccepted, makeOffered, readQuote, withdraw } from '#tests/support/quotes.ts';
import { cancelOrder } from '#tests/support/refunding.ts';

const { t, staff, admin, ada, pass, today, order, issue, mark, papers, textOf, xmlOf, rowsOf } =
  setUpInvoiceDesk();

describe('an invoice before payment', () => {
  beforeAll(() => giveBankDetails(t));

  test('is paid by the transfer for exactly its orders, without a second invoice', async () => {
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
    // The tool's current price and its removal make no difference.
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
    // Its refund is one of a payment by hand.
    expectStatus(await cancelOrder(t, ada, other._id), 200);
    const [note] = await papers(`q=${other.number}&kind=credit_note`);
    expect(note).toMatchObject({ total: 12.5, status: null, dueOn: null });
    const text = await textOf(`/invoices/${note?._id}.pdf`, staff);
    expect(text).toContain('We’ll refund you directly');
    expect(text).not.toContain('Payable by');
  });

  test('is withdrawn with a full credit note: the units are released, the orders stay', async () => {
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
      'Credit memo',
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
    // It can be paid by card and invoiced again.
    await beginPayment(t, ada, one);
    expect((await issue([one])).number).not.toBe(invoice.number);
  });

  test('of an accepted quote keeps it from expiring until it is paid or withdrawn', {
    tags: ['sweep'],
  }, async () => {
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

  test('of an accepted quote ends it as paid, or keeps its units when withdrawn in time', async () => {
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

  test('is withdrawn automatically when a card was charged after all', { tags: ['sweep'] }, async () => {
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

  test('states in its XML the due day, the account and the amount', async () => {
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
    // An invoice keeps the account that it was issued with.
    expect(
      (await t.call<OpenInvoice>('GET', `/orders/${one._id}/open-invoice`, { token: ada.token })).body.account
        .iban,
    ).toBe('DE02120300000000202051');
  });

  test('is enforced by the database', async () => {
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
