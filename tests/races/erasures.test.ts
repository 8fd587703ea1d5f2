/** @module-tag sweep */
import { expect, test } from 'vitest';
import { makeExport } from '#features/account/make-export.ts';
import {
  accessTokenOf,
  exchange,
  PASSWORD,
  signIn,
  signInAgain,
  signUp,
  type TestAccount,
} from '#tests/support/accounts.ts';
import { shuffledPair } from '#tests/support/at-once.ts';
import {
  beginPayment,
  confirmCard,
  placeOrder,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { queueAtRow } from '#tests/support/queue-at-row.ts';
import { subjectOf } from '#tests/support/sessions.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(12);

const t = setUpRaceShop();

const erase = ({ token }: TestUser) => t.call('DELETE', '/account', { token });
const rowOf = ({ userId }: TestUser) =>
  t.shop.db
    .selectFrom('users')
    .select(['email', 'erased_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

test.each<[string, (account: TestAccount, token: string) => Promise<{ status: number }>]>([
  ['a login', ({ email }) => signIn(t, email, PASSWORD)],
  [
    'the exchange of a proof',
    async ({ email }) => exchange(t, email, (await signIn(t, email, PASSWORD)).proof),
  ],
  ['an authenticator app', (_, token) => t.call('POST', '/account/authenticator', { token })],
  [
    'another address',
    ({ email }, token) => t.call('POST', '/account/email', { token, body: { email: `new-${email}` } }),
  ],
])('%s beside the deletion of its account is refused: nobody is logged in', async (_what, call) => {
  const account = await signUp(t);
  const token = await accessTokenOf(t, account);
  const deletion = `delete from identity."user" where email = '${account.email}'`;
  const [reply] = await queueAtRow(t, deletion, [() => call(account, token)]);
  expect(reply?.status).toBe(401);
});

test('another password and the erasure of its account at once: both wait their turn', async () => {
  const account = await signUp(t);
  const token = await accessTokenOf(t, account);
  // The change ends this one.
  await signInAgain(t, account.email);
  const body = { currentPassword: PASSWORD, newPassword: 'a brand new vice' };
  const lock = `select from identity.account where "userId" = '${await subjectOf(t, account)}' for update`;
  const [changed, erased] = await queueAtRow(t, lock, [
    () => t.call('POST', '/account/password', { token, body }),
    () => t.call('DELETE', '/account', { token }),
  ]);
  expect([changed?.status, erased?.status]).toEqual([200, 200]);
});

test('starting a payment and erasing the account at once: one of them is refused', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(1);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const [started, erased] = await Promise.all(
      shuffledPair(
        round,
        () => startPayment(t, buyer, order),
        () => erase(buyer),
      ),
    );
    if (erased.status === 200) {
      expect([401, 404]).toContain(started.status);
      expect(await readStock(t, toolId)).toEqual({ onHand: 1, held: 0, sold: 0 });
      expect(await rowOf(buyer)).toMatchObject({ email: null });
    } else {
      expect([started.status, erased.status]).toEqual([200, 409]);
      expect(await readStock(t, toolId)).toEqual({ onHand: 1, held: 1, sold: 0 });
      expect(await rowOf(buyer)).toEqual({ email: buyer.email, erased_at: null });
    }
  }
});

test('paying and erasing the account at once: a paid order keeps its buyer', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const toolId = await t.makeCountedTool(1);
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, toolId);
    const intent = await beginPayment(t, buyer, order);
    await confirmCard(t, intent);
    const [paid, erased] = await Promise.all(
      shuffledPair(
        round,
        () => reportPaid(t, buyer, order._id, intent.paymentIntentId),
        () => erase(buyer),
      ),
    );
    expect([paid.status, erased.status]).toEqual([200, 409]);
    expect(await rowOf(buyer)).toEqual({ email: buyer.email, erased_at: null });
  }
});

test('ordering, saving an address, changing the profile, and erasing the account at once leaves no trace', async () => {
  const { id: toolId } = await t.makeTool({ onHand: 100 });
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await t.makeUser();
    const { token, userId, email } = buyer;
    const profile = { email, phone: '+12175550142' };
    const review = { rate: 5, reviews: 'Cuts well.' };
    const list = { name: 'Joinery', lines: [{ toolId, quantity: 1 }] };
    const [erased, ...others] = await Promise.all([
      erase(buyer),
      placeOrder(t, buyer, toolId).catch(() => undefined),
      t.call('PATCH', `/user/${email}`, { token, body: profile }),
      t.call('POST', '/review', { token, body: review }),
      t.call('POST', '/lists', { token, body: list }),
    ]);
    expect(erased.status).toBe(200);
    expect(others.filter((reply) => reply && 'status' in reply && Number(reply.status) >= 500)).toEqual([]);
    const [left] = await t.asOwner(`select
      (select count(*)::integer from orders where user_id = '${userId}' and (email <> 'deleted@account.invalid' or state = 'unpaid')) as orders,
      (select count(*)::integer from saved_lists where user_id = '${userId}') as lists,
      (select count(*)::integer from reviews where user_id = '${userId}') as reviews,
      (select phone from users where id = '${userId}') as phone`);
    expect(left).toEqual({ orders: 0, lists: 0, reviews: 0, phone: '' });
  }
});

test('making a copy of somebody’s data and erasing the account at once leaves no copy, and tells nobody', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await t.makeUser();
    const [asked, erased] = await Promise.all(
      shuffledPair(
        round,
        () => t.call('POST', '/account/export', { token: buyer.token }),
        () => (round % 3 === 0 ? erase(buyer) : Promise.resolve({ status: 0 })),
      ),
    );
    expect([202, 401]).toContain(asked.status);
    const [job] = (await jobsOf(t.shop.db, ['make-account-export'])).slice(-1);
    const [, last] = await Promise.all(
      shuffledPair(
        round,
        async () => job && makeExport(t.shop, job.data),
        () => (erased.status === 200 ? Promise.resolve(erased) : erase(buyer)),
      ),
    );
    expect(last.status).toBe(200);
    const left = await t.asOwner(`select id from account_exports where user_id = '${buyer.userId}'
      union all select export_id from account_export_parts where export_id not in (select id from account_exports)`);
    expect(left).toEqual([]);
    const mails = await jobsOf(t.shop.db, ['send-mail']);
    expect(mails.filter(({ data }) => data.to === buyer.email && data.mail !== 'account-erased')).toEqual([]);
  }
});
