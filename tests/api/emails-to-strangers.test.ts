import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { byStaffEmails } from '#features/counter/emails.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import type { Order } from '#features/orders/contract.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { quoteEmails } from '#features/quotes/emails.ts';
import { signUp } from '#tests/support/accounts.ts';
import {
  beginPayment,
  confirmCard,
  expectStatus,
  orderBody,
  placeOrder,
  reportPaid,
} from '#tests/support/buying.ts';
import { certificateFacts, certificateForm, uploadCertificate } from '#tests/support/exemptions.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

/** Text that an attacker would have the shop send, in every text field. */
const BAIT = 'CALL 555-0100 TO CLAIM YOUR PRIZE';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const squatter = setUpForEach(() => t.makeUser({ verified: false, name: BAIT }));
/** An order with the bait in every text field. */

const baited = (toolId: string) => ({
  ...orderBody(toolId),
  address: BAIT,
  purchaseOrderNumber: BAIT,
  buyerNote: BAIT,
});

async function emailsTo(email: string) {
  await t.runJobs();
  return t.shop.db
    .selectFrom('mailbox.messages')
    .select(['subject', 'text_body', 'html_body'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
}

async function placeBaited(): Promise<Order> {
  const tool = await t.makeTool();
  const reply = await t.call<Order>('POST', '/orders', { token: squatter.token, body: baited(tool.id) });
  return expectStatus(reply, 201);
}

const byStaff = (path: string, body: object) =>
  t.call<ErrorReply & Quote>('POST', `/customers/${squatter.email}/${path}`, { token: staff.token, body });

const tomorrow = () => new Date(t.clock.now().getTime() + 86_400_000).toISOString();
const offerFor = ({ _id }: Order) => ({
  lines: [{ orderId: _id, unitPrice: 1 }],
  holds: false,
  expiresAt: tomorrow(),
});

describe('an unverified address', () => {
  test('gets no email for orders in the cart, placed one by one or from a list', async () => {
    await placeBaited();
    const tool = await t.makeTool();
    const { toolId: _toolId, minQuantity: _quantity, ...delivery } = baited(tool.id);
    const batch = { ...delivery, lines: [{ toolId: tool.id, quantity: 1, price: 12.5 }] };
    expectStatus(await t.call('POST', '/orders/batch', { token: squatter.token, body: batch }), 201);
    expect(await emailsTo(squatter.email)).toEqual([]);
  });

  test('gets no email about a certificate, whose number a stranger typed', async () => {
    const form = certificateForm({ ...certificateFacts, number: BAIT });
    const { _id } = expectStatus(await uploadCertificate(t, squatter, form), 201);
    for (const body of [{ state: 'approved' }, { state: 'refused', reason: 'Another company' }]) {
      const path = `/exemption-certificates/${_id}`;
      expectStatus(await t.call('PATCH', path, { token: staff.token, body }), 200);
      expect(await emailsTo(squatter.email)).toEqual([]);
    }
  });

  test('gets the emails of a purchase once it is paid, without the buyer’s words', async () => {
    const order = await placeBaited();
    const intent = await beginPayment(t, squatter, order);
    expectStatus(await confirmCard(t, intent), 200);
    expectStatus(await reportPaid(t, squatter, order._id, intent.paymentIntentId), 200);
    await t.call('PUT', `/manageorders/${order._id}`, { token: staff.token });
    t.clock.advance(UNDO_SHIP_MS);
    const refund = { amount: 1, reason: 'A scratch' };
    expectStatus(
      await t.call('POST', `/orders/${order._id}/refunds`, { token: staff.token, body: refund }),
      201,
    );

    const emails = await emailsTo(squatter.email);
    expect(emails.map(({ subject }) => subject.split(' ')[0])).toEqual(['Receipt', 'Order', 'Refund']);
    for (const { subject, text_body, html_body } of emails) {
      expect(`${subject}${text_body}${html_body}`).not.toContain('555-0100');
      expect(text_body).toContain('\n\nHello,\n\n');
      expect(text_body).toContain(order.number);
    }
  });

  test('is notified of a failed order in the shop’s words only', async () => {
    const order = await placeBaited();
    const intent = await beginPayment(t, squatter, order);
    expectStatus(await confirmCard(t, intent), 200);
    expectStatus(await reportPaid(t, squatter, order._id, intent.paymentIntentId), 200);
    expectStatus(
      await t.call('POST', `/orders/${order._id}/cancel`, { token: squatter.token, body: {} }),
      200,
    );
    const emails = await emailsTo(squatter.email);
    expect(emails.length).toBeGreaterThan(1);
    expect(JSON.stringify(emails)).not.toContain('555-0100');
  });

  test('gets verification and reset emails without the chosen name', async () => {
    const email = 'owner@elsewhere.example';
    await signUp(t, { email, name: BAIT });
    await t.call('POST', '/api/auth/request-password-reset', { body: { email } });
    const emails = await emailsTo(email);
    expect(emails.map(({ subject }) => subject)).toEqual(['Verify your email address', 'Set a new password']);
    expect(JSON.stringify(emails)).not.toContain('555-0100');
  });

  test('gets an answer from the shop without the message sent in its name', async () => {
    const body = { name: BAIT, email: 'owner@elsewhere.example', phone: '555 0199', message: BAIT };
    const { insertedId } = expectStatus(
      await t.call<{ insertedId: string }>('POST', '/contact', { body }),
      200,
    );
    const answer = { text: 'We do rent saws.' };
    const path = `/contact/${insertedId}/answer`;
    expect((await t.call('POST', path, { token: staff.token, body: answer })).status).toBeLessThan(300);
    const [email] = (await emailsTo(body.email)).slice(-1);
    expect(email?.text_body).toContain('We do rent saws.');
    expect(JSON.stringify(email)).not.toContain('555-0100');
  });
});

describe('an unverified account', () => {
  const refused = { status: 409, body: { error: { code: 'email_not_verified' } } };

  test('gets nothing put into its cart by staff, neither a tool nor a list', async () => {
    const tool = await t.makeTool();
    expect(await byStaff('orders', orderBody(tool.id))).toMatchObject(refused);
    const batch = {
      customer: squatter.email,
      ...{ phone: '555 0199', address: '1 Real Customer Road' },
      lines: [{ toolId: tool.id, quantity: 1, price: 12.5 }],
    };
    expect(await t.call('POST', '/orders/batch', { token: staff.token, body: batch })).toMatchObject(refused);
    const own = await t.call<Order[]>('GET', `/orders?email=${squatter.email}`, { token: squatter.token });
    expect(own.body).toEqual([]);
  });

  test('gets no payment link and no quote, and cannot request one', async () => {
    const order = await placeBaited();
    expect(await byStaff('pay-link', { orderIds: [order._id] })).toMatchObject(refused);
    expect(await byStaff('quotes', offerFor(order))).toMatchObject(refused);
    const ask = { orderIds: [order._id], note: '' };
    expect(await t.call('POST', '/quotes', { token: squatter.token, body: ask })).toMatchObject(refused);
    expect(await t.asOwner(`select id from quotes where user_id = '${squatter.userId}'`)).toEqual([]);
    expect(await emailsTo(squatter.email)).toEqual([]);
  });

  test('gets no quote for an earlier request, and no email queued by an earlier version', async () => {
    const verified = await t.makeUser();
    const order = await placeOrder(t, verified, (await t.makeTool()).id);
    const ask = { orderIds: [order._id], note: '' };
    const quote = expectStatus(
      await t.call<Quote>('POST', '/quotes', { token: verified.token, body: ask }),
      201,
    );
    await t.asOwner(`update users set email_verified = false where id = '${verified.userId}'`);
    const offer = { ...offerFor(order), version: quote.version };
    const offered = await t.call('POST', `/quotes/${quote._id}/offer`, { token: staff.token, body: offer });
    expect(offered).toMatchObject(refused);
    await enqueueEmail(t.shop, t.shop.db, quoteEmails.expired, { quoteId: quote._id });
    await enqueueEmail(t.shop, t.shop.db, byStaffEmails.payLink, { orderIds: [order._id] });
    await t.shop.jobs.enqueue(t.shop.db, 'send-mail', { mail: 'order-placed', orderId: order._id });
    expect(await emailsTo(verified.email)).toEqual([]);
  });
});
