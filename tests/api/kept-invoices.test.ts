import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 as uuid } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import type { AccountExport } from '#features/account/contract.ts';
import type { ListedInvoice } from '#features/invoices/contract.ts';
import { drawInvoice } from '#features/invoices/drawing/draw-invoice.ts';
import { keepPdf } from '#features/invoices/invoice-files.ts';
import { keepInvoices, keptPdf } from '#features/invoices/keep-invoice.ts';
import { findInvoice, invoiceOf } from '#features/invoices/store.ts';
import { readConfig } from '#platform/config/config.ts';
import type { EmailMessage } from '#platform/email/mailer.ts';
import { createContext } from '#server/shop/create-context.ts';
import { readArchive } from '#tests/support/archives.ts';
import { makeDatabase, makeFolder, restore } from '#tests/support/backups.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  expectStatus,
  placeOrder,
  reportPaid,
} from '#tests/support/buying.ts';
import { giveBankDetails, invoiceOrders } from '#tests/support/open-invoices.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { makeVerifiedPerson } from '#tests/support/person-traces.ts';
import { refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

// Decision 122: the bytes of an issued paper are kept from its issue, whatever a later version would draw.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const tool = setUp(() => t.makeTool({ name: 'Claw hammer', onHand: 10_000 }));

async function take(path: string, { token }: TestUser): Promise<Buffer> {
  const response = await fetch(new URL(path, t.url), { headers: { authorization: `Bearer ${token}` } });
  expect([path, response.status]).toEqual([path, 200]);
  return Buffer.from(await response.arrayBuffer());
}

const newest = async (query = '') =>
  (await t.call<ListedInvoice[]>('GET', `/invoices?${query}`, { token: staff.token }))
    .body[0] as ListedInvoice;

const filesOf = (invoiceId: string) =>
  t.shop.db.selectFrom('invoice_files').select('pdf').where('invoice_id', '=', invoiceId).execute();

const rowOf = async (invoiceId: string) => {
  const row = await findInvoice(t.shop.db, invoiceId);
  if (!row) throw new Error('no invoice');
  return row;
};

/** Drops the jobs that draw what was issued, as if another version had issued it. */
const forgetDrawing = () => t.asOwner(`delete from pgboss.job where name = 'keep-invoice'`);

/** Changes an invoice, which only the tables' owner can. */
const changeInvoice = (set: string) =>
  t.asOwner(`alter table invoices disable trigger invoices_append_only; update invoices set ${set};
    alter table invoices enable trigger invoices_append_only`);

/** Keeps bytes that this version would not draw. */
const keepAs = async ({ _id, number }: ListedInvoice) => {
  const bytes = Buffer.from(`%PDF-1.7 ${number}, as an earlier version drew it`);
  await keepPdf(t.shop.db, _id, bytes);
  return bytes;
};

it('keeps the file of an invoice by a job of its own transaction, and gives out those bytes', async () => {
  const buyer = await t.makeUser();
  const order = await buy(t, buyer, tool.id);
  const paper = await newest();
  expect(await filesOf(paper._id)).toEqual([]);
  await t.runJobs('keep-invoice');
  const [kept] = await filesOf(paper._id);
  expect(kept?.pdf.toString('latin1')).toMatch(/^%PDF-1\.7/);
  expect((await take(`/orders/${order._id}/invoice.pdf`, buyer)).equals(kept?.pdf ?? Buffer.of())).toBe(true);
});

it('queues no drawing for an invoice that is not issued after all', async () => {
  const buyer = await t.makeUser();
  const order = await placeOrder(t, buyer, tool.id);
  const intent = await beginPayment(t, buyer, order);
  await confirmCard(t, intent);
  await forgetDrawing();
  await t.asOwner(
    `alter table audit_events add constraint broken check (action <> 'invoice_issued') not valid`,
  );
  expect((await reportPaid(t, buyer, order._id, intent.paymentIntentId)).status).toBe(500);
  expect(await jobsOf(t.shop.db, ['keep-invoice'])).toEqual([]);
  await t.asOwner('alter table audit_events drop constraint broken');
  expectStatus(await reportPaid(t, buyer, order._id, intent.paymentIntentId), 200);
  expect(await jobsOf(t.shop.db, ['keep-invoice'])).toHaveLength(1);
});

it('gives out the kept bytes in every way, whatever this version would draw', async () => {
  await giveBankDetails(t);
  const buyer = await makeVerifiedPerson(t);
  await t.asOwner(`update users set email_verified = true where id = '${buyer.userId}'`);
  const paid = await buy(t, buyer, tool.id, 2);
  const invoice = await newest();
  expectStatus(await refundOrder(t, staff, paid._id, { amount: 1 }), 201);
  const [refund] = await refundsOf(t, buyer, paid._id);
  const note = await newest('kind=credit_note');
  expectStatus(await invoiceOrders(t, staff, buyer, [await placeOrder(t, buyer, tool.id)]), 201);
  const open = await newest('kind=invoice');
  const papers = [invoice, note, open];
  const kept = await Promise.all(papers.map(keepAs));
  const mails: EmailMessage[] = [];
  const { send } = t.shop.mailer;
  t.shop.mailer.send = async (mail) => void mails.push(mail);
  const { body } = await t.call<AccountExport>('POST', '/account/export', { token: buyer.token });
  expect(body.state).toBe('making');
  await t.runJobs();
  t.shop.mailer.send = send;

  for (const [index, { _id }] of papers.entries())
    expect(await take(`/invoices/${_id}.pdf`, staff)).toEqual(kept[index]);
  expect(await take(`/orders/${paid._id}/invoice.pdf`, buyer)).toEqual(kept[0]);
  expect(await take(`/refunds/${refund?._id}/credit-note.pdf`, buyer)).toEqual(kept[1]);
  const emailed = mails.flatMap(({ attachments = [] }) => attachments);
  expect(emailed.map(({ name, bytes }) => [name, bytes])).toEqual([[`${open.number}.pdf`, kept[2]]]);
  const month = readArchive(await take(`/exports/papers.zip?month=${invoice.date.slice(0, 7)}`, admin));
  const copy = readArchive(await take('/account/export/file', buyer));
  for (const [index, { number }] of papers.entries()) {
    expect(month.get(`${number}.pdf`)).toBe(kept[index]?.toString());
    expect(copy.get(`invoices/${number}.pdf`)).toBe(kept[index]?.toString());
    expect(await filesOf(papers[index]?._id ?? '')).toEqual([{ pdf: kept[index] }]);
  }
});

it('keeps one of several drawings at once, for all who asked', async () => {
  await buy(t, await t.makeUser(), tool.id);
  const { _id } = await newest();
  const row = await rowOf(_id);
  const drawn = Array.from({ length: 12 }, (_, nth) => Buffer.from(`%PDF-1.7 drawn by ${nth}`));
  const asked = await Promise.all([
    ...drawn.map((bytes) => keepPdf(t.shop.db, _id, bytes)),
    keptPdf(t.shop, row),
    keptPdf(t.shop, row),
  ]);
  const [kept] = await filesOf(_id);
  for (const bytes of asked) expect(bytes.equals(kept?.pdf ?? Buffer.of())).toBe(true);
});

it('keeps by and by what earlier versions issued, each alone, and goes on with what is left', async () => {
  const buyer = await t.makeUser();
  await keepInvoices(t.shop);
  for (let nth = 0; nth < 3; nth += 1) await buy(t, buyer, tool.id);
  await forgetDrawing();
  const { body } = await t.call<ListedInvoice[]>('GET', '/invoices?limit=3', { token: staff.token });
  const [last, broken, first] = body.map(({ _id }) => _id) as [string, string, string];
  const change = (set: string) => changeInvoice(`${set} where id = '${broken}'`);
  await change(`document = document || '{"taxes": null}'`);
  await keepInvoices(t.shop);
  const keptOf = async (id: string) => (await filesOf(id)).length;
  expect([await keptOf(first), await keptOf(broken), await keptOf(last)]).toEqual([1, 0, 1]);
  expect(t.shop.failedItems.get('keep-invoices')).toBe(1);
  await change(`document = document || '{"taxes": []}'`);
  await keepInvoices(t.shop);
  expect(await keptOf(broken)).toBe(1);
});

it('says of an invoice in the accountant’s file whether its PDF is as it was issued', async () => {
  const { number } = await newest();
  const pdfOf = async () => {
    const file = (await take(`/exports/invoices.csv?q=${number}`, staff)).toString();
    const [names = '', row = ''] = file.replace('\ufeff', '').split('\r\n');
    return row.split(',')[names.split(',').indexOf('pdf')];
  };
  expect(await pdfOf()).toBe('as_issued');
  // As the version before issues one.
  await changeInvoice(`kept_from_issue = false where name = '${number}'`);
  expect(await pdfOf()).toBe('drawn_later');
});

it('takes no change of a kept file in the database, and nothing that is not a PDF', async () => {
  const { _id } = await newest();
  await keptPdf(t.shop, await rowOf(_id));
  const never = 'invoices and credit notes are never changed';
  for (const statement of [
    `update invoice_files set pdf = '%PDF-other'`,
    'delete from invoice_files',
    'truncate invoice_files',
  ])
    await expect(t.asOwner(statement)).rejects.toThrow(never);
  const insert = (id: string, pdf: string) =>
    t.asOwner(`insert into invoice_files values ('${id}', '${pdf}')`);
  await expect(insert(_id, '%PDF-1.7')).rejects.toThrow('invoice_files_pkey');
  await expect(insert(uuid(), '%PDF-1.7')).rejects.toThrow('invoice_files_invoice_id_fkey');
  await buy(t, await t.makeUser(), tool.id);
  await expect(insert((await newest())._id, '<html>')).rejects.toThrow('invoice_files_of_pdf');
});

/** A backup of a shop of the first version that keeps papers, with an invoice, its credit note, and one that
 * awaits a transfer, and their SHA-256. Its build said 'Date of issue' and 'Please pay by bank transfer' on
 * them, and 'Credit card' in their XML, so every version since draws them otherwise. */
const issuedPapers = fileURLToPath(new URL('../support/issued-papers.tar.gz', import.meta.url));
const issuedHashes = {
  'CN-000001': '39719ac75e9720495931860b74a59f9630e12696f82ddc5fb6243369953c23cf',
  'INV-000001': '030be1e7df2eea6436e6e6a656a09afb6639cb7fa8b6e3a3f00bb57b3a136e41',
  'INV-000002': '0606b3f30063ea9b92692dbc7e6811c96bc3431fd42f6065f7ad130c9c1081ca',
};

it('gives out what an earlier version has issued byte for byte, upgraded from its backup', async () => {
  const database = await makeDatabase();
  const dataDir = join(await makeFolder(), 'data');
  await restore(issuedPapers, database, dataDir);
  const config = readConfig({ SHOP_DATA_DIR: dataDir, SHOP_LOG_LEVEL: 'silent', SHOP_DEMO: '0' });
  const { context, close } = await createContext(config, database.appConnection, { clock: t.clock });
  onTestFinished(close);
  const ids = await context.db.selectFrom('invoices').select('id').orderBy('name').execute();
  const given: [string, string][] = [];
  for (const { id } of ids) {
    const row = await findInvoice(context.db, id);
    if (!row) throw new Error('no invoice');
    const pdf = await keptPdf(context, row);
    given.push([row.name, createHash('sha256').update(pdf).digest('hex')]);
    expect((await drawInvoice({ invoice: invoiceOf(row), logo: undefined })).equals(pdf)).toBe(false);
  }
  expect(Object.fromEntries(given)).toEqual(issuedHashes);
});
