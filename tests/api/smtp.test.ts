import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AuditEvent } from '#features/audit/contract.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { orderEmails } from '#features/payments/emails.ts';
import { GIVEN_UP } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { signUp } from '#tests/support/accounts.ts';
import { buy } from '#tests/support/buying.ts';
import { makeCertificate } from '#tests/support/certificate.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { forgetJobs, jobsOf } from '#tests/support/outbox.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';

const certificate = makeCertificate(['localhost']);
const DAY_SECONDS = 86_400;

let folder: string;
let server: MailServer;
let t: TestShop;
let log: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-smtp-shop-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, certificate.cert);
  server = await startMailServer({
    tls: 'starttls',
    certificate,
    login: { user: 'shop', password: 'secret of the mail server' },
  });
  t = await startTestShop({
    MAIL: 'smtp',
    MAIL_FROM: 'Toolyard <shop@shop.example>',
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(server.port),
    SMTP_USER: 'shop',
    SMTP_PASSWORD: 'secret of the mail server',
    SMTP_CA_FILE: caFile,
  });
  t.shop.log = createLog('error', { write: (line: string) => void log.push(line) });
});
afterAll(async () => {
  await t?.stop();
  await until('the shop to leave the mail server', async () => server.open() === 0);
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  server.behave({});
  server.mails.length = 0;
  server.tried.length = 0;
  log = [];
});

/** The unsent mail jobs, with the seconds until their next try. */
async function jobs() {
  const mails = await jobsOf(t.shop.db, ['send-mail']);
  return mails.map(({ retryCount, startAfter, output }) => ({
    attempts: retryCount + 1,
    reason: JSON.stringify(output),
    pause: (startAfter.getTime() - Date.now()) / 1000,
  }));
}

/** A buyer's paid order, with its receipt in the outbox. */
async function order() {
  const buyer = await t.makeUser({ name: 'Ada Joiner' });
  const tool = await t.makeTool({ name: 'Säge No. 4', priceCents: 129_900 });
  return { buyer, order: await buy(t, buyer, tool.id, 2) };
}

/** The audit trail of a paid order. */
const bought = ['order_placed', 'payment_started', 'order_paid', 'invoice_issued'];

/** An order's history as staff see it. Signs in an admin each time, since a session from before the clock
 * moved by days has ended. */
async function historyOf(orderId: string) {
  const admin = await t.makeUser({ role: 'admin' });
  const { body } = await t.call<AuditEvent[]>('GET', `/orders/${orderId}/audit`, { token: admin.token });
  return body.map(({ action, actor, details }) => ({ action, actor, details }));
}

it('emails a buyer about a payment', async () => {
  const { buyer, order: placed } = await order();
  await t.runJobs();
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: 'shop@shop.example', to: [buyer.email], secure: true });
  expect(mail?.headers.to).toBe(buyer.email);
  expect(mail?.text.split('\n\n')).toEqual([
    'Thank you for your payment',
    'Hello Ada Joiner,',
    'Here’s your receipt. We’ll email you when your order ships.',
    [
      `Order: ${placed.number}`,
      'Tool: 2 × Säge No. 4 at $1,299.00',
      'Total: $2,598.00',
      `Paid on: ${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(t.clock.now())}`,
      `Transaction ID: ${placed.transactionId}`,
      'Invoice: INV-000001',
      'Ship to: 1 Workshop Lane',
    ].join('\n'),
    `Receipt and invoice:\n${t.url}/dashboard/payment/${placed._id}`,
    expect.stringMatching(/^--\nToolyard\n/),
  ]);
  expect(mail?.html).toContain('>2 × Säge No. 4 at $1,299.00</td>');
  expect(await jobs()).toEqual([]);
});

it('emails the link at sign-up, and has no mailbox page', async () => {
  const { email } = await signUp(t, { name: 'Bo' });
  await t.runJobs();
  const [mail] = server.mails;
  expect(mail).toMatchObject({ to: [email], headers: { subject: 'Verify your email address' } });
  const link = new URL(/^http\S+$/m.exec(mail?.text ?? '')?.[0] ?? '');
  expect(link.origin).toBe(t.url);
  expect((await t.call('GET', '/mailbox/messages')).status).toBe(404);
  expect((await t.call('GET', '/settings')).body).toMatchObject({ mailbox: false });
});

