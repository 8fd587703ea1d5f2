import { describe, expect, it } from 'vitest';
import { accessTokenOf, exchange, PASSWORD, signIn, signUp } from '#tests/support/accounts.ts';
import { countSessions, expectEnded, expectOpen } from '#tests/support/sessions.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const MINUTE_MS = 60_000;

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const account = setUp(() => signUp(t, { name: 'Ida Smith' }));
const proofOf = async ({ email }: { email: string }) => (await signIn(t, email, PASSWORD)).proof;

async function countUsers(): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('the proof of a sign-in', () => {
  it('is exchanged for the access token, and tells whose it is', async () => {
    const { status, body, headers } = await exchange(t, account.email, await proofOf(account));
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      account: { email: account.email, displayName: 'Ida Smith', emailVerified: false },
    });
    const own = await t.call('GET', '/account/session', { token: body.token });
    expect(own.body).toEqual(body.account);
  });

  it('and the token are kept as their hashes only', async () => {
    const proof = await proofOf(account);
    const { body } = await exchange(t, account.email, await proofOf(account));
    const kept = JSON.stringify(
      await t.asOwner(`select to_jsonb(sessions), encode(token_hash, 'escape') from sessions`),
    );
    for (const token of [proof, body.token]) {
      expect(kept).not.toContain(token);
      expect(kept).not.toContain(Buffer.from(token).toString('hex'));
    }
  });

  it('counts once, however often it comes at once', async () => {
    const person = await signUp(t);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => exchange(t, person.email, person.proof)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
    expect(await countSessions(t, person.email)).toBe(1);
    await expectOpen(t, replies.find(({ status }) => status === 200)?.body.token ?? '');
    expect((await exchange(t, person.email, person.proof)).status).toBe(401);
  });

  it('counts for ten minutes, and opens nothing by itself', async () => {
    const [one, other] = [await proofOf(account), await proofOf(account)];
    await expectEnded(t, one);
    t.clock.advance(9 * MINUTE_MS);
    expect((await exchange(t, account.email, one)).status).toBe(200);
    t.clock.advance(2 * MINUTE_MS);
    expect((await exchange(t, account.email, other)).status).toBe(401);
  });

  it.each<[string, () => string | undefined | Promise<string>]>([
    ['is missing', () => undefined],
    ['is nonsense', () => 'nonsense'],
    ['is an access token', async () => accessTokenOf(t, { ...account, proof: await proofOf(account) })],
    ['is a signed token of an earlier version', () => 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmVk'],
  ])('is refused when it %s', async (_reason, makeToken) => {
    const token = await makeToken();
    const before = await countUsers();
    const reply = await exchange(t, account.email, token);
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ error: { code: 'not_signed_in', message: 'Please log in' } });
    expect(await countUsers()).toBe(before);
  });

  it('does not open somebody else’s account, and still opens its own', async () => {
    const victim = await signUp(t);
    const proof = await proofOf(account);
    const before = await countUsers();
    expect((await exchange(t, victim.email, proof)).status).toBe(401);
    expect(await countUsers()).toBe(before);
    expect((await exchange(t, account.email, proof)).status).toBe(200);
  });

  it('never grants a role that its holder requests', async () => {
    const reply = await t.call('PUT', `/user/${account.email}`, {
      token: await proofOf(account),
      body: { email: account.email, role: 'admin' },
    });
    expect(reply.status).toBe(200);
    const row = await t.shop.db
      .selectFrom('users')
      .select('role')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow();
    expect(row.role).toBe('user');
  });

  it('moves an address along when the provider gives it to another account', async () => {
    const first = await t.makeUser({ email: 'handed-on@shop.example', role: 'admin' });
    await t.shop.db
      .updateTable('identity.user')
      .set({ email: 'moved-on@shop.example' })
      .where('email', '=', first.email)
      .execute();
    const second = await signUp(t, { email: 'handed-on@shop.example' });
    const token = await accessTokenOf(t, second);
    expect((await t.call('GET', '/user/handed-on@shop.example', { token })).body).toMatchObject({
      role: 'user',
    });
    expect((await t.call('GET', '/user/handed-on@shop.example', { token: first.token })).status).toBe(401);
  });
});
