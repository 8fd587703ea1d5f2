import { type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { accessTokenOf, mailedToken, mailsTo, signUp, type TestAccount } from '#tests/support/accounts.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

describe('verifying an address', () => {
  const verify = async (query: string, account?: TestAccount) =>
    t.call<ErrorReply>(
      'GET',
      `/api/auth/verify-email${query}`,
      account ? { token: await accessTokenOf(t, account) } : {},
    );

  async function isVerified(email: string): Promise<boolean> {
    const { emailVerified } = await t.shop.db
      .selectFrom('identity.user')
      .select('emailVerified')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return emailVerified;
  }

  it('works by the emailed link for the signed-in owner, and counts at once', async () => {
    const account = await signUp(t);
    const token = await mailedToken(t, account.email, '/verify-email');
    expect((await verify(`?token=${token}`, account)).status).toBe(200);
    const own = await t.call('GET', '/account/session', { token: await accessTokenOf(t, account) });
    expect(own.body).toEqual({ email: account.email, displayName: account.name, emailVerified: true });
    expect((await verify(`?token=${token}`, account)).status).toBe(200);
  });

  it('does not verify the address of a sign-up by someone who does not own it', async () => {
    const { email } = await signUp(t);
    const owner = await signUp(t);
    const token = await mailedToken(t, email, '/verify-email');
    expect((await verify(`?token=${token}`)).status).toBe(401);
    const signedIn = await verify(`?token=${token}`, owner);
    expect(signedIn.status).toBe(400);
    expect(signedIn.body.error.message).toBe('You’re logged in with a different email');
    expect([await isVerified(email), await isVerified(owner.email)]).toEqual([false, false]);
  });

  it.each([
    ['none', () => ''],
    ['an empty one', () => '?token='],
    ['nonsense', () => '?token=nonsense'],
    ['one that no text can hold', () => '?token=%00%ff'],
    ['two', () => '?token=a&token=b'],
    ['a proof', async () => `?token=${(await signUp(t)).proof}`],
    ['one of nobody', async () => `?token=${await forge({ exp: inAnHour() })}`],
    ['one that never runs out', async () => `?token=${await forge({ sub: 'a', email: 'a@shop.example' })}`],
    ['one that has run out', async () => `?token=${await forge({ sub: 'a', exp: inAnHour() - 3601 })}`],
    ['one by another key', async () => `?token=${await forge({ sub: 'a', exp: inAnHour() }, 'another')}`],
  ])('refuses %s as a token, in the shop’s words', async (_what, query) => {
    const account = await signUp(t);
    const reply = await verify(await query(), account);
    expect(reply.status).toBe(400);
    const message = 'This link is no longer valid. Please request a new one.';
    expect(reply.body).toEqual({ error: { code: 'invalid_input', field: 'token', message } });
    expect(await isVerified(account.email)).toBe(false);
  });

  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

  /** Signed as the shop signs its links. */
  const forge = (payload: JWTPayload, key = 'verification') =>
    new SignJWT({ iss: 'toolyard-accounts', aud: 'email verification', ...payload })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(t.shop.secrets.key(key));

  it('sends the email again on request', async () => {
    const account = await signUp(t);
    const { email } = account;
    const again = await t.call('POST', '/api/auth/send-verification-email', {
      token: await accessTokenOf(t, account),
      body: { email, callbackURL: 'https://elsewhere.example' },
    });
    expect(again.status).toBe(200);
    const mails = await mailsTo(t, email);
    expect(mails.every((mail) => mail.text.includes(`${t.url}/verify-email?token=`))).toBe(true);
    expect(mails.some((mail) => mail.text.includes('elsewhere'))).toBe(false);
  });
});
