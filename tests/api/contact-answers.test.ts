import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type ContactMessage, contactMessageSchema, MAX_ANSWERS } from '#features/contact/contract.ts';
import { EmailRefused } from '#platform/email/mailer.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', SHOP_CONTACT_EMAIL: 'desk@shop.example' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));

const UNKNOWN = '0198c0de-0000-7000-8000-000000000000';

async function leave(change: Record<string, unknown> = {}): Promise<string> {
  const body = { name: 'Cora', email: 'cora@home.example', phone: '555 0199', ...change };
  return expectStatus(await t.call<{ insertedId: string }>('POST', '/contact', { body }), 200).insertedId;
}

type Changed = { insertedId: string; modifiedCount: number } & ErrorReply;
const change = (id: string, action: 'answer' | 'close' | 'reopen', body?: object, key?: string) =>
  t.call<Changed>('POST', `/contact/${id}/${action}`, {
    token: staff.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const answer = async (id: string, text: string, key?: string) =>
  expectStatus(await change(id, 'answer', { text }, key), 200).insertedId;

async function list(query: string) {
  const path = `/contact?${query}`;
  return expectStatus(await t.call<ContactMessage[]>('GET', path, { token: staff.token }), 200);
}

async function find(id: string) {
  const [found] = await list(`q=${id}`);
  return z.strictObject(contactMessageSchema.shape).parse(found);
}

const trailOf = (id: string) =>
  t.asOwner(`select action, actor_id, details from audit_events
    where details ->> 'contactMessageId' = '${id}' order by id`);

async function sentMails(recipient: string) {
  await t.runJobs();
  const columns = ['message_id', 'reply_to', 'subject', 'text_body', 'headers'] as const;
  const mails = t.shop.db.selectFrom('mailbox.messages').select(columns);
  return mails.where('recipient', '=', recipient).orderBy('id').execute();
}

describe('an answer', () => {
  it('is emailed to the sender, in the conversation that the shop’s own copy starts', async () => {
    const email = 'thread@home.example';
    const id = await leave({ email, message: 'Do you rent out <saws>?' });
    const [copy] = (await sentMails('desk@shop.example')).slice(-1);
    expect(copy?.message_id).toBe(`contact-message.${id}`);
    expect(copy?.text_body).toContain(`${t.url}/dashboard/messages?q=${id}`);

    const first = await answer(id, 'We do.\nFrom $9 a day.');
    await t.runJobs();
    const second = await answer(id, 'And drills.');
    const at = (name: string) => `<${name}@mailbox.invalid>`;
    const common = { reply_to: 'desk@shop.example', subject: 'Re: Your message to Toolyard' };
    const root = at(`contact-message.${id}`);
    const mails = await sentMails(email);
    expect(mails).toMatchObject([
      {
        ...common,
        message_id: `contact-answer.${first}`,
        headers: { 'In-Reply-To': root, References: root },
      },
      {
        ...common,
        message_id: `contact-answer.${second}`,
        headers: {
          'In-Reply-To': at(`contact-answer.${first}`),
          References: `${root} ${at(`contact-answer.${first}`)}`,
        },
      },
    ]);
    expect(mails[0]?.text_body).toContain('Hello,\n\nWe do.\nFrom $9 a day.');
    expect(mails[0]?.text_body).not.toContain('Do you rent out');
    expect(await find(id)).toMatchObject({
      answers: [
        { _id: first, text: 'We do.\nFrom $9 a day.', authorEmail: staff.email },
        { _id: second, text: 'And drills.', authorEmail: staff.email },
      ],
    });
    expect((await trailOf(id)).filter(({ action }) => action === 'message_answered')).toEqual(
      [first, second].map((answerId) => ({
        action: 'message_answered',
        actor_id: staff.userId,
        details: { contactMessageId: id, answerId },
      })),
    );
  });

  it('closes the message, unless told otherwise', async () => {
    const id = await leave({ email: 'closing@home.example' });
    expect((await change(id, 'answer', { text: 'I’ll ask.', close: false }, 'k')).status).toBe(200);
    expect((await find(id)).closedAt).toBeNull();
    expect((await change(id, 'answer', { text: 'I’ll ask.' }, 'k')).body.error.code).toBe('key_reused');
    await answer(id, 'We have two.');
    const { closedAt } = await find(id);
    expect(closedAt).not.toBeNull();
    await answer(id, 'And a third.');
    expect((await find(id)).closedAt).toBe(closedAt);
    expect((await trailOf(id)).map(({ action }) => action)).toEqual([
      'message_answered',
      'message_answered',
      'message_closed',
      'message_answered',
    ]);
    const odd = await change(id, 'answer', { text: 'No.', close: 'later' });
    expect([odd.status, odd.body.error.field]).toEqual([400, 'close']);
  });

  it('has the address of the shop’s details for replies, unless that is the example', async () => {
    const email = 'reply@home.example';
    const { contact } = await t.shop.details.read();
    const own = { contact: { ...contact, email: 'hello@saws.example' } };
    const write = (value: object) =>
      t.shop.db
        .updateTable('shop_details')
        .set({ own: JSON.stringify(value) })
        .execute();
    await write(own);
    await answer(await leave({ email }), 'We do.');
    expect(await sentMails(email)).toMatchObject([{ reply_to: 'hello@saws.example' }]);
    await write({});
  });

  it('is sent once when repeated under its key', async () => {
    const email = 'once@home.example';
    const id = await leave({ email });
    const first = await answer(id, 'Tomorrow.', 'the-key');
    expect(await answer(id, 'Tomorrow.', 'the-key')).toBe(first);
    expect((await find(id)).answers).toHaveLength(1);
    expect(await mailsTo(t, email)).toHaveLength(1);
    const other = await change(id, 'answer', { text: 'Today.' }, 'the-key');
    expect([other.status, other.body.error.code]).toEqual([422, 'key_reused']);
    const elsewhere = await change(await leave(), 'answer', { text: 'Tomorrow.' }, 'the-key');
    expect(elsewhere.status).toBe(422);
  });

  it.each<[string, object]>([
    ['none', {}],
    ['nothing to see', { text: ' ' }],
    ['a number', { text: 7 }],
    ['the character zero', { text: 'a\u0000' }],
    ['too many', { text: 'x'.repeat(5001) }],
  ])('needs a text, not %s', async (_what, body) => {
    const id = await leave();
    const { status, body: reply } = await change(id, 'answer', body);
    expect([status, reply.error.field]).toEqual([400, 'text']);
    expect((await find(id)).answers).toEqual([]);
    expect(await trailOf(id)).toEqual([]);
  });

  it('is refused beyond the maximum number', async () => {
    const id = await leave({ email: 'many@home.example' });
    const made = Array.from({ length: MAX_ANSWERS }, () => ({
      ...{ id: uuid(), message_id: id, text: 'Soon.', created_at: t.clock.now() },
    }));
    await t.shop.db.insertInto('contact_answers').values(made).execute();
    const { status, body } = await change(id, 'answer', { text: 'Now.' });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect((await find(id)).answers).toHaveLength(MAX_ANSWERS);
    expect(await mailsTo(t, 'many@home.example')).toEqual([]);
  });

  it('is recorded in the audit trail when it is undeliverable', async () => {
    const id = await leave({ email: 'gone@home.example' });
    const answerId = await answer(id, 'Hello?');
    const { send } = t.shop.mailer;
    t.shop.mailer.send = async (mail, messageId) => {
      if (mail.to === 'gone@home.example') throw new EmailRefused('nobody');
      await send(mail, messageId);
    };
    await t.runJobs();
    t.shop.mailer.send = send;
    expect(
      await t.asOwner(`select details from audit_events where action = 'email_given_up'
        and details ->> 'answerId' = '${answerId}'`),
    ).toEqual([{ details: { mail: 'contact-answer', answerId } }]);
  });
});

describe('a message', () => {
  it('is closed and reopened, each once', async () => {
    const id = await leave();
    const modified = async (action: 'close' | 'reopen') => (await change(id, action)).body.modifiedCount;
    expect(await modified('reopen')).toBe(0);
    expect([await modified('close'), await modified('close')]).toEqual([1, 0]);
    const { closedAt } = await find(id);
    expect(closedAt).not.toBeNull();
    await answer(id, 'One more thing.');
    expect((await find(id)).closedAt).toBe(closedAt);
    expect([await modified('reopen'), await modified('reopen')]).toEqual([1, 0]);
    expect((await find(id)).closedAt).toBeNull();
    expect((await trailOf(id)).map(({ action }) => action)).toEqual([
      'message_closed',
      'message_answered',
      'message_reopened',
    ]);
  });

  it('is found by its state and by its own words', async () => {
    const word = 'Quoinkey';
    const open = await leave({ message: `A ${word}, please.` });
    const closed = await leave({ name: `${word} Carver` });
    await change(closed, 'close');
    const ids = async (query: string) => (await list(query)).map(({ _id }) => _id);
    expect(await ids('q=quoin')).toEqual([closed, open]);
    expect(await ids('q=quoin&state=open')).toEqual([open]);
    expect(await ids('q=quoin&state=closed')).toEqual([closed]);
    expect(await ids('state=closed')).toContain(closed);
    expect(await ids('state=open')).not.toContain(closed);
    expect(await ids('q=quoin%20elsewhere')).toEqual([]);
    const { status, body } = await t.call<ErrorReply>('GET', '/contact?state=lost', { token: staff.token });
    expect([status, body.error.field]).toEqual([400, 'state']);
  });

  it.each(['answer', 'close', 'reopen'] as const)('must exist for %s', async (action) => {
    const { status, body } = await change(
      UNKNOWN,
      action,
      action === 'answer' ? { text: 'Yes.' } : undefined,
    );
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    expect(
      (await change('nonsense', action, action === 'answer' ? { text: 'Yes.' } : undefined)).status,
    ).toBe(400);
  });
});
