import { expect, test } from 'vitest';
import { mailsTo } from '#tests/support/accounts.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const AT_ONCE = 12;

const t = setUpRaceShop();

test('a message closed and answered by many at once: closed by one, and each answer sent once', async () => {
  const staff = await t.makeUser({ role: 'staff' });
  const email = 'cora@home.example';
  const left = await t.call<{ insertedId: string }>('POST', '/contact', {
    body: { name: 'Cora', email, phone: '555 0199' },
  });
  const path = `/contact/${left.body.insertedId}`;
  const close = () => t.call<{ modifiedCount: number }>('POST', `${path}/close`, { token: staff.token });
  const answer = (nth: number) =>
    t.call<{ insertedId: string }>('POST', `${path}/answer`, {
      token: staff.token,
      body: { text: `Answer ${nth % 2}` },
      headers: { 'idempotency-key': `key ${nth % 2}` },
    });
  const [closed, answered] = await Promise.all([times(AT_ONCE, close), times(AT_ONCE, answer)]);
  expect(tally([...closed, ...answered])).toEqual({ 200: 2 * AT_ONCE });
  expect(closed.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1);
  expect(new Set(answered.map(({ body }) => body.insertedId)).size).toBe(2);
  expect(await t.asOwner('select text from contact_answers order by text')).toEqual([
    { text: 'Answer 0' },
    { text: 'Answer 1' },
  ]);
  expect(await mailsTo(t, email)).toHaveLength(2);
  const audited = "select action, count(*)::int as times from audit_events where action like 'message%'";
  expect(await t.asOwner(`${audited} group by action order by action`)).toEqual([
    { action: 'message_answered', times: 2 },
    { action: 'message_closed', times: 1 },
  ]);
});
