import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { createLog } from '#platform/log.ts';
import { buildApp } from '#server/shop/app.ts';
import {
  accessTokenOf,
  callIdentity,
  exchange,
  mailsTo,
  PASSWORD,
  resetPassword,
  signIn,
  signInAgain,
  signUp,
} from '#tests/support/accounts.ts';
import { appCode } from '#tests/support/app-code.ts';
import { beginPayment, buy, endPayment, expectStatus, placeOrder } from '#tests/support/buying.ts';
import { issueOpenInvoice } from '#tests/support/open-invoices.ts';
import { UNDO_MS } from '#tests/support/parcels.ts';
import { leaveTraces, makeVerifiedPerson, shipWhole } from '#tests/support/person-traces.ts';
import { addApp, passByCode } from '#tests/support/second-factors.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

// Decision 105: an account is erased at once, but for what the books and the law need.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
/** Staff with a token of now: the clock of these tests runs ahead. */
const newStaff = () => t.makeUser({ role: 'staff' });
const tool = setUp(() => t.makeTool({ onHand: 10_000 }));

const MINUTE_MS = 60_000;
const erase = (token: string, body?: object) =>
  t.call<ErrorReply & { deletedCount: number }>('DELETE', '/account', {
    token,
    ...(body && { body }),
  });

const userOf = (email: string) =>
  t.shop.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();

const makePerson = (person?: { email?: string; name?: string }) => makeVerifiedPerson(t, person);

const rowOf = (userId: string) =>
  t.shop.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

const ship = (orderId: string) => shipWhole(t, orderId);

