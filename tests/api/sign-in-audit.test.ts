import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { accessTokenOf, PASSWORD, resetPassword, signIn, signOut, signUp } from '#tests/support/accounts.ts';
import { subjectOf } from '#tests/support/sessions.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

it('the audit trail records sign-ins, sign-outs and resets, with no address or password', async () => {
  const account = await signUp(t);
  const subject = await subjectOf(t, account);
  const token = await accessTokenOf(t, account);
  await signIn(t, account.email, 'a wrong guess');
  await signIn(t, account.email, PASSWORD);
  await signOut(t, token);
  await resetPassword(t, account.email, 'a brand new vice');
  const user = await t.shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow();
  const events = await t.shop.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'user_id', 'request_id', 'details'])
    .where(({ or, eb }) => or([eb('user_id', '=', user.id), eb(sql`details ->> 'subject'`, '=', subject)]))
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual([
    'signed_up',
    'signed_in',
    'sign_in_refused',
    'signed_in',
    'signed_out',
    'password_reset',
  ]);
  expect(events.slice(2).map((event) => event.user_id)).toEqual(Array(4).fill(user.id));
  for (const { action, actor, request_id } of events)
    expect([actor, request_id]).toEqual([action === 'signed_out' ? 'user' : 'visitor', expect.any(String)]);
  expect(JSON.stringify(events)).not.toContain(account.email);
});

it('the audit trail records a guess at an unknown account', async () => {
  const count = async () =>
    (
      await t.shop.db
        .selectFrom('audit_events')
        .select('user_id')
        .where('action', '=', 'sign_in_refused')
        .where('user_id', 'is', null)
        .execute()
    ).length;
  const before = await count();
  await signIn(t, 'nobody-at-all@shop.example', PASSWORD);
  expect(await count()).toBe(before + 1);
});
