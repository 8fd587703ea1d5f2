import { type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { identitySecret } from '#platform/identity/embedded/embedded-identity.ts';
import { accessTokenOf, idTokenOf, mailedToken, mailsTo, signUp } from '#tests/support/accounts.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

describe('verifying an address', () => {
  const verify = (query: string, session?: string) =>
    t.call<{ message: string; code: string; error: { code: string; field?: string } }>(
      'GET',
      `/api/auth/verify-email${query}`,
      session === undefined ? {} : { token: session },
    );

  async function isVerified(email: string): Promise<boolean> {
    const { emailVerified } = await t.shop.db
      .selectFrom('identity.user')
      .select('emailVerified')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return emailVerified;
  }

  it('works by the emailed link for the signed-in owner, and counts at the next exchange', async () => {
    const account = await signUp(t);
    const token = await mailedToken(t, account.email, '/verify-email');
    const verified = await verify(`?token=${token}`, account.session);
    expect(verified.status).toBe(200);
    const access = await accessTokenOf(t, account);
    const profile = await t.call('GET', `/user/${account.email}`, { token: access });
    expect(profile.body).toMatchObject({ emailVerified: true });
    expect((await verify(`?token=${token}`, account.session)).status).toBe(200);
  });

  it('does not verify the address of a sign-up by someone who does not own it', async () => {
    const { email } = await signUp(t);
    const owner = await signUp(t);
    const token = await mailedToken(t, email, '/verify-email');
    const visiting = await verify(`?token=${token}`);
    expect(visiting.status).toBe(401);
    expect(visiting.body.message).toBe('Log in first to finish verifying your email address');
    const signedIn = await verify(`?token=${token}`, owner.session);
    expect(signedIn.status).toBe(400);
    expect(signedIn.body.message).toBe('You’re logged in with a different email');
    expect([await isVerified(email), await isVerified(owner.email)]).toEqual([false, false]);
  });

  it.each([
    ['none', () => ''],
    ['an empty one', () => '?token='],
    ['nonsense', () => '?token=nonsense'],
    ['one that no text can hold', () => '?token=%00%ff'],
    ['two', () => '?token=a&token=b'],
    ['an ID token', async () => `?token=${await idTokenOf(t, await signUp(t))}`],
    ['one without an address', async () => `?token=${await forge({ exp: inAnHour() })}`],
    ['one that never runs out', async () => `?token=${await forge({ email: 'a@shop.example' })}`],
  ])('refuses %s as a token, in the shop’s words', async (_what, query) => {
    const account = await signUp(t);
    const reply = await verify(await query(), account.session);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      error: { code: 'invalid_input', field: 'token', message: reply.body.message },
      message: 'This link is no longer valid. Please request a new one.',
      code: 'invalid_input',
    });
    expect(await isVerified(account.email)).toBe(false);
  });

  it('refuses an expired link', async () => {
    const account = await signUp(t);
    const token = await forge({ email: account.email, exp: inAnHour() - 3601 });
    const reply = await verify(`?token=${token}`, account.session);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('This link has expired. Please request a new one.');
    expect(await isVerified(account.email)).toBe(false);
  });

  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

  /** Signed as the shop signs its links. */
  const forge = (payload: JWTPayload) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(identitySecret(t.shop.secrets)));

  it('sends the email again on request', async () => {
    const { email, session } = await signUp(t);
    const again = await t.call('POST', '/api/auth/send-verification-email', {
      token: session,
      body: { email, callbackURL: 'https://elsewhere.example' },
    });
    expect(again.status).toBe(200);
    const mails = await mailsTo(t, email);
    expect(mails.every((mail) => mail.text.includes(`${t.url}/verify-email?token=`))).toBe(true);
    expect(mails.some((mail) => mail.text.includes('elsewhere'))).toBe(false);
  });
});
