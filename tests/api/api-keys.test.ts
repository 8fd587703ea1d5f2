import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ApiKey } from '#features/api-keys/contract.ts';
import { findUsedApiKey } from '#features/users/api-key.ts';
import { buyersScopes, changeUser, makeApiKey } from '#tests/support/api-keys.ts';
import { expectStatus, placeOrder } from '#tests/support/buying.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const t = setUpShop();
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const add = (person: TestUser, body: unknown) =>
  t.call<{ _id: string; key: string } & ErrorReply>('POST', '/api-keys', { token: person.token, body });
const list = async ({ token }: TestUser) => (await t.call<ApiKey[]>('GET', '/api-keys', { token })).body;
const remove = (person: TestUser, id: string) =>
  t.call<ErrorReply>('DELETE', `/api-keys/${id}`, { token: person.token });
const ask = (key: string, path: string, method = 'GET', body?: unknown) =>
  t.call<ErrorReply>(method, path, { token: key, body });
const rowsOf = ({ userId }: TestUser) =>
  t.shop.db.selectFrom('api_keys').selectAll().where('user_id', '=', userId).execute();

describe('making a key', () => {
  it('returns it once, and keeps only its hash', async () => {
    const owner = await t.makeUser({ role: 'staff' });
    const reply = await add(owner, { name: ' Label printing ', scopes: ['orders:read', 'orders:read'] });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { _id, key, ...rest } = reply.body;
    expect(rest).toEqual({});
    expect(key).toMatch(/^toolyard_[\w-]{49}$/);
    const [row] = await rowsOf(owner);
    expect(row?.hash).toEqual(createHash('sha256').update(key).digest());
    expect(JSON.stringify({ ...row, hash: '' })).not.toContain(key.slice(9, 20));
    expect(await list(owner)).toEqual([
      {
        _id,
        name: 'Label printing',
        scopes: ['orders:read'],
        lastFour: key.slice(-4),
        state: 'active',
        ownerEmail: owner.email,
        createdAt: row?.created_at.toISOString(),
        lastUsedAt: null,
        expiresAt: null,
        endedAt: null,
        addresses: [],
      },
    ]);
  });

  it('gives every key 256 bits of its own and a checksum of them', async () => {
    const owner = await t.makeUser();
    const keys = [];
    for (let count = 0; count < 3; count += 1)
      keys.push((await makeApiKey(t, owner, { scopes: ['orders:read'] })).key);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) {
      const [, secret = '', checksum = ''] = /^toolyard_(.{43})(.{6})$/.exec(key) ?? [];
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
      expect(Buffer.from(checksum, 'base64url').readUInt32BE()).toBe(crc32(secret));
    }
  });

  it('writes it to the audit trail, and tells its owner even if it is deleted at once', async () => {
    const owner = await t.makeUser({ role: 'staff' });
    const { _id, key } = await makeApiKey(t, owner, {
      name: 'Books',
      scopes: ['orders:read', 'invoices:read'],
    });
    expectStatus(await remove(owner, _id), 200);
    const events = await t.shop.db
      .selectFrom('audit_events')
      .select(['action', 'actor', 'user_id', 'details'])
      .where('user_id', '=', owner.userId)
      .orderBy('id')
      .execute();
    expect(events).toEqual([
      {
        ...{ action: 'api_key_added', actor: 'staff', user_id: owner.userId },
        details: { keyId: _id, scopes: 'orders:read, invoices:read' },
      },
      { action: 'api_key_deleted', actor: 'staff', user_id: owner.userId, details: { keyId: _id } },
    ]);
    const emails = (await jobsOf(t.shop.db, ['send-mail'])).filter(({ data }) => data.to === owner.email);
    expect(emails.map(({ data }) => data)).toEqual([
      {
        ...{ mail: 'api-key-added', to: owner.email, name: 'Books', lastFour: key.slice(-4) },
        scopes: ['orders:read', 'invoices:read'],
      },
    ]);
  });

  it.each<[string, object, string]>([
    ['without a name', { name: ' ' }, 'name'],
    ['with a long name', { name: 'x'.repeat(101) }, 'name'],
    ['without scopes', { scopes: [] }, 'scopes'],
    ['with an unknown scope', { scopes: ['orders:admin'] }, 'scopes.0'],
    ['with a scope beyond its owner’s role', { scopes: ['orders:read', 'stock:write'] }, 'scopes'],
    ['with an end that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ['with an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['with an address that is none', { addresses: ['10.0.0.256'] }, 'addresses.0'],
    ['with a network that is none', { addresses: ['10.0.0.0/8', '10.0.0.0/33'] }, 'addresses.1'],
    ['with too many addresses', { addresses: Array(21).fill('10.0.0.1') }, 'addresses'],
  ])('is refused %s', async (_case, fault, field) => {
    const owner = await t.makeUser();
    const { status, body } = await add(owner, { name: 'Books', scopes: ['orders:read'], ...fault });
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_input', field]);
    expect(await rowsOf(owner)).toEqual([]);
  });

  it('is refused to blocked buyers, and before the email is verified', async () => {
    const blocked = await t.makeUser();
    await changeUser(t, blocked, { blocked_reason: 'Chargebacks' });
    const unverified = await t.makeUser({ verified: false });
    const body = { name: 'Books', scopes: ['orders:read'] };
    expect((await add(blocked, body)).body.error.code).toBe('account_blocked');
    expect((await add(unverified, body)).body.error.code).toBe('email_not_verified');
    expect([...(await rowsOf(blocked)), ...(await rowsOf(unverified))]).toEqual([]);
  });

  it('ends at 20 keys a person, however many are made at once', async () => {
    const owner = await t.makeUser();
    const body = { name: 'Books', scopes: ['orders:read'] };
    const replies = await Promise.all(Array.from({ length: 24 }, () => add(owner, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array(20).fill(201),
      ...Array(4).fill(409),
    ]);
    const [first] = await list(owner);
    expectStatus(await remove(owner, String(first?._id)), 200);
    expect((await add(owner, body)).status).toBe(201);
    expect((await add(owner, body)).body.error.code).toBe('conflict');
  });
});

describe('the database', () => {
  const row = (userId: string, change: object) => ({
    user_id: userId,
    ...{ id: '01980000-0000-7000-8000-000000000001', place: 1, name: 'Books', scopes: ['orders:read'] },
    ...{ hash: Buffer.alloc(32, 1), last_four: 'abcd', created_at: new Date('2026-01-01T00:00:00Z') },
    ...change,
  });

  it.each<[string, object]>([
    ['api_keys_name_check', { name: 'x'.repeat(101) }],
    ['api_keys_scopes_check', { scopes: ['orders:everything'] }],
    ['api_keys_check', { scopes: [] }],
    ['api_keys_place_check', { place: 21 }],
    ['api_keys_hash_check', { hash: Buffer.alloc(16) }],
    ['api_keys_check', { expires_at: new Date('2025-01-01T00:00:00Z') }],
  ])('holds %s', async (_constraint, change) => {
    const owner = await t.makeUser();
    const insert = t.shop.db.insertInto('api_keys').values(row(owner.userId, change));
    await expect(insert.execute()).rejects.toMatchObject({ code: '23514' });
  });

  it('keeps one key of a hash, and one in a place', async () => {
    const owner = await t.makeUser();
    const insert = (change: object) =>
      t.shop.db.insertInto('api_keys').values(row(owner.userId, change)).execute();
    await insert({});
    const other = '01980000-0000-7000-8000-000000000002';
    await expect(insert({ id: other, place: 2 })).rejects.toMatchObject({ constraint: 'api_keys_hash_key' });
    await expect(insert({ id: other, hash: Buffer.alloc(32, 2) })).rejects.toMatchObject({
      constraint: 'api_keys_user_id_place_key',
    });
  });
});

describe('a list of keys', () => {
  it('has one’s own; an admin’s has everyone’s', async () => {
    const [one, other] = [await t.makeUser(), await t.makeUser({ role: 'staff' })];
    const own = await makeApiKey(t, one, { scopes: ['orders:read'] });
    const others = await makeApiKey(t, other, { scopes: ['orders:read'] });
    expect((await list(one)).map(({ _id }) => _id)).toEqual([own._id]);
    expect((await list(other)).map(({ _id }) => _id)).toEqual([others._id]);
    const everyones = (await list(admin)).map(({ _id, ownerEmail }) => [_id, ownerEmail]);
    expect(everyones.slice(0, 2)).toEqual([
      [others._id, other.email],
      [own._id, one.email],
    ]);
    expect((await remove(other, own._id)).status).toBe(404);
    expect(await rowsOf(one)).toHaveLength(1);
    expect((await remove(admin, own._id)).status).toBe(200);
    expect(await rowsOf(one)).toEqual([]);
  });

  it('has when each was last used, to the minute', async () => {
    const owner = await t.makeUser();
    const { key } = await makeApiKey(t, owner, { scopes: ['orders:read'] });
    const lastUse = async () => (await list(owner))[0]?.lastUsedAt;
    const use = async () => expectStatus(await ask(key, `/orders?email=${owner.email}`), 200);
    await use();
    const first = await lastUse();
    expect(Math.abs(Date.parse(String(first)) - t.clock.now().getTime())).toBeLessThan(MINUTE_MS);
    await use();
    expect(await lastUse()).toBe(first);
    t.clock.advance(MINUTE_MS);
    await use();
    expect(Date.parse(String(await lastUse()))).toBeGreaterThanOrEqual(Date.parse(String(first)) + MINUTE_MS);
  });
});

describe('a key', () => {
  it('acts for its person, within its scopes', async () => {
    const buyer = await t.makeUser();
    const { key } = await makeApiKey(t, buyer, { scopes: ['orders:read', 'orders:write'] });
    const asBuyer = { ...buyer, token: key };
    const order = await placeOrder(t, asBuyer, (await t.makeTool()).id);
    expect((await ask(key, `/orders/${order._id}`)).status).toBe(200);
    const stranger = await t.makeUser();
    const theirs = await placeOrder(t, stranger, (await t.makeTool()).id);
    expect((await ask(key, `/orders/${theirs._id}`)).status).toBe(404);
    expect((await ask(key, '/manageorders')).body.error).toMatchObject({ code: 'not_allowed' });
  });

  it('is named by what it does in the audit trail', async () => {
    const buyer = await t.makeUser();
    const { _id, key } = await makeApiKey(t, buyer, { scopes: ['orders:write'] });
    const order = await placeOrder(t, { ...buyer, token: key }, (await t.makeTool()).id);
    const events = await t.call<{ action: string; apiKeyId: string | null }[]>(
      'GET',
      `/orders/${order._id}/audit`,
      { token: admin.token },
    );
    expect(events.body.map(({ action, apiKeyId }) => [action, apiKeyId])).toEqual([['order_placed', _id]]);
  });

  it('lacks a scope: 403 names it, and the attempt is written down', async () => {
    const buyer = await t.makeUser();
    const { _id, key } = await makeApiKey(t, buyer, { scopes: ['orders:read'] });
    const { status, body } = await ask(key, '/orders', 'POST', {});
    expect([status, body]).toEqual([
      403,
      {
        error: {
          code: 'scope_missing',
          message: 'This API key needs the scope orders:write',
          scope: 'orders:write',
        },
      },
    ]);
    const refused = await t.shop.db
      .selectFrom('audit_events')
      .select(['api_key_id', 'details'])
      .where('actor_id', '=', buyer.userId)
      .where('action', '=', 'refused')
      .execute();
    expect(refused).toEqual([{ api_key_id: _id, details: { code: 'scope_missing', call: 'POST /orders' } }]);
  });

  it('is for no call about people’s accounts, or about keys', async () => {
    const { key } = await makeApiKey(t, admin);
    const calls = [
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['DELETE', '/api-keys/01980000-0000-7000-8000-000000000001'],
      ['PUT', `/user/${admin.email}`],
      ['PATCH', `/user/${admin.email}`],
      ['PUT', `/user/admin/${admin.email}`],
      ['PUT', `/user/blocked/${admin.email}`],
      ['GET', '/mailbox/messages'],
      ['GET', '/account/session'],
      ['POST', '/api/auth/sign-out'],
    ] as const;
    for (const [method, path] of calls) {
      const { status, body } = await ask(key, path, method, method === 'GET' ? undefined : {});
      expect([method, path, status, body.error.code]).toEqual([method, path, 403, 'key_refused']);
    }
  });

  it('counts nowhere but in the Authorization header', async () => {
    const { key } = await makeApiKey(t, admin);
    const elsewhere = [
      t.call('GET', `/overview?key=${key}&access_token=${key}`),
      t.call('GET', '/overview', { headers: { cookie: `key=${key}; token=${key}` } }),
      t.call('GET', '/overview', { headers: { 'x-api-key': key } }),
      t.call('GET', '/overview', { headers: { authorization: `Basic ${btoa(`${key}:`)}` } }),
      t.call('GET', '/overview', { headers: { authorization: key } }),
    ];
    expect((await Promise.all(elsewhere)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await ask(key, '/overview')).status).toBe(200);
  });

  it('is refused from other addresses than its own', async () => {
    const keyFrom = async (addresses: string[]) =>
      (await makeApiKey(t, admin, { scopes: ['reports:read'], addresses })).key;
    expect((await ask(await keyFrom(['203.0.113.0/24', '127.0.0.9/8']), '/overview')).status).toBe(200);
    const { status, body } = await ask(await keyFrom(['203.0.113.7', '2001:db8::/32']), '/overview');
    expect([status, body.error.code]).toEqual([403, 'key_refused']);
    const [latest, earlier] = await list(admin);
    expect([earlier?.addresses, latest?.addresses]).toEqual([
      ['203.0.113.0/24', '127.0.0.0/8'],
      ['203.0.113.7/32', '2001:db8::/32'],
    ]);
  });

  it('is refused where a proxy does not name the asker by an address, if it is for some addresses only', async () => {
    const isInPlaceFor = async (addresses: string[]) => {
      const { key } = await makeApiKey(t, admin, { scopes: ['reports:read'], addresses });
      const used = await findUsedApiKey(t.shop.db, key, { address: 'unknown', now: t.clock.now() });
      return used?.isInPlace;
    };
    expect(await isInPlaceFor([])).toBe(true);
    expect(await isInPlaceFor(['0.0.0.0/0', '::/0'])).toBe(false);
  });

  it('is none with another checksum, or with a secret that nobody made', async () => {
    const { key } = await makeApiKey(t, admin, { scopes: ['reports:read'] });
    const made = `${'A'.repeat(42)}E`;
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(made));
    const broken = [
      `${key.slice(0, -1)}${key.endsWith('A') ? 'Q' : 'A'}`,
      key.slice(0, -1),
      `${key}A`,
      'toolyard_',
      key.toUpperCase(),
      `toolyard_${made}${sum.toString('base64url')}`,
    ];
    for (const each of broken) {
      const { status, body } = await ask(each, '/overview');
      expect([each.slice(0, 9), status, body.error.code]).toEqual([each.slice(0, 9), 401, 'not_signed_in']);
    }
  });
});

