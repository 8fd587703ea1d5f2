/** @module-tag sweep */
import { expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { makeDatabase } from '#tests/support/backups.ts';

const id = (nth: number) => `00000000-0000-7000-8000-00000000000${nth}`;

/** Reasons written by earlier versions, and their current codes. */
const reasons = {
  'The amount charged was not what the order comes to': 'other_amount',
  'The amount charged didn’t match the order total': 'other_amount',
  'The order had been deleted': 'order_deleted',
  'The order was already paid': 'order_paid',
  'The tool was sold out by the time the payment arrived': 'sold_out',
  'The tool sold out before the payment arrived': 'sold_out',
};
const entries = [
  ['order placed', 'user', 'order_placed', 'user'],
  ['sign-in refused', 'visitor', 'sign_in_refused', 'visitor'],
  ['payment called back', 'card provider', 'refund_requested', 'card_provider'],
  ['difference mended', 'job reconcile-payments', 'reconciled', 'job:reconcile-payments'],
  ['mail given up', 'job send-mail', 'email_given_up', 'job:send-mail'],
  ['role given', 'command line', 'role_given', 'command_line'],
] as const;

test('converts reasons stored in words to codes, in a trail that stays append-only', async () => {
  const { connection, asOwner } = await makeDatabase();
  const server: DatabaseServer = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), { wanted: '0021-session-tokens' });
  await asOwner(
    `insert into users (id, subject, display_name, email_verified) values ('${id(0)}', 'ada', 'Ada', true);
    insert into pictures (id, url, width, height, colour, webp_srcset) values ('${id(0)}', '/s', 4, 3, '#eee', '/s 4w');
    insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand)
      values ('${id(0)}', 'Saw', 'Saws', '/s', 1, 1, 9);
    insert into orders (id, user_id, tool_id, tool_name, img, unit_price_cents, quantity, total_cents, user_name, email, phone,
      address) values ('${id(0)}', '${id(0)}', '${id(0)}', 'Saw', '/s', 1, 1, 1, 'Ada', 'a@b.c', '1', 'x')`,
  );
  for (const [nth, reason] of Object.keys(reasons).entries()) {
    await asOwner(`
      insert into payments (id, order_id, intent_id, amount_cents, currency, held_quantity, hold_expires_at, state, refund_reason)
        values ('${id(nth)}', '${id(0)}', 'pi_${nth}', 1, 'usd', 0, now(), 'refunded', '${reason}')`);
  }
  for (const [nth, [action, actor]] of entries.entries()) {
    const details = JSON.stringify({
      paymentId: id(nth),
      ...(nth === 2 && { reason: 'The order was deleted' }),
    });
    await asOwner(`insert into audit_events (id, occurred_at, actor, action, details)
      values ('${id(nth)}', now(), '${actor}', '${action}', '${details}')`);
  }

  await prepareTables(server, createLog('silent'));

  expect(await asOwner('select refund_reason from payments order by id')).toEqual(
    Object.values(reasons).map((reason) => ({ refund_reason: reason })),
  );
  expect(await asOwner('select action, actor, details from audit_events order by id')).toEqual(
    entries.map(([, , action, actor], nth) => ({
      action,
      actor,
      details: { paymentId: id(nth), ...(nth === 2 && { reason: 'order_deleted' }) },
    })),
  );
  for (const statement of ["update audit_events set actor = 'nobody'", 'delete from audit_events'])
    await expect(asOwner(statement)).rejects.toThrow('audit_events is append-only');
  await expect(asOwner("update payments set refund_reason = 'The order was deleted'")).rejects.toThrow(
    'payments_refund_reason_is_code',
  );
  await expect(
    asOwner(
      `insert into audit_events (id, occurred_at, actor, action) values ('${id(9)}', now(), 'user', 'order placed')`,
    ),
  ).rejects.toThrow('audit_events_are_codes');
});
