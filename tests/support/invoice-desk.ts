import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, expect } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { dayIn } from '#contracts/time-zone.ts';
import type { ListedInvoice } from '#features/invoices/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { expectStatus, placeOrder } from './buying.ts';
import { invoiceOrders } from './open-invoices.ts';
import { subjectOf } from './sessions.ts';
import { setUp, setUpForEach, setUpShop } from './set-up-shop.ts';
import { makeSession, type TestUser } from './test-shop.ts';

/** A shop in which staff invoice Ada's orders before she pays, with the calls and reads that they need. All
 * three are new in every test; after the tests, no unit and no cent may be missing. */
export function setUpInvoiceDesk() {
  const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
  const staff = setUpForEach(() => t.makeUser({ role: 'staff' }));
  const admin = setUpForEach(() => t.makeUser({ role: 'admin' }));
  const ada = setUpForEach(() => t.makeUser({ name: 'Ada Joiner' }));
  const time = setUp(async () => (await t.shop.details.read()).time);

  afterAll(async () => {
    expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]);
    expect(await findStockDifferences(t.shop.db, 5)).toEqual({ count: 0, tools: [] });
  });

  async function pass(minutes: number): Promise<void> {
    t.clock.advance(minutes * 60_000);
    await t.shop.jobs.enqueue(t.shop.db, 'reconcile-payments', {});
    await t.runJobs();
    for (const user of [ada, staff, admin]) user.token = await makeSession(t.shop, await subjectOf(t, user));
  }

  const today = () => dayIn(t.clock.now(), time.zone);

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

  return { t, staff, admin, ada, pass, today, order, issue, mark, papers, textOf, xmlOf, rowsOf };
}

/** A new token of an existing session: tokens last ten minutes. */
