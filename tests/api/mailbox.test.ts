import { request } from 'node:http';
import { connect } from 'node:net';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { contactEmails } from '#features/contact/emails.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import type { MailboxMessage } from '#features/mailbox/contract.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import { orderEmails } from '#features/payments/emails.ts';
import { buildApp } from '#server/shop/app.ts';
import { mailsTo, signUp } from '#tests/support/accounts.ts';
import { buy } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_CONTACT_EMAIL: 'desk@shop.example' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const user = setUp(() => t.makeUser());

const send = (to: string, subject: string, messageId: string = uuid()) =>
  t.shop.mailer.send({ to, subject, text: 'text', html: '<p>html</p>' }, messageId);

/** The status of a request with a custom `Host` header, which `fetch` does not allow. */
function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(new URL('/mailbox/messages', t.url), { headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

/** The status of a request as nginx forwards it by default: to a local host name, in HTTP/1.0. */
function statusOverHttp10(): Promise<number> {
  const { host, hostname, port } = new URL(t.url);
  return new Promise((resolve, reject) => {
    connect(Number(port), hostname)
      .on('error', reject)
      .once('data', (bytes) => resolve(Number(String(bytes).split(' ')[1])))
      .write(`GET /mailbox/messages HTTP/1.0\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}

describe('GET /mailbox/messages', () => {
  it('shows the newest first, page by page', async () => {
    for (const subject of ['first', 'second', 'third']) await send('pages@shop.example', subject);
    const first = await t.call<MailboxMessage[]>('GET', '/mailbox/messages?limit=2');
    expect(first.body.map((mail) => mail.subject)).toEqual(['third', 'second']);
    expect(first.body[0]).toEqual({
      _id: expect.any(String),
      to: 'pages@shop.example',
      subject: 'third',
      text: 'text',
      html: '<p>html</p>',
      sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await t.call<MailboxMessage[]>('GET', next);
    expect(second.body[0]?.subject).toBe('first');
  });

  it('stores one email for several attempts', async () => {
    await Promise.all([1, 2, 3].map(() => send('once@shop.example', 'once', 'the-same-message')));
    const { body } = await t.call<MailboxMessage[]>('GET', '/mailbox/messages');
    expect(body.filter((mail) => mail.to === 'once@shop.example')).toHaveLength(1);
  });

  it.each([
    ['a proxy passed it on', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy passed it on for this machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy says how it was asked', { 'x-forwarded-proto': 'https' }],
    ['a delivery network passed it on', { 'cf-connecting-ip': '203.0.113.9' }],
    ['a load balancer passed it on', { 'true-client-ip': '203.0.113.9' }],
    ['it went through a tunnel', { forwarded: 'for=203.0.113.9' }],
    ['it asked for another name', { host: 'shop.example' }],
    ['it asked for a name that looks alike', { host: '127.0.0.1.shop.example' }],
    ['it asked for a name that begins alike', { host: 'localhost.shop.example:80' }],
    ['it asked for an address of the network', { host: '192.168.1.5:3000' }],
  ])('hides from a visitor when %s', async (_reason, headers: Record<string, string>) => {
    expect(await statusWith(headers)).toBe(401);
    expect(await statusWith({ ...headers, authorization: `Bearer ${user.token}` })).toBe(403);
    expect(await statusWith({ ...headers, authorization: `Bearer ${admin.token}` })).toBe(200);
  });

  it.each(['localhost:3000', '127.0.0.1', '[::1]:80'])('is open to this machine as %s', async (host) => {
    expect(await statusWith({ host })).toBe(200);
  });

  it('hides from a visitor behind a proxy that leaves no trace', async () => {
    expect(await statusOverHttp10()).toBe(401);
    const { origin } = t.shop;
    for (const [address, status] of [
      ['https://shop.example', 401],
      ['http://localhost:3000', 200],
    ] as const) {
      t.shop.origin = address;
      expect((await t.call('GET', '/mailbox/messages')).status).toBe(status);
    }
    t.shop.origin = origin;
  });

  it('does not exist in live mode', async () => {
    const app = await buildApp({ ...t.shop, config: { ...t.shop.config, mode: 'live' } });
    const authorization = `Bearer ${admin.token}`;
    expect((await app.inject({ url: '/mailbox/messages', headers: { authorization } })).statusCode).toBe(404);
    await app.close();
  });
});

describe('the job send-mail', () => {
  it('notifies a buyer of the progress of an order', async () => {
    const buyer = await t.makeUser({ name: 'Bo <b>' });
    const tool = await t.makeTool({ name: 'Plane <No. 4>', priceCents: 129_900 });
    const order = await buy(t, buyer, tool.id, 2);
    await t.call('PUT', `/manageorders/${order._id}`, { token: admin.token });
    t.clock.advance(UNDO_SHIP_MS);

    const mails = (await mailsTo(t, buyer.email)).reverse();
    expect(mails.map((mail) => mail.subject)).toEqual([
      `Receipt for order ${order.number}: Plane <No. 4>`,
      `Order ${order.number} is on its way: Plane <No. 4>`,
    ]);
    const [receipt, shipped] = mails;
    expect(receipt?.text).toContain(`${t.url}/dashboard/payment/${order._id}`);
    const facts = [
      `Order: ${order.number}`,
      'Tool: 2 × Plane <No. 4> at $1,299.00',
      'Total: $2,598.00',
      /Paid on: [A-Z][a-z]+ \d+, \d{4}/.exec(receipt?.text ?? '')?.[0],
      `Transaction ID: ${order.transactionId}`,
    ].join('\n');
    expect(receipt?.text).toContain(facts);
    expect(shipped?.text).toContain(`${t.url}/dashboard/orders`);
    for (const { html } of mails) {
      expect(html).toContain('Plane &lt;No. 4&gt;');
      expect(html).toContain('Bo &lt;b&gt;');
    }
  });

  it('sends no stranger’s advertisement to another person’s address', async () => {
    const email = 'victim@home.example';
    await signUp(t, { email, name: 'Winner, call 555 0100' });
    const [mail] = await mailsTo(t, email);
    expect(mail?.subject).toBe('Verify your email address');
    expect(`${mail?.text}${mail?.html}`).not.toContain('Winner');
  });

  it('notifies the shop of a contact message, with the sender as the reply address', async () => {
    const message = 'Do you rent out <saws>?\nFor a week.';
    const body = { name: 'Cora', email: 'cora@home.example', phone: '555 0199', message };
    expect((await t.call('POST', '/contact', { body })).status).toBe(200);
    const [mail] = await mailsTo(t, 'desk@shop.example');
    expect(mail).toMatchObject({ subject: 'Cora wants to get in touch', replyTo: 'cora@home.example' });
    expect(mail?.text).toContain(`Email: cora@home.example\nPhone Number: 555 0199\nMessage:\n${message}`);
    expect(mail?.html).toContain('Do you rent out &lt;saws&gt;?<br>For a week.');
  });

  it('sends nothing about a missing record', async () => {
    const count = async () => (await t.call('GET', '/mailbox/messages')).headers.get('x-total-count');
    const before = await count();
    await enqueueEmail(t.shop, t.shop.db, orderEmails.refunded, { paymentId: uuid() });
    await enqueueEmail(t.shop, t.shop.db, contactEmails.message, { contactMessageId: uuid() });
    await t.runJobs();
    expect(await count()).toBe(before);
  });
});
