import { createHash, randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { AuditEvent } from '#features/audit/contract.ts';
import type { ListedInvoice } from '#features/invoices/contract.ts';
import { keptPdf } from '#features/invoices/keep-invoice.ts';
import { findInvoice } from '#features/invoices/store.ts';
import type { ListedOrder, Order } from '#features/orders/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { beginPayment, buy, confirmCard, orderBody, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner' }));
const bob = setUp(() => t.makeUser({ name: 'Bob Mason' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const buyHammer = async (buyer = ada) =>
  buy(t, buyer, (await t.makeTool({ name: 'Claw hammer', priceCents: 1250 })).id, 2);

const list = async (query = '') =>
  (await t.call<ListedInvoice[]>('GET', `/invoices${query}`, { token: staff.token })).body;

async function take(path: string, { token }: TestUser, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, t.url), {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const textOf = async (pdf: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;

describe('an invoice', () => {
  it('is issued with the next number when an order is paid, with everything that was paid', async () => {
    const order = await buyHammer();
    const [paper] = await list();
    expect(paper).toMatchObject({
      kind: 'invoice',
      number: 'INV-000001',
      buyer: 'Ada Joiner',
      email: ada.email,
      orderNumbers: [order.number],
      net: 25,
      tax: 0,
      total: 25,
      currency: 'usd',
    });
    const { status, bytes, headers } = await take(`/orders/${order._id}/invoice.pdf`, ada);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="INV-000001.pdf"');
    expect(headers.get('cache-control')).toBe('no-store');
    const text = await textOf(bytes);
    for (const part of ['INV-000001', 'Claw hammer', '$12.50', '$25.00', 'Ada Joiner', '1 Workshop Lane'])
      expect(text).toContain(part);
    expect(text).toContain(`Order number ${order.number}`);
    expect(text.replaceAll('\n', '')).toContain(order.transactionId);

    const again = await take(`/invoices/${paper?._id}.pdf`, staff);
    expect(again.bytes.equals(bytes)).toBe(true);
    const audit = await t.call<AuditEvent[]>('GET', `/orders/${order._id}/audit`, { token: staff.token });
    expect(audit.body.map(({ action, details }) => [action, details.number])).toContainEqual([
      'invoice_issued',
      'INV-000001',
    ]);
  });

  it('has a line for each order paid together', async () => {
    const tools = [
      await t.makeTool({ name: 'Bit', priceCents: 199 }),
      await t.makeTool({ name: 'Saw', priceCents: 4001 }),
    ];
    const orders = [];
    for (const [index, { id }] of tools.entries()) {
      const body = { ...orderBody(id, 3), purchaseOrderNumber: `PO-${index}`, buyerNote: 'Gate B' };
      const placed = await t.call<{ _id: string; number: string }>('POST', '/orders', {
        token: ada.token,
        body,
      });
      orders.push(placed.body);
    }
    const body = { orderIds: orders.map(({ _id }) => _id) };
    const intent = await t.call<never>('POST', '/create-payment-intent', { token: ada.token, body });
    await confirmCard(t, intent.body);
    const { paymentIntentId } = intent.body as { paymentIntentId: string };
    expect((await reportPaid(t, ada, String(body.orderIds[0]), paymentIntentId)).status).toBe(200);
    const [paper] = await list();
    expect(paper).toMatchObject({ total: 126, orderNumbers: orders.map(({ number }) => number) });
    const [one, other] = await Promise.all(body.orderIds.map((id) => take(`/orders/${id}/invoice.pdf`, ada)));
    expect(one?.bytes.equals(other?.bytes ?? Buffer.of())).toBe(true);
    const text = await textOf(one?.bytes ?? Buffer.of());
    for (const part of [`Order ${orders[0]?.number} · PO-0`, 'PO-1', 'Gate B', '$5.97', '$120.03'])
      expect(text).toContain(part);
  });

  it('keeps the shop’s details at the time, whatever they become later', async () => {
    const managed = await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token });
    const { version, details } = managed.body;
    const business = {
      legalName: 'Foundry Street Tools LLC',
      vatNumber: 'DE136695976',
      taxNumber: '',
      registration: 'HRB 12345',
      bank: 'IBAN DE02 1203 0000 0000 2020 51',
      note: 'Goods stay ours until paid.',
    };
    const change = (more: object) =>
      t.call<ErrorReply>('PATCH', '/details', { token: admin.token, body: { version, ...more } });
    expect((await change({ business: { ...details.business, vatNumber: '12' } })).body.error).toMatchObject({
      code: 'invalid_input',
      field: 'business.vatNumber',
    });
    const before = await buyHammer();
    expect((await change({ business })).status).toBe(200);
    const after = await buyHammer();
    const texts = await Promise.all(
      [before, after].map(async ({ _id }) => textOf((await take(`/orders/${_id}/invoice.pdf`, ada)).bytes)),
    );
    expect(texts[0]).not.toContain('Foundry Street Tools');
    for (const part of [business.legalName, 'VAT ID: DE136695976', 'HRB 12345', business.bank, business.note])
      expect(texts[1]).toContain(part);
  });

  it('is private to its buyer, and missing for an unpaid order', async () => {
    const paid = await buyHammer();
    const unpaid = await placeOrder(t, ada, (await t.makeTool()).id);
    const status = async (path: string, who: TestUser) => (await take(path, who)).status;
    expect(await status(`/orders/${paid._id}/invoice.pdf`, bob)).toBe(404);
    expect(await status(`/orders/${paid._id}/invoice.pdf`, staff)).toBe(200);
    expect(await status(`/orders/${unpaid._id}/invoice.pdf`, ada)).toBe(404);
    expect(await status(`/orders/${randomUUID()}/invoice.pdf`, ada)).toBe(404);
    expect(await status('/orders/1/invoice.pdf', ada)).toBe(400);
    expect(await status(`/invoices/${randomUUID()}.pdf`, staff)).toBe(404);
    expect(await status('/invoices/1.pdf', staff)).toBe(400);
    const [{ _id } = { _id: '' }] = await list();
    expect(await status(`/invoices/${_id}.pdf`, ada)).toBe(403);
  });

  it('is listed by number with the order, for its buyer and staff', async () => {
    const order = await buyHammer();
    const [paper] = await list();
    const own = await t.call<{ _id: string; invoiceNumber: string | null }[]>(
      'GET',
      `/orders?email=${ada.email}`,
      { token: ada.token },
    );
    const numberOf = (orders: typeof own.body) => orders.find(({ _id }) => _id === order._id)?.invoiceNumber;
    expect(numberOf(own.body)).toBe(paper?.number);
    const all = await t.call<typeof own.body>('GET', '/manageorders', { token: staff.token });
    expect(numberOf(all.body)).toBe(paper?.number);
    expect(own.body.filter((each) => each.invoiceNumber === null).length).toBeGreaterThan(0);
  });
});

describe('a credit note', () => {
  it('is issued with each refund, for the refunded amount, and names the invoice', async () => {
    const order = await buyHammer();
    const [invoice] = await list();
    const refund = (body: object) =>
      t.call('POST', `/orders/${order._id}/refunds`, {
        token: staff.token,
        body: { reason: 'Arrived bent', ...body },
      });
    expect((await refund({ amount: 3.01 })).status).toBe(201);
    expect((await refund({ amount: 99 })).status).toBe(409);
    const cancelled = await t.call('POST', `/orders/${order._id}/cancel`, { token: ada.token, body: {} });
    expect(cancelled.status).toBe(200);
    const notes = await list('?kind=credit_note');
    expect(notes.map(({ number, total, orderNumbers }) => [number, total, orderNumbers])).toEqual([
      ['CN-000002', 21.99, [order.number]],
      ['CN-000001', 3.01, [order.number]],
    ]);
    const text = await textOf((await take(`/invoices/${notes[1]?._id}.pdf`, staff)).bytes);
    for (const part of [
      'Credit memo',
      `${invoice?.number}, dated`,
      'Arrived bent',
      'Part of the price',
      '$3.01',
    ])
      expect(text).toContain(part);
    const refunds = await refundsOf(t, ada, order._id);
    expect(refunds.map(({ creditNoteNumber }) => creditNoteNumber)).toEqual(['CN-000001', 'CN-000002']);
    const path = `/refunds/${refunds[0]?._id}/credit-note.pdf`;
    const own = await take(path, ada);
    expect([own.status, own.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="CN-000001.pdf"',
    ]);
    expect((await take(path, staff)).bytes.equals(own.bytes)).toBe(true);
    expect((await take(path, bob)).status).toBe(404);
    expect((await take(`/refunds/${randomUUID()}/credit-note.pdf`, staff)).status).toBe(404);
    const creditNotes = refunds.map(({ _id, creditNoteNumber: number }) => ({ refundId: _id, number }));
    const listed = await t.call<ListedOrder[]>('GET', `/orders?email=${ada.email}`, { token: ada.token });
    expect(listed.body.find(({ _id }) => _id === order._id)).toMatchObject({ creditNotes });
    const bill = `/payments/${order.transactionId}/bill`;
    expect((await t.call('GET', bill, { token: ada.token })).body).toMatchObject({ creditNotes });
    expect((await t.call('GET', bill, { token: bob.token })).status).toBe(404);
    await t.runJobs();
    const mails = (await mailsTo(t, ada.email)).filter(({ subject }) => subject.includes(order.number));
    for (const { number } of creditNotes)
      expect(mails.filter(({ text: mail }) => mail.includes(number ?? 'none')).length).toBeGreaterThan(0);
    const { bytes } = await take('/exports/invoices.csv?kind=credit_note', staff);
    const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ invoice: of, total }) => [of, total])).toEqual([
      [invoice?.number, '-3.01'],
      [invoice?.number, '-21.99'],
    ]);
  });
});

