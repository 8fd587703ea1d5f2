import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { createLog } from '#platform/log.ts';
import { buildApp } from '#server/shop/app.ts';
import { beginPayment, confirmCard, GOOD_CARD, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { setUp, setUpServer } from '#tests/support/set-up-shop.ts';
import { startTestShop } from '#tests/support/test-shop.ts';
import { type ReceivedSpan, startTraceReceiver } from '#tests/support/trace-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

const receiver = setUpServer(startTraceReceiver);
const t = setUpServer(() =>
  startTestShop({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, TRUST_PROXY: '127.0.0.1' }),
);
const buyer = setUp(() => t.makeUser());
let order: Order;
let intent: PaymentIntentReply;
let lines: Record<string, unknown>[];

/** All traced calls are made here; the tests check the resulting spans. */
beforeAll(async () => {
  const tool = await t.makeTool();
  order = await placeOrder(t, buyer, tool.id);
  intent = await beginPayment(t, buyer, order);
  await confirmCard(t, intent);
  await reportPaid(t, buyer, order._id, intent.paymentIntentId);
  await t.runJobs();
  expect((await t.call('GET', '/readyz')).status).toBe(200);
  const forwarded = { 'x-forwarded-for': '198.51.100.7' };
  await t.call('GET', '/review?limit=7', { headers: { ...forwarded, traceparent } });
  await t.call('GET', '/orders', { headers: { traceparent } });
  const message = { name: buyer.name, email: buyer.email, phone: '+1 555 0100' };
  expect(await postLate(`${t.url}/contact`, JSON.stringify(message))).toBe(200);
  lines = await failAndLog();
  await t.shop.tracing?.stop();
});

/** Sends the body only after the shop has read the headers and answers `100 Continue`; returns the status. */
async function postLate(url: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const asking = request(url, { method: 'POST', headers });
  asking.once('continue', () => asking.end(body)).flushHeaders();
  const [reply]: IncomingMessage[] = await once(asking, 'response');
  reply?.resume();
  return reply?.statusCode ?? 0;
}

/** Makes one call that the shop refuses for its body and one that fails inside; returns their log lines. */
async function failAndLog(): Promise<Record<string, unknown>[]> {
  const written: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => written.push(JSON.parse(line)) });
  const app = await buildApp({ ...t.shop, log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  await postLate(`http://127.0.0.1:${port}/contact`, '{"email": ');
  await t.asOwner('alter table reviews rename to gone');
  await fetch(`http://127.0.0.1:${port}/review?limit=9`);
  await app.close();
  return written.filter(({ reqId }) => reqId !== undefined);
}

const spanOf = (name: string) => receiver.spans.find((span) => span.name === name) as ReceivedSpan;
const beneath = (parent: ReceivedSpan) =>
  receiver.spans
    .filter(({ parentSpanId }) => parentSpanId === parent.spanId)
    .sort((one, other) => Number(one.startTimeUnixNano - other.startTimeUnixNano));

/** A span with all its descendants, by name. */
const toTree = (span: ReceivedSpan): unknown => {
  const children = beneath(span);
  return children.length === 0 ? span.name : { [span.name]: children.map(toTree) };
};

/** The statement about the user and the session begins with since when a second factor is demanded. */
const whoAsks = ['select shop_details', 'IdentityProvider.isStanding'];

it('shows a call with its statements and service calls, in order', () => {
  expect(toTree(spanOf('POST /create-payment-intent'))).toEqual({
    'POST /create-payment-intent': [
      ...whoAsks,
      'insert rate_limits',
      'begin',
      // What is paid for, and whether a payment or a quote blocks it and must end first.
      'select orders',
      'select payments',
      'select quotes',
      // The price format for error messages.
      'select shop_details',
      // The total, by the seller's details and the regions; and whether the address is in the buyer's book.
      'select shop_details',
      'select addresses',
      'select families',
      'select users',
      // Whether the buyer is blocked.
      'select users',
      'select payments',
      // Locks the tool, then reads it with its family and price breaks: is its price still the order's?
      'select tools',
      'select families',
      // The tools' counts and the ledger entries, then the low-stock check.
      'with jsonb_to_recordset',
      'with jsonb_to_recordset',
      'select pg_notify',
      // How long the buyer has held unpaid units before.
      'select least',
      'insert payments',
      'insert payment_orders',
      'insert audit_events',
      // Reschedules the hold's release if one is queued, else queues it.
      'with pgboss.job_common',
      'insert pgboss.job_common',
      // The buyer's data for the invoice: VAT number and delivery address.
      'select users',
      'update payments',
      'commit',
      'select payments',
      'select payment_orders',
      // The order number, for the provider's description.
      'select orders',
      { 'CardPayments.createIntent': ['insert sandbox_cards.intents', 'select sandbox_cards.intents'] },
      'update payments',
    ],
  });
});

it('leaves out health checks', () => {
  expect(receiver.text()).not.toContain('readyz');
});

it('keeps all of a call whose body comes late', () => {
  expect(beneath(spanOf('POST /contact')).map(({ name }) => name)).toContain('insert contact_messages');
});

it('records a request’s route, status and id, and nothing about the user', () => {
  expect(spanOf('PATCH /orders/:id')).toMatchObject({ kind: 2, status: { code: 0 } });
  expect(spanOf('PATCH /orders/:id').attributes).toEqual({
    'http.request.method': 'PATCH',
    'http.route': '/orders/:id',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'toolyard.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it('records a statement’s text, without its parameters', () => {
  const [span] = beneath(spanOf('CardPayments.createIntent'));
  expect(span).toMatchObject({ kind: 3, status: { code: 0 } });
  expect(span?.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.query.summary': 'insert sandbox_cards.intents',
    'db.query.text':
      'insert into "sandbox_cards"."intents" ("id", "client_secret", "idempotency_key", "amount", "currency", "order_ids", "status", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("idempotency_key") do nothing',
  });
});

it('shows jobs, each in its own trace', () => {
  const mail = spanOf('job send-mail');
  expect(mail).toMatchObject({ kind: 5 });
  expect(mail).not.toHaveProperty('parentSpanId');
  expect(toTree(mail)).toEqual({
    // The shop's name as the sender, the order, its payment with all its orders, the shop's look, the invoice
    // number, whether the owner charges for delivery, whether the buyer's address is verified, and the terms
    // that the buyer is given: none here, nor any published when the payment started.
    'job send-mail': [
      'select shop_details',
      'select tool_price_breaks',
      'select payments',
      'select payment_orders',
      'select tool_price_breaks',
      'select shop_details',
      'select invoices',
      'select shop_details',
      'select users',
      'select payments',
      'select payment_orders',
      'select shop_details',
      'select given_texts',
      'select legal_publications',
      { 'Mailer.send': ['insert mailbox.messages'] },
    ],
  });
});

it('contains no personal data and no secret', () => {
  const told = receiver.text();
  const kept = [buyer.email, buyer.name, buyer.userId, buyer.token, order._id];
  const paid = [intent.clientSecret, intent.paymentIntentId, GOOD_CARD.number];
  for (const secret of [
    ...kept,
    ...paid,
    '1 Workshop Lane',
    '555 0100',
    'Bearer',
    '198.51.100.7',
    '127.0.0.1',
  ])
    expect(told).not.toContain(secret);
  // As a separate word: span ids and nanoseconds contain these four digits by chance.
  expect(told).not.toMatch(/\b4242\b/);
});

it('continues the trace of a trusted proxy only', () => {
  expect(spanOf('GET /review')).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' });
  expect(spanOf('GET /orders').traceId).not.toBe(TRACE);
  expect(spanOf('GET /orders')).not.toHaveProperty('parentSpanId');
});

it('records failures, and log lines name their trace', () => {
  const failed = receiver.spans.filter(({ status }) => status.code === 2);
  const told = failed.map(({ name, attributes }) => `${name}: ${attributes['error.type']}`);
  expect(new Set(told)).toEqual(new Set(['GET /review: 500', 'select reviews: 42P01']));
  const spanWhere = (name: string, status: number) =>
    receiver.spans.find(
      (span) => span.name === name && span.attributes['http.response.status_code'] === status,
    );
  const placeOf = (span: ReceivedSpan | undefined) => ({
    trace_id: span?.traceId,
    span_id: span?.spanId,
    reqId: span?.attributes['toolyard.request_id'],
  });
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'refused', ...placeOf(spanWhere('POST /contact', 400)) }),
    expect.objectContaining({ msg: 'request failed', ...placeOf(spanWhere('GET /review', 500)) }),
  ]);
});