describe('a key ends', () => {
  const stateOf = async ({ email }: TestUser) => {
    const keys = await list(await t.makeUser({ role: 'admin' }));
    return keys.find(({ ownerEmail }) => ownerEmail === email)?.state;
  };
  const isAlive = async (key: string) => {
    const { status } = await ask(key, '/quotes');
    expect([200, 401, 403]).toContain(status);
    return status !== 401;
  };

  it('with its deletion', async () => {
    const { _id, key } = await makeApiKey(t, admin);
    expect(await isAlive(key)).toBe(true);
    await remove(admin, _id);
    expect(await isAlive(key)).toBe(false);
  });

  it('at its end', async () => {
    const expiresAt = new Date(t.clock.now().getTime() + DAY_MS).toISOString();
    const person = await t.makeUser();
    const { key } = await makeApiKey(t, person, { scopes: buyersScopes, expiresAt });
    t.clock.advance(DAY_MS - MINUTE_MS);
    expect(await isAlive(key)).toBe(true);
    t.clock.advance(MINUTE_MS);
    expect(await isAlive(key)).toBe(false);
    expect(await stateOf(person)).toBe('expired');
  });

  it('when its person is blocked, and stays ended when they are unblocked', async () => {
    const keeper = await t.makeUser({ role: 'admin' });
    const buyer = await t.makeUser();
    const { key } = await makeApiKey(t, buyer, { scopes: buyersScopes });
    expect(await isAlive(key)).toBe(true);
    const blocking = { token: keeper.token, body: { reason: 'Chargebacks' } };
    expectStatus(await t.call('PUT', `/user/blocked/${buyer.email}`, blocking), 200);
    expect(await isAlive(key)).toBe(false);
    expectStatus(await t.call('DELETE', `/user/blocked/${buyer.email}`, { token: keeper.token }), 200);
    expect(await isAlive(key)).toBe(false);
    expect((await list(buyer))[0]?.endedAt).not.toBeNull();
    expect(await stateOf(buyer)).toBe('ended');
  });

  it.each(['staff', 'admin'] as const)('when its person is no longer %s', async (role) => {
    const person = await t.makeUser({ role });
    const { key } = await makeApiKey(t, person, { scopes: ['orders:read', 'quotes:read'] });
    expect(await isAlive(key)).toBe(true);
    const keeper = await t.makeUser({ role: 'admin' });
    expectStatus(await t.call('DELETE', `/user/${role}/${person.email}`, { token: keeper.token }), 200);
    expect(await isAlive(key)).toBe(false);
  });

  it('when its person gets more rights than it was made for', async () => {
    const person = await t.makeUser();
    const { key } = await makeApiKey(t, person, { scopes: buyersScopes });
    await changeUser(t, person, { role: 'staff' });
    expect(await isAlive(key)).toBe(false);
  });

  it('when its person’s account is emptied or deleted', async () => {
    const [emptied, deleted] = [await t.makeUser(), await t.makeUser()];
    const keys = [
      await makeApiKey(t, emptied, { scopes: buyersScopes }),
      await makeApiKey(t, deleted, { scopes: buyersScopes }),
    ];
    await changeUser(t, emptied, { email: null });
    await t.asOwner(`delete from users where id = '${deleted.userId}'`);
    for (const { key } of keys) expect(await isAlive(key)).toBe(false);
    expect(await rowsOf(deleted)).toEqual([]);
  });

  it('not with anything else about its person', async () => {
    const buyer = await t.makeUser();
    const { key } = await makeApiKey(t, buyer, { scopes: buyersScopes });
    expectStatus(
      await t.call('PATCH', `/user/${buyer.email}`, { token: buyer.token, body: { city: 'Springfield' } }),
      200,
    );
    expect(await isAlive(key)).toBe(true);
  });
});
