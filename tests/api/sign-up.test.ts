import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { findByEmail } from '#platform/identity/embedded/account-store.ts';
import {
  accessTokenOf,
  callIdentity,
  mailedToken,
  mailsTo,
  PASSWORD,
  signIn,
  signUp,
} from '#tests/support/accounts.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

async function countAccounts(): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('identity.user')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('signing up', () => {
  it('creates an account, whose sign-in sets no cookie', async () => {
    const grace = { name: ' Grace Turner ', email: ' Grace@Shop.Example ', password: PASSWORD };
    expect(await callIdentity(t, '/sign-up/email', grace)).toMatchObject({
      status: 200,
      body: { status: true },
    });
    const reply = await callIdentity(t, '/sign-in/email', { email: grace.email, password: PASSWORD });
    expect(reply.body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      email: 'grace@shop.example',
      secondFactor: [],
    });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('leads to an access token that opens the account’s own profile', async () => {
    const account = await signUp(t, { name: 'Ida Smith' });
    const token = await accessTokenOf(t, account);
    const profile = await t.call('GET', `/user/${account.email}`, { token });
    expect(profile.body).toEqual({
      email: account.email,
      displayName: 'Ida Smith',
      name: 'Ida Smith',
      role: 'user',
      emailVerified: false,
      education: '',
      linkedin: '',
      phone: '',
      city: '',
      district: '',
      company: '',
      vatNumber: '',
    });
  });

  it.each(['127.0.0.1', 'localhost'])('works under the name %s', async (host) => {
    const origin = t.url.replace('127.0.0.1', host);
    const response = await fetch(`${origin}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ name: 'Ada', email: `ada@${host}.example`, password: PASSWORD }),
    });
    expect(response.status).toBe(200);
  });

  it.each(['boss@my-shop.de', 'a@3m.com', 'a@t-online.de', 'first.last+x@sub.shop.co.uk'])(
    'accepts %s, and logs its owner in, in any case',
    async (email) => {
      const account = await signUp(t, { email });
      expect(await accessTokenOf(t, account)).toEqual(expect.any(String));
      expect((await signIn(t, ` ${email.toUpperCase()} `, PASSWORD)).status).toBe(200);
      const reset = await callIdentity(t, '/request-password-reset', { email });
      expect(reset.status).toBe(200);
      expect(await mailedToken(t, email, '/reset-password')).toEqual(expect.any(String));
    },
  );

  it('answers the same for known and unknown addresses, and emails the owner, rate-limited', async () => {
    const { email } = await signUp(t, { name: 'Ada Joiner' });
    await t.runJobs();
    const eve = { name: 'Eve', password: 'another long password' };
    const answer = async (address: string) => {
      const { status, body, headers } = await callIdentity(t, '/sign-up/email', { ...eve, email: address });
      const told = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return { status, body, told };
    };
    const known = await answer(email.toUpperCase());
    expect(known).toMatchObject({ status: 200, body: { status: true } });
    expect(known).toEqual(await answer('nobody.yet@shop.example'));
    expect((await signIn(t, email, PASSWORD)).status).toBe(200);
    expect((await signIn(t, email, eve.password)).status).toBe(401);
    const [account] = await t.asOwner(`select name from identity.user where email = '${email}'`);
    expect(account).toEqual({ name: 'Ada Joiner' });

    for (let tries = 0; tries < 6; tries += 1) expect((await answer(email)).status).toBe(200);
    const mails = (await mailsTo(t, email)).filter(({ subject }) => subject === 'Your Toolyard account');
    expect(mails).toHaveLength(5);
    expect(mails[0]?.text).toContain('which already has an account. If it was you, log in.');
    expect(mails[0]?.text).not.toContain('Eve');
  });

  it('creates one account from many concurrent sign-ups', async () => {
    const body = { name: 'Ada', email: 'race@shop.example', password: PASSWORD };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => callIdentity(t, '/sign-up/email', body)),
    );
    expect(replies.map(({ status, body: answer }) => [status, answer])).toEqual(
      Array(6).fill([200, { status: true }]),
    );
    const rows = await t.shop.db
      .selectFrom('identity.user')
      .select('id')
      .where('email', '=', body.email)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it.each([
    [{ password: 'Qwerty123' }, 'password', 'This password is too easy to guess. Choose a different one.'],
    [{ password: 'abcdefgh' }, 'password', 'This password is too easy to guess. Choose a different one.'],
    [{ password: 'x9$kq' }, 'password', 'Must be 6 characters or longer'],
    [{ password: 'é'.repeat(129) }, 'password', 'Must be 128 characters or shorter'],
    [{ password: 7 }, 'password', 'Password is required'],
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'n'.repeat(201) }, 'name', 'Name must be 200 characters or shorter'],
    [{ name: 'A\u0000da' }, 'name', 'Name must be plain text'],
    [{ email: undefined }, 'email', 'Email is required'],
    [{ email: 'ada@nowhere' }, 'email', 'Provide a valid email'],
    // The shop would accept this one; the identity provider decides.
    [{ email: 'a..da@shop.example' }, 'email', 'Provide a valid email'],
    [{ email: `${'a'.repeat(250)}@x.io` }, 'email', 'Email must be 254 characters or shorter'],
  ])('refuses %j', async (wrong, field, message) => {
    const before = await countAccounts();
    const good = { name: 'Ada', email: 'refused@shop.example', password: PASSWORD };
    const reply = await callIdentity(t, '/sign-up/email', { ...good, ...wrong });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error: { code: 'invalid_input', message, field } });
    expect(await countAccounts()).toBe(before);
  });

  it('takes a password however its characters are written, and counts each as one', async () => {
    const decomposed = 'cafe\u0301 chisels';
    const { email } = await signUp(t, { password: decomposed });
    for (const password of ['caf\u00e9 chisels', '\uff43af\u00e9 chisels'])
      expect((await signIn(t, email, password)).status).toBe(200);
    // As it was hashed before passwords were normalized: accepted as it was typed then, and hashed anew.
    const account = await signUp(t, { password: decomposed });
    const hashOf = async () => (await findByEmail(t.shop.db, account.email))?.hash ?? '';
    await t.shop.db
      .updateTable('identity.account')
      .set({ password: await hash(decomposed) })
      .where('password', '=', await hashOf())
      .execute();
    expect((await signIn(t, account.email, 'caf\u00e9 chisels')).status).toBe(401);
    expect((await signIn(t, account.email, decomposed)).status).toBe(200);
    expect((await signIn(t, account.email, 'caf\u00e9 chisels')).status).toBe(200);

    const tool = String.fromCodePoint(0x1f527);
    const signUpWith = (password: string) =>
      callIdentity(t, '/sign-up/email', {
        name: 'Ada',
        email: `tools-${password.length}@shop.example`,
        password,
      });
    const long = `hammer ${tool.repeat(121)}`;
    expect((await signUpWith(long)).status).toBe(200);
    expect((await signIn(t, `tools-${long.length}@shop.example`, long)).status).toBe(200);
    expect((await signUpWith(`${long}x`)).body.error).toMatchObject({
      message: 'Must be 128 characters or shorter',
    });
    expect((await signUpWith(`ab${tool.repeat(3)}`)).body.error).toMatchObject({
      message: 'Must be 6 characters or longer',
    });
  });

  it('ignores fields that an account may not set on itself', async () => {
    const body = { name: 'Eve', email: 'eve@shop.example', password: PASSWORD };
    await callIdentity(t, '/sign-up/email', {
      ...body,
      emailVerified: true,
      role: 'admin',
      id: 'mine',
      image: 'x',
    });
    const account = await t.shop.db
      .selectFrom('identity.user')
      .select(['id', 'emailVerified'])
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow();
    expect(account.emailVerified).toBe(false);
    expect(account.id).not.toBe('mine');
  });
});
