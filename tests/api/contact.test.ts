import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type ContactMessage, contactMessageSchema } from '#features/contact/contract.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const TEN_MINUTES_MS = 600_000;

const t = setUpShop({ SHOP_CONTACT_EMAIL: 'desk@example.com' });

beforeEach(() => t.shop.db.deleteFrom('rate_limits').execute());

const message = { name: 'Ines Roofer', email: 'Ines@Example.com', phone: '+1 555 0100' };

function send(change: Record<string, unknown> = {}) {
  return t.call<{ insertedId: string } & ErrorReply>('POST', '/contact', { body: { ...message, ...change } });
}

async function list(): Promise<ContactMessage[]> {
  // The clock may be past the first token's expiry.
  const reader = await t.makeUser({ role: 'admin' });
  return (await t.call<ContactMessage[]>('GET', '/contact', { token: reader.token })).body;
}

describe('POST /contact', () => {
  test('stores the message and emails it to the shop', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    const [newest] = await list();
    expect(z.strictObject(contactMessageSchema.shape).parse(newest)).toMatchObject({
      _id: body.insertedId,
      name: 'Ines Roofer',
      email: 'ines@example.com',
      phone: '+1 555 0100',
      message: '',
    });
    await t.runJobs();
    const mails = await t.shop.db.selectFrom('mailbox.messages').selectAll().execute();
    const toShop = mails.filter(({ recipient }) => recipient === 'desk@example.com');
    expect(toShop).toHaveLength(1);
    expect(toShop[0]?.text_body).toContain('+1 555 0100');
  });

  test('stores a message of several lines', async () => {
    expect((await send({ message: '  A saw,\nplease. ' })).status).toBe(200);
    expect((await list())[0]).toMatchObject({ message: 'A saw,\nplease.' });
  });

  test.each([
    ['message', 'x'.repeat(2001), 'Message must be 2000 characters or shorter'],
    ['message', 'a\u0000', 'Message must be plain text'],
    ['message', 5, 'Message must be plain text'],
    ['name', '', 'Please provide your name!'],
    ['name', 'x'.repeat(201), 'Name must be 200 characters or shorter'],
    ['email', 'nobody', 'Provide a valid email'],
    ['email', `${'x'.repeat(250)}@example.com`, 'Email must be 254 characters or shorter'],
    ['phone', undefined, 'Please provide your phone number!'],
    ['phone', '1'.repeat(41), 'Phone number must be 40 characters or shorter'],
  ])('refuses %s %j', async (field, value, text) => {
    const before = (await list()).length;
    const { status, body } = await send({ [field]: value });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ field, message: text });
    expect(await list()).toHaveLength(before);
  });

  test('accepts five in ten minutes from one address', async () => {
    // Windows follow the clock: all of this falls into one that has just begun.
    t.clock.advance(TEN_MINUTES_MS - (t.clock.now().getTime() % TEN_MINUTES_MS));
    const before = (await list()).length;
    const replies = await Promise.all(Array.from({ length: 7 }, () => send()));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body.error.code).toBe('too_many_requests');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await list()).toHaveLength(before + 5);
    t.clock.advance(TEN_MINUTES_MS);
    expect((await send()).status).toBe(200);
  });
});

describe('GET /contact', () => {
  test('pages newest first', async () => {
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) ids.unshift((await send({ name })).body.insertedId);
    const { token } = await t.makeUser({ role: 'admin' });
    const first = await t.call<ContactMessage[]>('GET', '/contact?limit=2', { token });
    expect(first.body.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
    const second = await t.call<ContactMessage[]>('GET', nextPage(first.headers) ?? '', { token });
    expect(second.body[0]?._id).toBe(ids[2]);
  });

  test('shows messages stored before a rule existed', async () => {
    const id = uuid();
    const kept = { id, name: '\u200b', email: 'old', phone: 'a\u0007', created_at: t.clock.now() };
    await t.shop.db.insertInto('contact_messages').values(kept).execute();
    expect((await list()).find(({ _id }) => _id === id)).toMatchObject({ name: '\u200b', phone: 'a\u0007' });
    await t.shop.db.deleteFrom('contact_messages').where('id', '=', id).execute();
  });

  test('is for admins', async () => {
    const fresh = await t.makeUser();
    expect((await t.call('GET', '/contact')).status).toBe(401);
    expect((await t.call('GET', '/contact', { token: fresh.token })).status).toBe(403);
  });
});