describe('deleting one’s own account', () => {
  it('needs a fresh sign-in or the password, and nothing changes without', async () => {
    const person = await makePerson();
    t.clock.advance(11 * MINUTE_MS);
    const token = await accessTokenOf(t, person);
    const before = await rowOf(person.userId);
    for (const body of [undefined, {}])
      expect(await erase(token, body)).toMatchObject({
        status: 403,
        body: { error: { code: 'fresh_sign_in_needed' } },
      });
    expect(await erase(token, { password: 'not the password' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'password', message: 'That isn’t your password' } },
    });
    expect(
      await t.asOwner(
        `select actor from audit_events where action = 'sign_in_refused' and user_id = '${person.userId}'`,
      ),
    ).toEqual([{ actor: 'user' }]);
    for (const password of ['', 7, 'x'.repeat(129)])
      expect(await erase(token, { password })).toMatchObject({
        status: 400,
        body: { error: { field: 'password' } },
      });
    expect(await rowOf(person.userId)).toEqual(before);
    expect(await erase(token, { password: PASSWORD })).toMatchObject({
      status: 200,
      body: { deletedCount: 1 },
    });
  });

  it('needs more than the password of somebody with a second factor', async () => {
    const person = await makePerson();
    const { secret } = await addApp(t, person);
    t.clock.advance(11 * MINUTE_MS);
    const stale = await accessTokenOf(t, person);
    expect(await erase(stale, { password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { code: 'fresh_sign_in_needed' } },
    });
    expect((await passByCode(t, person.token, appCode(secret, t.clock.now()))).status).toBe(200);
    expect((await erase(person.token)).status).toBe(200);
  });

  it('ends every session and token, and every way back in', async () => {
    const person = await makePerson();
    const otherToken = await signInAgain(t, person.email);
    const { proof } = await signIn(t, person.email, PASSWORD);
    expect((await erase(person.token)).status).toBe(200);
    for (const token of [person.token, otherToken])
      expect((await t.call('GET', `/user/${person.email}`, { token })).status).toBe(401);
    expect((await signIn(t, person.email, PASSWORD)).status).toBe(401);
    expect((await exchange(t, person.email, proof)).status).toBe(401);
    expect((await erase(person.token)).status).toBe(401);
    // The address is free, and the new account has nothing of the old one.
    const again = await makePerson({ email: person.email });
    expect(again.userId).not.toBe(person.userId);
    expect((await t.call('GET', `/orders?email=${person.email}`, { token: again.token })).body).toEqual([]);
  });

  it('ends the links that were emailed before, and nobody else’s', async () => {
    const person = await makePerson({ email: 'a_b@links.example' });
    const of = (email: string) => ({
      ...{ id: email, identifier: email, value: JSON.stringify({ email }) },
      expiresAt: new Date(t.clock.now().getTime() + MINUTE_MS),
    });
    const links = [of(person.email), of('axb@links.example')];
    await t.shop.db.insertInto('identity.verification').values(links).execute();
    await callIdentity(t, '/request-password-reset', { email: person.email });
    expect((await erase(person.token)).status).toBe(200);
    await expect(resetPassword(t, person.email, 'nine sharp gouges')).rejects.toThrow('no mail');
    const left = t.shop.db
      .selectFrom('identity.verification')
      .select('id')
      .where('id', 'like', '%@links.example');
    expect(await left.execute()).toEqual([{ id: 'axb@links.example' }]);
  });

  it('does not bring an erased person back by a token that is still valid', async () => {
    const person = await makePerson();
    const { proof } = await signIn(t, person.email, PASSWORD);
    const real = t.shop.identityProvider.verifyProof;
    const identity = await real(proof);
    expect((await erase(person.token)).status).toBe(200);
    // As a provider that cannot tell that the account is gone.
    t.shop.identityProvider.verifyProof = async () => identity;
    const reply = await exchange(t, person.email, proof);
    t.shop.identityProvider.verifyProof = real;
    expect(reply.status).toBe(401);
    await expect(userOf(person.email)).rejects.toThrow();
  });

  it('is told to the address at the end, and nothing more is sent there', async () => {
    const person = await makePerson();
    const order = await buy(t, person, tool.id);
    await ship(order._id);
    expect((await erase(person.token)).status).toBe(200);
    const { token } = await newStaff();
    const refund = { amount: 1, reason: 'Scratched' };
    expectStatus(await t.call('POST', `/orders/${order._id}/refunds`, { token, body: refund }), 201);
    const mails = await mailsTo(t, person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
    expect(mails[0]?.text).toContain('Invoices stay as they were issued');
    expect(await mailsTo(t, 'deleted@account.invalid')).toEqual([]);
  });

  it('sends nothing to an address that nobody has verified, and leaves its messages', async () => {
    const account = await signUp(t);
    const message = { name: 'Somebody', email: account.email, phone: '+1 555 0177' };
    await t.call('POST', '/contact', { body: message });
    await t.runJobs();
    // An email to the address's owner, who is somebody else perhaps, and what protects them from more.
    const runAt = new Date(Date.now() + 60 * MINUTE_MS);
    const queued = { mail: 'for-its-owner', to: account.email };
    await t.shop.jobs.enqueue(t.shop.db, 'send-mail', queued, { runAt });
    const subject = `reset mail to ${account.email}`;
    await t.shop.db
      .insertInto('rate_limits')
      .values({ subject, hits: [runAt], ends_at: runAt })
      .execute();
    await callIdentity(t, '/request-password-reset', { email: account.email });
    expect((await erase(await accessTokenOf(t, account))).status).toBe(200);
    expect(await mailsTo(t, account.email)).toEqual([]);
    const left = await t.shop.db
      .selectFrom('contact_messages')
      .select('name')
      .where('email', '=', account.email)
      .execute();
    expect(left).toEqual([{ name: 'Somebody' }]);
    const jobs = await t.asOwner(
      `delete from pgboss.job where data->>'to' = '${account.email}' returning data`,
    );
    expect(jobs).toEqual([{ data: queued }]);
    const counts = t.shop.db.deleteFrom('rate_limits').where('subject', '=', subject).returning('subject');
    expect(await counts.execute()).toEqual([{ subject }]);
  });
});