it('retries a deferred mail after growing pauses under the same Message-ID, and sends it once', async () => {
  const { order: placed } = await order();
  server.behave({ mail: () => ({ code: 451, text: '4.7.1 Greylisted, come back later' }) });
  const pauses: number[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    await t.runJobs();
    const [job] = await jobs();
    expect(job).toMatchObject({
      attempts: tries + 1,
      reason: expect.stringContaining('to DATA: 451 4.7.1'),
    });
    pauses.push(job?.pause ?? 0);
    t.clock.advance(60_000);
  }
  // Each pause is one to two times a base that doubles with each try.
  expect(pauses[2]).toBeGreaterThan(pauses[0] ?? 0);
  expect(server.mails).toEqual([]);

  server.behave({});
  await t.runJobs();
  await t.runJobs();
  expect(server.mails).toHaveLength(1);
  expect(server.tried).toHaveLength(4);
  expect(new Set(server.tried)).toEqual(new Set([server.mails[0]?.headers['message-id']]));
  expect(server.mails[0]?.text).toContain(placed._id);
  expect(await jobs()).toEqual([]);
  expect(log).toEqual([]);
});

it('gives up on a mail after days of deferrals, and notes it in the log and in the order’s history', {
  tags: ['sweep'],
}, async () => {
  const { buyer, order: placed } = await order();
  server.behave({ recipient: (address) => ({ code: 450, text: `4.2.0 ${address} is greylisted` }) });
  let seconds = 0;
  for (let tries = 1; tries <= 25; tries += 1) {
    await t.runJobs();
    const [job] = await jobs();
    expect(job?.attempts).toBe(tries === 25 ? undefined : tries);
    expect(log).toHaveLength(tries === 25 ? 1 : 0);
    seconds += job?.pause ?? 0;
    t.clock.advance((job?.pause ?? 0) * 1000 + 1000);
  }
  expect(seconds).toBeGreaterThan(3 * DAY_SECONDS);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    mail: 'payment-received',
    orderId: placed._id,
    reason: 'the mail server answered to RCPT TO: 450 4.2.0',
    msg: 'an email could not be handed over and is given up',
  });
  const [givenUp] = await jobsOf(t.shop.db, [GIVEN_UP]);
  expect(givenUp).toMatchObject({ sourceName: 'send-mail', data: { mail: 'payment-received' } });
  expect(`${log}${JSON.stringify(givenUp)}`).not.toContain(buyer.email);
  expect((await historyOf(placed._id)).at(-1)).toEqual({
    action: 'email_given_up',
    actor: 'job:send-mail',
    details: { mail: 'payment-received' },
  });
  await forgetJobs(t.shop.db);
});

it('gives up at once on a mail to an unknown recipient, and sends the others', async () => {
  const [nobody, somebody] = [await order(), await order()];
  await t.runJobs();
  server.mails.length = 0;
  server.behave({
    recipient: (address) =>
      address === nobody.buyer.email ? { code: 550, text: `5.1.1 <${address}> is nobody` } : undefined,
  });
  for (const { order: placed } of [nobody, somebody])
    await enqueueEmail(t.shop, t.shop.db, orderEmails.paid, { orderId: placed._id });
  await t.runJobs();

  expect(server.mails.map(({ to }) => to)).toEqual([[somebody.buyer.email]]);
  expect(await jobs()).toEqual([]);
  expect(log).toHaveLength(1);
  expect(JSON.parse(log[0] ?? '')).toMatchObject({
    mail: 'payment-received',
    orderId: nobody.order._id,
    reason: 'the mail server answered to RCPT TO: 550 5.1.1',
  });
  expect(log[0]).not.toContain(nobody.buyer.email);
  expect((await historyOf(nobody.order._id)).map(({ action }) => action)).toEqual([
    ...bought,
    'email_given_up',
  ]);
  expect((await historyOf(somebody.order._id)).map(({ action }) => action)).toEqual(bought);
});
