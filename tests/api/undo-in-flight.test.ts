import type { JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callIdentity, mailedToken, mailsTo, PASSWORD, signIn } from '#tests/support/accounts.ts';
import { shuffledPair } from '#tests/support/at-once.ts';
import { makeEmailChanges } from '#tests/support/email-changes.ts';
import { googleClient, makeGoogleKey, pretendGoogle } from '#tests/support/pretend-google.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

// Somebody has taken an account over and given it an address of theirs. What they began before its owner
// undoes that gives them nothing after.

const ROUNDS = roundsOf(6);
const STRANGERS = 'a stranger’s vice';

const t = setUpShop({ ...googleClient, SHOP_RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '20' });
const tool = setUp(() => t.makeTool());
const key = setUp(() => makeGoogleKey('key-1'));
const { bothWaiting, changed, factsOf, lockOfAccount, signUpVerified, subjectOf, undo } = makeEmailChanges(
  t,
  tool,
);

/** What Google's next token says. */
let claims: JWTPayload = {};
beforeEach(() => {
  pretendGoogle({
    token: async () => {
      const now = Math.floor(t.clock.now().getTime() / 1000);
      const id_token = await key.sign({ iat: now, exp: now + 3600, email_verified: true, ...claims });
      return Response.json({ access_token: 'a', id_token, token_type: 'Bearer', expires_in: 3600 });
    },
    keys: () => Response.json({ keys: [key.published] }),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Goes to Google and returns what comes back to the shop. */
async function atGoogle(person: JWTPayload) {
  const callbackURL = '/login/google-done?attempt=7';
  const { body, headers } = await t.call<{ url: string }>('POST', '/api/auth/sign-in/social', {
    body: { callbackURL },
  });
  const { searchParams } = new URL(body.url);
  claims = { ...person, nonce: searchParams.get('nonce') ?? '' };
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async () => {
    const path = `/api/auth/callback/google?code=the-code&state=${searchParams.get('state')}`;
    const back = await t.call('GET', path, { headers: { cookie } });
    const handed = back.headers.getSetCookie().some((set) => /^toolyard_google_session=[^;]/.test(set));
    return { handed, location: back.headers.get('location') };
  };
}

const sessionsOf = async (user: TestUser) =>
  t.asOwner(`select id from sessions where subject = '${await subjectOf(user)}'`);

/** Expects the account as it was, without anybody logged in to it. */
async function expectGivenBack(user: TestUser, before: unknown): Promise<void> {
  expect(await factsOf(user)).toEqual(before);
  expect(await sessionsOf(user)).toEqual([]);
  expect((await signIn(t, user.email, STRANGERS)).status).toBe(401);
  expect((await signIn(t, user.email, PASSWORD)).status).toBe(200);
}

const askForReset = (email: string) => callIdentity(t, '/request-password-reset', { email });
const reset = (token: string) => callIdentity(t, '/reset-password', { token, newPassword: STRANGERS });

describe('a link for a new password', () => {
  it('is emailed to nobody whose address it no longer is', async () => {
    const user = await signUpVerified();
    const { email, link } = await changed(user);
    const [undone, asked] = await bothWaiting(
      await lockOfAccount(user),
      () => undo(link),
      () => askForReset(email),
    );
    expect([undone.status, asked.status]).toEqual([200, 200]);
    const links = (await mailsTo(t, email)).filter(({ text }) => text.includes('/reset-password?token='));
    expect(links).toEqual([]);
  });

  it.each(['before', 'after'])('that is used just %s the undo leaves the old password', async (when) => {
    const user = await signUpVerified();
    const before = await factsOf(user);
    const { email, link } = await changed(user);
    await askForReset(email);
    const token = await mailedToken(t, email, '/reset-password');
    const calls = [async () => (await reset(token)).status, async () => (await undo(link)).status] as const;
    const [first, second] = when === 'before' ? calls : calls.toReversed();
    const statuses = await bothWaiting(await lockOfAccount(user), first ?? calls[0], second ?? calls[1]);
    expect(statuses).toEqual(when === 'before' ? [200, 200] : [200, 400]);
    await expectGivenBack(user, before);
    expect((await reset(token)).status).toBe(400);
  });

  it('that is asked for and used at any time beside the undo leaves the old password', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await signUpVerified();
      const before = await factsOf(user);
      const { email, link } = await changed(user);
      await askForReset(email);
      const token = await mailedToken(t, email, '/reset-password');
      const [[undone]] = await Promise.all([
        Promise.all(
          shuffledPair(
            round,
            () => undo(link),
            () => reset(token),
          ),
        ),
        askForReset(email),
      ]);
      expect(undone.status).toBe(200);
      await t.runJobs();
      await expectGivenBack(user, before);
    }
  });
});

describe('a sign-in with Google', () => {
  it('that would be linked by the address is not, once the address has gone back', async () => {
    const user = await signUpVerified();
    const before = await factsOf(user);
    const { email, link } = await changed(user);
    const comeBack = await atGoogle({ sub: `g-${email}`, email });
    const [undone] = await bothWaiting(await lockOfAccount(user), () => undo(link), comeBack);
    expect(undone.status).toBe(200);
    await expectGivenBack(user, before);
    // It is an account of its own.
    expect(
      await t.asOwner(`select count(*)::int as count from identity."user" where email = '${email}'`),
    ).toEqual([{ count: 1 }]);
  });

  it.each(['before', 'after'])('just %s the undo leaves no session', async (when) => {
    const user = await signUpVerified();
    const before = await factsOf(user);
    const { email, link } = await changed(user);
    const stranger = { sub: `g-${email}`, email };
    expect(await (await atGoogle(stranger))()).toMatchObject({ handed: true });
    const comeBack = await atGoogle(stranger);
    const lock = await lockOfAccount(user);
    if (when === 'before') await bothWaiting(lock, comeBack, () => undo(link));
    else await bothWaiting(lock, () => undo(link), comeBack);
    await expectGivenBack(user, before);
  });

  it('at any time beside the undo opens nothing of the account', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const user = await signUpVerified();
      const before = await factsOf(user);
      const { email, link } = await changed(user);
      const comeBack = await atGoogle({ sub: `g-${email}`, email });
      const [undone] = await Promise.all(shuffledPair(round, () => undo(link), comeBack));
      expect(undone.status).toBe(200);
      await expectGivenBack(user, before);
    }
  });
});
