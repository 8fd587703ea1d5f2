import { describe, expect, it } from 'vitest';
import {
  accessTokenOf,
  callIdentity,
  exchange,
  mailedToken,
  mailsTo,
  PASSWORD,
  signIn,
  signInAgain,
  signUp,
} from '#tests/support/accounts.ts';
import { expectEnded } from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

describe('setting a new password', () => {
  it('ends every session, verifies the address and works once', async () => {
    const account = await signUp(t);
    const { email } = account;
    const session = await accessTokenOf(t, account);
    const { proof } = await signIn(t, email, PASSWORD);
    expect((await callIdentity(t, '/request-password-reset', { email })).status).toBe(200);
    const token = await mailedToken(t, email, '/reset-password');

    expect(
      (await callIdentity(t, '/reset-password', { token, newPassword: 'a brand new vice' })).status,
    ).toBe(200);
    await expectEnded(t, session);
    expect((await exchange(t, email, proof)).status).toBe(401);
    expect((await signIn(t, email, PASSWORD)).status).toBe(401);
    const access = await signInAgain(t, email, 'a brand new vice');
    expect((await t.call('GET', `/user/${email}`, { token: access })).body).toMatchObject({
      emailVerified: true,
    });

    const again = await callIdentity(t, '/reset-password', { token, newPassword: 'yet another vice' });
    expect(again.status).toBe(400);
    expect(again.body.error?.message).toBe('This link is no longer valid. Please request a new one.');
    expect((await signIn(t, email, 'a brand new vice')).status).toBe(200);
  });

  it('ends every other link, used before or at the same time', { tags: ['sweep'] }, async () => {
    const { email } = await signUp(t);
    const links = [];
    for (let count = 0; count < 4; count += 1) {
      await callIdentity(t, '/request-password-reset', { email });
      links.push(await mailedToken(t, email, '/reset-password'));
    }
    expect(new Set(links).size).toBe(4);
    const use = (token = '', newPassword = `vice number ${token}`) =>
      callIdentity(t, '/reset-password', { token, newPassword });
    const replies = await Promise.all(links.slice(1).map((link) => use(link)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const used = links[1 + replies.findIndex(({ status }) => status === 200)];
    expect((await use(links[0], 'the oldest link of all')).status).toBe(400);
    expect((await signIn(t, email, `vice number ${used}`)).status).toBe(200);

    await callIdentity(t, '/request-password-reset', { email });
    expect((await use(await mailedToken(t, email, '/reset-password'), 'a later vice')).status).toBe(200);
  });

  it('answers known and unknown addresses alike, and emails only the known', async () => {
    const { email } = await signUp(t);
    const known = await callIdentity(t, '/request-password-reset', { email });
    const unknown = await callIdentity(t, '/request-password-reset', { email: 'stranger@shop.example' });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    expect((await mailsTo(t, email)).map((mail) => mail.subject)).toContain('Set a new password');
    expect(await mailsTo(t, 'stranger@shop.example')).toEqual([]);
  });

  it('refuses common and short passwords and invented links', async () => {
    const { email } = await signUp(t);
    await callIdentity(t, '/request-password-reset', { email });
    const token = await mailedToken(t, email, '/reset-password');
    const refused = [
      { token, newPassword: 'password1' },
      { token, newPassword: 'short' },
      { token: 'made-up', newPassword: PASSWORD },
      { token: 'madeup', newPassword: PASSWORD },
      { token: 'a\u0000b', newPassword: PASSWORD },
      { newPassword: PASSWORD },
    ];
    for (const body of refused) expect((await callIdentity(t, '/reset-password', body)).status).toBe(400);
    expect((await signIn(t, email, PASSWORD)).status).toBe(200);
    expect((await callIdentity(t, '/reset-password', { token, newPassword: 'a good long one' })).status).toBe(
      200,
    );
  });
});
