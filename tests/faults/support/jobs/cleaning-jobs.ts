import { v7 as uuid } from 'uuid';
import type { Begin } from './piece.ts';

/** A job that deletes what is old. `insert`: makes such a row, marked and so many days of age; `table` and
 * `mark` find it again. */
const forgets =
  (
    job: string,
    table: string,
    mark: string,
    insert: (id: string, days: number, userId: string) => string,
  ): Begin =>
  async ({ t }) => {
    const [old, young] = [uuid({ msecs: Date.now() - 400 * 86_400_000 }), uuid()];
    for (const [id, days] of [
      [old, 400],
      [young, 0],
    ] as const) {
      const { userId } = await t.makeUser();
      await t.asOwner(insert(id, days, userId));
    }
    await t.shop.jobs.enqueue(t.shop.db, job, {});
    const count = async (id: string) =>
      (await t.asOwner(`select from ${table} where ${mark}::text = '${id}'`)).length;
    return [
      {
        job,
        facts: async () => ({ old: await count(old), young: await count(young) }),
        expected: { old: 0, young: 1 },
      },
    ];
  };

const at = (days: number) => `now() - interval '${days} days'`;

/** Words have few digits: they could be a phone's number. */
const LETTERS = "translate(words, 'ghijklmnop', '0123456789')";

/** The jobs that delete what is old. */
export const cleaningJobs: Record<string, Begin> = {
  'forget-old-keys': forgets(
    'forget-old-keys',
    'idempotency_keys',
    'key',
    (key, days, userId) =>
      `insert into idempotency_keys (user_id, route, key, request_hash, created_at)
      values ('${userId}', 'POST /image', '${key}', repeat('a', 64), ${at(days)})`,
  ),
  'forget-old-sign-ins': forgets(
    'forget-old-sign-ins',
    'rate_limits',
    'subject',
    (subject, days) =>
      `insert into rate_limits (subject, hits, ends_at)
      values ('${subject}', array[${at(days)}], ${at(days)} + interval '1 day')`,
  ),
  'forget-old-exports': forgets(
    'forget-old-exports',
    'account_exports',
    'id',
    (id, days, userId) =>
      `insert into account_exports (id, user_id, state, asked_at) values ('${id}', '${userId}', 'failed', ${at(days)})`,
  ),
  'forget-old-imports': forgets(
    'forget-old-imports',
    'import_chunks',
    'import_id',
    (id) => `insert into import_chunks (import_id, position, bytes) values ('${id}', 0, 'part_number')`,
  ),
  'forget-old-webhooks': forgets(
    'forget-old-webhooks',
    'webhook_endpoints',
    'id',
    (id, days) =>
      `insert into webhook_endpoints (id, url, events, created_at, deleted_at)
      values ('${id}', 'https://gone.example/', '{order.shipped}', ${at(days)}, ${at(days)})`,
  ),
  'forget-old-searches': forgets(
    'forget-old-searches',
    'fruitless_searches',
    LETTERS,
    (id, days) =>
      `insert into fruitless_searches (day, words, searches)
      values ((${at(days)})::date, translate('${id}', '0123456789', 'ghijklmnop'), 1)`,
  ),
};