it('shows the buyer’s texts and part number of the time on invoice and credit note', async () => {
  const { id } = await t.makeTool({ name: 'Rasp', priceCents: 900 });
  const tool = (await t.call<{ version: number }>('GET', `/tool/${id}`, { token: admin.token })).body;
  const rename = (version: number, partNumber: string) =>
    t.call<{ version: number }>('PATCH', `/tool/${id}`, {
      token: admin.token,
      body: { version, part_number: partNumber },
    });
  const named = await rename(tool.version, 'RASP-8/2');
  expect(named.status).toBe(200);
  const body = { ...orderBody(id, 2), purchaseOrderNumber: 'PO-77', buyerNote: 'To the back door' };
  const { body: order } = await t.call<Order>('POST', '/orders', { token: ada.token, body });
  expect(order.partNumber).toBe('RASP-8/2');
  const intent = await beginPayment(t, ada, order);
  await confirmCard(t, intent);
  expect((await rename(named.body.version, 'RASP-9')).status).toBe(200);
  expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(200);
  expect((await refundOrder(t, staff, order._id, { amount: 1 })).status).toBe(201);
  const [refund] = await refundsOf(t, ada, order._id);
  for (const path of [`/orders/${order._id}/invoice.pdf`, `/refunds/${refund?._id}/credit-note.pdf`]) {
    const text = await textOf((await take(path, ada)).bytes);
    for (const part of ['Part no. RASP-8/2', 'PO-77', 'To the back door']) expect(text).toContain(part);
  }
  const file = await t.call<string>('GET', `/exports/orders.csv?ids=${order._id}`, { token: staff.token });
  const [row] = parse(file.body, { bom: true, columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({ partNumber: 'RASP-8/2', purchaseOrderNumber: 'PO-77' });
});

describe('GET /invoices', () => {
  it('searches by number, buyer, order, transaction, kind and date, page by page', async () => {
    const order = await buyHammer(bob);
    const [paper] = await list();
    const found = async (query: string) => (await list(`?${query}`)).map(({ number }) => number);
    const only = [paper?.number];
    expect(await found('q=bob mas')).toEqual(only);
    expect(await found(`q=${order.number}`)).toEqual(only);
    expect(await found(`q=${order.transactionId}`)).toEqual(only);
    expect(await found(`q=inv ${Number(paper?.number.slice(4))}`)).toEqual(only);
    expect(await found('q=cn1')).toEqual(['CN-000001']);
    expect(await found('kind=credit_note&q=bob')).toEqual([]);
    const { date = '' } = paper ?? {};
    const dayBefore = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
    expect(await found(`from=${date}&to=${date}&q=bob`)).toEqual(only);
    expect(await found(`to=${dayBefore}&q=bob`)).toEqual([]);
    expect(await found(`from=${dayBefore}&q=bob`)).toEqual(only);
    expect(await found('from=0000-01-01&to=9999-12-31&q=bob')).toEqual(only);
    expect(await found('to=0000-01-01')).toEqual([]);
    const first = await t.call<ListedInvoice[]>('GET', '/invoices?limit=1&kind=invoice', {
      token: staff.token,
    });
    expect(first.headers.get('link')).toContain(`cursor=${paper?._id}`);
    expect(Number(first.headers.get('x-total-count'))).toBe((await list('?kind=invoice')).length);
    expect((await list(`?cursor=${paper?._id}`)).map(({ number }) => number)).not.toContain(paper?.number);
    for (const query of ['kind=bill', 'from=monday', 'to=2026-11-23T00:00:00Z', 'limit=0', 'cursor=1'])
      expect((await t.call('GET', `/invoices?${query}`, { token: staff.token })).status).toBe(400);
  });

  it('is available as a file, with a line for each tax rate', async () => {
    const { bytes, headers } = await take('/exports/invoices.csv?q=bob', staff);
    expect(headers.get('content-disposition')).toMatch(/filename="invoices-\d{4}-\d\d-\d\d.csv"/);
    const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
    const [paper] = await list('?q=bob');
    expect(rows).toEqual([
      expect.objectContaining({
        kind: 'invoice',
        number: paper?.number,
        orderNumbers: paper?.orderNumbers.join(' '),
        buyer: 'Bob Mason',
        taxRate: '0.00',
        net: '25.00',
        tax: '0.00',
        total: '25.00',
        currency: 'usd',
        paymentMethod: 'card',
        paymentReference: '',
      }),
    ]);
    expect((await t.call('GET', '/exports/invoices.csv?kind=x', { token: staff.token })).status).toBe(400);
  });
});

describe('the database', () => {
  it('changes no invoice, and leaves no gap between two', async () => {
    const { number } = (await t.shop.db
      .selectFrom('invoices')
      .select(({ fn }) => fn.max('number').as('number'))
      .executeTakeFirstOrThrow()) as { number: number };
    const never = 'invoices and credit notes are never changed';
    await expect(t.asOwner('update invoices set total_cents = 1')).rejects.toThrow(never);
    await expect(t.asOwner('delete from invoices')).rejects.toThrow(never);
    await expect(t.asOwner('truncate invoices cascade')).rejects.toThrow(never);
    const copy = (columns: string) =>
      t.asOwner(`insert into invoices
        select gen_random_uuid(), 'credit_note', ${columns}, payment_id, gen_random_uuid(), user_id, issued_at, currency,
          net_cents, tax_cents, total_cents, order_numbers, document, words
        from invoices where number = ${number}`);
    await expect(copy(`5, 4, 'CN-000005'`)).rejects.toThrow('invoices_without_gaps');
    await expect(copy(`5, 3, 'CN-000005'`)).rejects.toThrow('invoices_follow"');
    await expect(copy(`5, null, 'CN-000005'`)).rejects.toThrow('invoices_follow_once');
    await expect(copy(`1, null, 'CN-000006'`)).rejects.toThrow('invoices_numbered_once');
  });

  it('issues none with a payment that is not settled', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const intent = await beginPayment(t, ada, order);
    await confirmCard(t, intent);
    const before = (await list()).length;
    // The last step of the transaction fails: the payment must be as if it had not been settled.
    await t.asOwner(
      `alter table audit_events add constraint broken check (action <> 'invoice_issued') not valid`,
    );
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(500);
    await t.asOwner('alter table audit_events drop constraint broken');
    expect((await list()).length).toBe(before);
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(200);
    const numbers = (await list('?kind=invoice')).map(({ number }) => Number(number.slice(4)));
    expect(numbers).toEqual(Array.from(numbers, (_, index) => numbers.length - index));
  });
});

describe('the PDF', () => {
  it('is the same for any number of requests at once', async () => {
    await buyHammer(bob);
    const [listed] = await list();
    const row = listed && (await findInvoice(t.shop.db, listed._id));
    if (!row) throw new Error('no paper');
    const drawn = await Promise.all(Array.from({ length: 60 }, () => keptPdf(t.shop, row)));
    const hashes = [...drawn, await keptPdf(t.shop, row)].map((pdf) =>
      createHash('sha256').update(pdf).digest('hex'),
    );
    expect(new Set(hashes).size).toBe(1);
  });
});

describe('the invoices and credit notes of a month', () => {
  const month = () => dayOfShop().slice(0, 7);
  const dayOfShop = () => t.shop.clock.now().toISOString().slice(0, 10);

  it('are one file of all PDFs, for admins', async () => {
    await buyHammer();
    const listed = await list('?limit=100');
    const { status, headers, bytes } = await take(`/exports/papers.zip?month=${month()}`, admin);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="papers-${month()}.zip"`);
    // Each name occurs once with its bytes and once in the directory at the end.
    const names = [...bytes.toString('latin1').matchAll(/(?:INV|CN)-\d{6}(?=\.pdf)/g)].map(([name]) => name);
    const numbers = names.slice(names.length / 2);
    const inOrder = (kind: string) =>
      listed
        .filter((paper) => paper.kind === kind && paper.date.startsWith(month()))
        .map(({ number }) => number)
        .sort();
    expect(numbers).toEqual([...inOrder('invoice'), ...inOrder('credit_note')]);
    expect(bytes.toString('latin1').match(/%PDF-1\.7/g)).toHaveLength(numbers.length);
  });

  it('are an empty file for a month without any, and refused for an invalid month', async () => {
    const { bytes } = await take('/exports/papers.zip?month=2001-02', admin);
    expect(bytes.length).toBe(98);
    for (const wrong of ['', '?month=2026-13', '?month=0000-01', '?month=2026-1'])
      expect((await take(`/exports/papers.zip${wrong}`, admin)).status).toBe(400);
  });
});
