import { expect, test } from 'vitest';
import { mailsTo } from '#tests/support/accounts.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { queueAtRow } from '#tests/support/queue-at-row.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const AT_ONCE = 12;

const t = setUpRaceShop();

/** Leaves a message that staff have not read. */
async function leaveMessage(email: string) {
  const staff = await t.makeUser({ role: 'staff' });
  const left = await t.call<{ insertedId: string }>('POST', '/contact', {
    body: { name: 'Cora', email, phone: '555 0199' },
  });
  const id = left.body.insertedId;
  const close = () =>
    t.call<{ modifiedCount: number }>('POST', `/contact/${id}/close`, { token: staff.token });
  return { staff, id, close };
}

test('a message that several close at the same moment is closed by the first', async () => {
  const { id, close } = await leaveMessage('cleo@home.example');
  const replies = await queueAtRow(t, `select from contact_messages where id = '${id}' for update`, [
    close,
    close,
    close,
  ]);
  expect(replies.map(({ status, body }) => [status, body.modifiedCount])).toEqual([
    [200, 1],
    [200, 0],
    [200, 0],
  ]);
  const closed = `select id from audit_events where action = 'message_closed' and details::text like '%${id}%'`;
  expect(await t.asOwner(closed)).toHaveLength(1);
});

test('a message closed and answered by many at once: closed by one, and each answer sent once', async () => {
  const email = 'cora@home.example';
  const { staff, id, close } = await leaveMessage(email);
  const answer = (nth: number) =>
    t.call<{ insertedId: string }>('POST', `/contact/${id}/answer`, {
      token: staff.token,
      body: { text: `Answer ${nth % 2}` },
      headers: { 'idempotency-key': `key ${nth % 2}` },
    });
  const [closed, answered] = await Promise.all([times(AT_ONCE, close), times(AT_ONCE, answer)]);
  expect(tally([...closed, ...answered])).toEqual({ 200: 2 * AT_ONCE });
  // A reply closes it too.
  expect(closed.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBeLessThanOrEqual(1);
  expect(new Set(answered.map(({ body }) => body.insertedId)).size).toBe(2);
  expect(
    await t.asOwner(`select text from contact_answers where message_id = '${id}' order by text`),
  ).toEqual([{ text: 'Answer 0' }, { text: 'Answer 1' }]);
  expect(await mailsTo(t, email)).toHaveLength(2);
  const audited = `select action, count(*)::int as times from audit_events where action like 'message%' and details::text like '%${id}%'`;
  expect(await t.asOwner(`${audited} group by action order by action`)).toEqual([
    { action: 'message_answered', times: 2 },
    { action: 'message_closed', times: 1 },
  ]);
});