describe('an account stays', () => {
  const contactEmail = async () => (await t.shop.details.read()).contact.email;
  const blocked = (message: string) => ({ status: 409, body: { error: { code: 'conflict', message } } });

  it('while a payment is open', async () => {
    const person = await makePerson();
    const order = await placeOrder(t, person, tool.id);
    await beginPayment(t, person, order);
    expect(await erase(person.token)).toMatchObject(
      blocked(
        `A payment for order ${order.number} is still open. Finish or cancel it, then delete the account.`,
      ),
    );
    await endPayment(t, person, order);
    expect((await erase(person.token)).status).toBe(200);
  });

  it('while an invoice is open: it says whom to ask, and an admin what to do', async () => {
    const person = await makePerson();
    const { orders } = await issueOpenInvoice(t, person);
    expect(await erase(person.token)).toMatchObject(
      blocked(
        `The invoice for order ${orders[0]?.number} is still open. Pay it, or ask us at ${await contactEmail()} to withdraw it. Then delete the account.`,
      ),
    );
    const { token } = await t.makeUser({ role: 'admin' });
    expect(await t.call('DELETE', `/user/${person.email}`, { token })).toMatchObject(
      blocked(
        `The invoice for order ${orders[0]?.number} is still open. Mark it as paid or withdraw it in Invoices, then delete the account.`,
      ),
    );
  });

  it('while a paid order has not been sent, or its parcel can still be undone', {
    tags: ['sweep'],
  }, async () => {
    const [person, staff] = [await makePerson(), await newStaff()];
    const order = await buy(t, person, tool.id, 2);
    const unsent = blocked(
      `Order ${order.number} is paid and hasn’t been sent yet. The account can be deleted once it has shipped or is canceled.`,
    );
    expect(await erase(person.token)).toMatchObject(unsent);
    const part = { orders: [{ orderId: order._id, quantity: 1 }] };
    expectStatus(await t.call('POST', '/parcels', { token: staff.token, body: part }), 201);
    t.clock.advance(UNDO_MS);
    await t.runJobs();
    expect(await erase(await accessTokenOf(t, person))).toMatchObject(unsent);
    expectStatus(await t.call('POST', '/parcels', { token: staff.token, body: part }), 201);
    expect(await erase(await accessTokenOf(t, person))).toMatchObject(
      blocked(
        `Order ${order.number} was marked as shipped just now, which staff can still undo. Try again in a minute.`,
      ),
    );
    t.clock.advance(UNDO_MS);
    await t.runJobs();
    expect((await erase(await accessTokenOf(t, person))).status).toBe(200);
  });

  it('while a refund is on its way', { tags: ['sweep'] }, async () => {
    const person = await makePerson();
    const order = await buy(t, person, tool.id);
    expectStatus(await t.call('POST', `/orders/${order._id}/cancel`, { token: person.token, body: {} }), 200);
    expect(await erase(person.token)).toMatchObject(
      blocked(
        `A refund for order ${order.number} is still on its way. The account can be deleted once it’s complete. If it takes long, ask us at ${await contactEmail()}.`,
      ),
    );
    await t.runJobs();
    expect((await erase(person.token)).status).toBe(200);
  });

  it('for the last admin, and for the admin in the settings', async () => {
    const only = await makePerson();
    await t.asOwner(`update users set role = 'admin' where id = '${only.userId}'`);
    await t.makeUser({ role: 'admin' });
    await t.asOwner(
      `update users set email_verified = false where role = 'admin' and id <> '${only.userId}'`,
    );
    expect(await erase(only.token)).toMatchObject(
      blocked('This is the last admin. Make someone else an admin first.'),
    );
    await t.asOwner(`update users set email_verified = true where role = 'admin'`);
    const settings = t.shop.config.admin;
    t.shop.config.admin = { email: only.email, password: undefined };
    expect(await erase(only.token)).toMatchObject(
      blocked('This admin is set by SHOP_ADMIN_EMAIL, so the account can’t be deleted here'),
    );
    t.shop.config.admin = settings;
    expect((await erase(only.token)).status).toBe(200);
    expect(await rowOf(only.userId)).toMatchObject({ role: 'user', email: null });
  });
});

describe('an admin deletes an account for someone who asked', () => {
  it('with a fresh sign-in', { tags: ['sweep'] }, async () => {
    const person = await makePerson();
    const path = `/user/${person.email}`;
    t.clock.advance(11 * MINUTE_MS);
    const stale = await makePerson();
    await t.asOwner(`update users set role = 'admin', email_verified = true where id = '${stale.userId}'`);
    t.clock.advance(11 * MINUTE_MS);
    const token = await accessTokenOf(t, stale);
    expect(await t.call('DELETE', path, { token })).toMatchObject({
      status: 403,
      body: { error: { code: 'fresh_sign_in_needed' } },
    });
    await t.call('POST', '/api/auth/confirm-password', {
      token: stale.token,
      body: { password: PASSWORD },
    });
    expect(await t.call('DELETE', path, { token })).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await t.call('DELETE', path, { token })).toMatchObject({ status: 404 });
    expect(await t.call('DELETE', '/user/nobody', { token })).toMatchObject({ status: 400 });
    const [event] = await t.shop.db
      .selectFrom('audit_events')
      .select(['actor', 'actor_id', 'details'])
      .where('user_id', '=', person.userId)
      .where('action', '=', 'account_erased')
      .execute();
    expect(event).toEqual({ actor: 'admin', actor_id: stale.userId, details: {} });
  });
});

/** What the person of the property test is found by. */
const personArbitrary = fc
  .record({
    first: fc.constantFrom('Zebulon', 'Quenby', 'Øyvind', 'Anne-Zoë'),
    last: fc.stringMatching(/^[A-Z][a-z]{7,11}q$/),
    street: fc.stringMatching(/^[A-Z][a-z]{8,12}x Row$/),
    digits: fc.stringMatching(/^2175550[0-9]{3}$/),
  })
  .map(({ first, last, street, digits }) => ({
    name: `${first} ${last}`,
    email: `${last.toLowerCase()}@erased.example`,
    street: `77 ${street}`,
    phone: `+1${digits}`,
    found: [last, `${last.toLowerCase()}@erased.example`, street, digits],
  }));

