import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { WebhookEvent } from './contract.ts';

/** What has happened to the object with this id. `detail`: lets its reader check whether it is still true. */
export type WebhookFact = { id: string; detail?: string };

/** Writes an event for each endpoint that receives its type, in the transaction that makes it true; without
 * endpoints, this is one statement that writes nothing. The caller has locked the objects, or just made them.
 * `subject`: the expression for whose events are sent in their order, if it is not the object's id; `sendAt`:
 * not before this time. */
export async function enqueueWebhooks(
  { jobs, clock }: Pick<AppContext, 'jobs' | 'clock'>,
  tx: DatabaseTransaction,
  type: WebhookEvent,
  facts: WebhookFact[],
  { subject = sql`fact.id::text`, sendAt }: { subject?: RawBuilder<unknown>; sendAt?: Date } = {},
): Promise<void> {
  if (facts.length === 0) return;
  const now = clock.now();
  const given = facts.map((fact, nth) => ({ nth, eventId: uuid(), ...fact }));
  const { rows } = await sql<{ endpoint_id: string }>`
    with added as (
      insert into webhook_deliveries
        (id, endpoint_id, event_id, type, subject, object_id, detail, occurred_at, next_try_at)
      select gen_random_uuid(), endpoint.id, "eventId", ${type}, ${subject}, fact.id, detail, ${now}, ${sendAt ?? now}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as fact (nth integer, "eventId" uuid, id uuid, detail text)
      cross join webhook_endpoints as endpoint
      where ${type} = any (endpoint.events) and endpoint.off_at is null and endpoint.deleted_at is null
      order by nth
      returning endpoint_id
    )
    select distinct endpoint_id from added`.execute(tx);
  for (const { endpoint_id: endpointId } of rows) await enqueueDelivering({ jobs }, tx, endpointId, sendAt);
}

/** Queues the job that sends what is due to an endpoint. */
export async function enqueueDelivering(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: DatabaseTransaction,
  endpointId: string,
  runAt?: Date,
): Promise<void> {
  await jobs.enqueue(tx, 'deliver-webhooks', { endpointId }, { runAt });
}
