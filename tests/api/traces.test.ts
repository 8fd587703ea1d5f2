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

/** Everything that is traced happens here; the tests look at what came of it. */
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

/** Sends a body only when the shop has read the head and asks for it; answers the status. */
async function postLate(url: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const asking = request(url, { method: 'POST', headers });
  asking.once('continue', () => asking.end(body)).flushHeaders();
  const [reply]: IncomingMessage[] = await once(asking, 'response');
  reply?.resume();
  return reply?.statusCode ?? 0;
}

/** A call that the shop refuses for its body, and one that fails inside;
 * answers what the log says of them. */
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

/** A span with all beneath it, by their names. */
const toTree = (span: ReceivedSpan): unknown => {
  const children = beneath(span);
  return children.length === 0 ? span.name : { [span.name]: children.map(toTree) };
};

const whoAsks = [{ 'IdentityProvider.subjectOfSession': ['select identity.session'] }, 'select users'];

it('show a call with its statements and its calls to services, in their order', () => {
  expect(toTree(spanOf('POST /create-payment-intent'))).toEqual({
    'POST /create-payment-intent': [
      // Who asks, and whether their session stands, are asked for together.
      expect.toBeOneOf(whoAsks),
      expect.toBeOneOf(whoAsks),
      'insert rate_limits',
      // Whether a payment or a quote may be in the way, which would end first.
      'select payment_orders',
      'begin',
      'select orders',
      'select payments',
      'select quotes',
      // How prices are written, in what is refused.
      'select shop_details',
      // What it comes to, by who sells and by regions; and whether the address is one of the buyer's book.
      'select shop_details',
      'select addresses',
      'select tools',
      'select users',
      // Whether they are blocked.
      'select users',
      'select payments',
      // Locked, then read with its price breaks: whether its price is still the order's.
      'select tools',
      'select tool_pictures',
      // The tools' counts, and the ledger with them; then whether little is left.
      'with jsonb_to_recordset',
      'with jsonb_to_recordset',
      'select pg_notify',
      // How long the buyer has held units unpaid before.
      'select least',
      'insert payments',
      'insert payment_orders',
      'insert audit_events',
      // Moves the hold's release where there is one already, else queues it.
      'with pgboss.job_common',
      'insert pgboss.job_common',
      // What the invoice will say of the buyer: their VAT number, and where it goes.
      'select users',
      'update payments',
      'commit',
      'select payments',
      'select payment_orders',
      // Its number, for the provider's description.
      'select orders',
      { 'CardPayments.createIntent': ['insert sandbox_cards.intents', 'select sandbox_cards.intents'] },
      'update payments',
    ],
  });
});

it('leave out what only asks whether the shop is well', () => {
  expect(receiver.text()).not.toContain('readyz');
});

it('lose nothing of a call whose body comes late', () => {
  expect(beneath(spanOf('POST /contact')).map(({ name }) => name)).toContain('insert contact_messages');
});

it('tell of a request its route, status and id, and nothing of who asks', () => {
  expect(spanOf('PATCH /orders/:id')).toMatchObject({ kind: 2, status: { code: 0 } });
  expect(spanOf('PATCH /orders/:id').attributes).toEqual({
    'http.request.method': 'PATCH',
    'http.route': '/orders/:id',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'toolyard.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it('tell of a statement its text, without what was filled in', () => {
  const [span] = beneath(spanOf('CardPayments.createIntent'));
  expect(span).toMatchObject({ kind: 3, status: { code: 0 } });
  expect(span?.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.query.summary': 'insert sandbox_cards.intents',
    'db.query.text':
      'insert into "sandbox_cards"."intents" ("id", "client_secret", "idempotency_key", "amount", "currency", "order_ids", "status", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict ("idempotency_key") do nothing',
  });
});

it('show jobs, each in a trace of its own', () => {
  const mail = spanOf('job send-mail');
  expect(mail).toMatchObject({ kind: 5 });
  expect(mail).not.toHaveProperty('parentSpanId');
  expect(toTree(mail)).toEqual({
    // The shop's name for the sender, the order, its payment with all that this pays for, how the shop
    // looks, the number of the invoice, whether the owner charges anything for delivery, and whether
    // the buyer's address is verified.
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
      { 'Mailer.send': ['insert mailbox.messages'] },
    ],
  });
});

it('hold nobody’s data and no secret', () => {
  const told = receiver.text();
  const kept = [buyer.email, buyer.name, buyer.userId, buyer.token, buyer.session, order._id];
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
  // As a word of its own: the identifiers and the nanoseconds of spans hold these four digits by chance.
  expect(told).not.toMatch(/\b4242\b/);
});

it('go on with the trace of a proxy that is trusted, and of nobody else', () => {
  expect(spanOf('GET /review')).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' });
  expect(spanOf('GET /orders').traceId).not.toBe(TRACE);
  expect(spanOf('GET /orders')).not.toHaveProperty('parentSpanId');
});

it('tell that something failed, and the log in which trace', () => {
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