describe('after an erasure', () => {
  let lines: string[] = [];
  let app: Awaited<ReturnType<typeof buildApp>>;
  beforeAll(async () => {
    const log = createLog('debug', { write: (line) => lines.push(line) });
    app = await buildApp({ ...t.shop, log });
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app?.close());

  /** Deletes the account through the application whose log is read. */
  const eraseLogged = ({ token }: TestUser) =>
    fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/account`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });

  let admin: Promise<TestUser>;

  it('nothing finds the person but their frozen invoices', { tags: ['sweep'] }, async () => {
    await fc.assert(
      fc.asyncProperty(personArbitrary, async ({ name, email, street, phone, found }) => {
        const person = await makePerson({ name, email });
        await leaveTraces(t, person, { toolId: tool.id, street, phone });
        // Without this, the search below would prove nothing.
        for (const text of found) expect(await columnsWith(text), text).not.toEqual([]);
        const token = await accessTokenOf(t, person);
        lines = [];
        const reply = await eraseLogged({ ...person, token });
        expect([reply.status, await reply.json()]).toEqual([200, { deletedCount: 1 }]);
        const last = await mailsTo(t, email);
        expect(last.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
        await t.shop.db.deleteFrom('mailbox.messages').where('recipient', '=', email).execute();
        // The job library deletes what is completed within a minute.
        await t.asOwner(`delete from pgboss.job where state = 'completed'`);
        admin = t.makeUser({ role: 'admin' });
        for (const text of found) {
          expect(await columnsWith(text), text).toEqual([]);
          expect(lines.filter((line) => line.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
          expect(await filesWith(text)).toEqual([]);
          for (const list of ['user', 'manageorders', 'contact', 'managereviews', 'activity', 'desk-search'])
            expect([list, await foundIn(list, text)]).toEqual([list, false]);
        }
        expect(lines.some((line) => line.includes(person.userId))).toBe(true);
        const invoices = await t.shop.db
          .selectFrom('invoices')
          .select('document')
          .where('user_id', '=', person.userId)
          .execute();
        expect(JSON.stringify(invoices)).toContain(found[0]);
        expect(
          await t.shop.db
            .selectFrom('orders')
            .select('state')
            .where('user_id', '=', person.userId)
            .orderBy('id')
            .execute(),
        ).toEqual([
          { state: 'shipped' },
          { state: 'deleted' },
          { state: 'deleted' },
          { state: 'deleted' },
          { state: 'cancelled' },
          { state: 'shipped' },
          { state: 'cancelled' },
          { state: 'deleted' },
        ]);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  /** The columns of any table that contain a text, but those of invoices. */
  async function columnsWith(text: string): Promise<string[]> {
    const searches = (await everyColumn())
      .filter(({ table }) => table !== 'public.invoices' && table !== 'public.invoice_files')
      .map(({ table, column, as }) => {
        const [schema, name] = table.split('.');
        const read = `lower(${as.replace('$', `"${column}"`)})`;
        return `select '${table}.${column}' as column from "${schema}"."${name}" where position(lower('${text}') in ${read}) > 0`;
      });
    const rows = await t.asOwner(
      `select distinct "column" from (${searches.join(' union all ')}) found order by 1`,
    );
    return rows.map(({ column }) => String(column));
  }

  async function filesWith(text: string): Promise<string[]> {
    const { dataDir } = t.shop.config;
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    const contents = await Promise.all(paths.map(async (path) => (await readFile(path)).toString('latin1')));
    return paths.filter((_path, index) => contents[index]?.includes(text));
  }

  async function foundIn(list: string, text: string): Promise<boolean> {
    const { token } = await admin;
    const { status, body } = await t.call('GET', `/${list}?q=${encodeURIComponent(text)}`, {
      token,
    });
    if (status !== 200) throw new Error(`${list} answered ${status}`);
    return JSON.stringify(body).toLowerCase().includes(text.toLowerCase());
  }
});

/** Every column of every schema that can hold a text, with how it is read. */
async function everyColumn() {
  const rows = await t.asOwner(`
    select table_schema || '.' || table_name as "table", column_name as "column",
      case when data_type = 'bytea' then 'encode($, ''escape'')' else '$::text' end as as
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'tsvector', 'inet')
      -- The partitions of the jobs' table are in it.
      and not (table_schema = 'pgboss' and table_name like 'j%' and table_name <> 'job')
    order by 1, 2`);
  return rows as { table: string; column: string; as: string }[];
}
