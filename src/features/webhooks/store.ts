import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { idSchema } from '#contracts/identifiers.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import {
  SECRET_OVERLAP_HOURS,
  type WebhookDelivery,
  type WebhookDeliveryList,
  type WebhookEndpoint,
  type WebhookProblem,
  webhookEvents,
} from './contract.ts';
import { webhookEventTexts } from './texts.ts';

export type EndpointRow = Selectable<Tables['webhook_endpoints']>;
export type WebhookDeliveryRow = Selectable<Tables['webhook_deliveries']>;

const selectEndpoints = (db: Database) =>
  db.selectFrom('webhook_endpoints').selectAll().where('deleted_at', 'is', null);

/** Lists the endpoints, oldest first. */
export const listEndpoints = (db: Database): Promise<EndpointRow[]> =>
  selectEndpoints(db).orderBy('id').execute();

export const findEndpoint = (db: Database, id: string): Promise<EndpointRow | undefined> =>
  selectEndpoints(db).where('id', '=', id).executeTakeFirst();

/** Locks an endpoint until the transaction ends; transactions that write its
 * deliveries do not wait for it. */
export const lockEndpoint = (tx: DatabaseTransaction, id: string): Promise<EndpointRow | undefined> =>
  selectEndpoints(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Locks an endpoint that nobody else has locked, without waiting. */
export const lockFreeEndpoint = (tx: DatabaseTransaction, id: string): Promise<EndpointRow | undefined> =>
  selectEndpoints(tx).where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst();

const selectWebhookDeliveries = (db: Database) => db.selectFrom('webhook_deliveries').selectAll();

/** Returns one page of an endpoint's deliveries, newest first. */
export async function listWebhookDeliveries(
  db: Database,
  endpointId: string,
  { q, state, limit, cursor }: WebhookDeliveryList,
): Promise<RowsPage<WebhookDeliveryRow>> {
  return listPage(
    db,
    {
      table: 'webhook_deliveries',
      where: [
        sql<SqlBool>`endpoint_id = ${endpointId}`,
        ...(state ? [sql<SqlBool>`state = ${sql.lit(state)}`] : []),
      ],
      search: q ? [matchesQuery(q)] : [],
      order: { key: sql`sequence`, direction: 'desc' },
      limit,
      cursor,
    },
    (ids) => selectWebhookDeliveries(db).where('id', '=', anyOf<string>(ids, 'uuid')).execute(),
  );
}

function matchesQuery(q: string): RawBuilder<SqlBool> {
  if (idSchema.safeParse(q).success) return sql`${q}::uuid in (id, event_id, object_id)`;
  const words = q.toLowerCase();
  const types = webhookEvents.filter((type) =>
    `${type} ${webhookEventTexts[type]}`.toLowerCase().includes(words),
  );
  return sql`type = ${anyOf<string>(types, 'text')}`;
}

export const findWebhookDelivery = (
  db: Database,
  endpointId: string,
  id: string,
): Promise<WebhookDeliveryRow | undefined> =>
  selectWebhookDeliveries(db).where('id', '=', id).where('endpoint_id', '=', endpointId).executeTakeFirst();

/** Lists the endpoints to which something is due that nobody is sending. */
export async function listDueEndpoints(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoints as endpoint
    where off_at is null and deleted_at is null and exists (
      select from webhook_deliveries where endpoint_id = endpoint.id and state = 'waiting'
        and next_try_at <= ${now} and (claimed_until is null or claimed_until <= ${now}))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Claims due deliveries of a locked endpoint until `until`: of each subject the first, and no more than
 * `mostAtOnce` at a time. An expired claim is that of a process that ended. */
export async function claimWebhookDeliveries(
  tx: DatabaseTransaction,
  endpointId: string,
  { now, until, mostAtOnce }: { now: Date; until: Date; mostAtOnce: number },
): Promise<WebhookDeliveryRow[]> {
  const { rows } = await sql<WebhookDeliveryRow>`
    update webhook_deliveries
    set claimed_until = ${until}, attempts = attempts + 1, tried_at = ${now},
      first_try_at = coalesce(first_try_at, ${now})
    where id in (
      select id from webhook_deliveries as due
      where endpoint_id = ${endpointId} and state = 'waiting' and next_try_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
        and not exists (
          select from webhook_deliveries as earlier
          where earlier.endpoint_id = due.endpoint_id and earlier.subject = due.subject
            and earlier.state = 'waiting' and earlier.sequence < due.sequence)
      order by next_try_at, sequence
      limit ${mostAtOnce} - least(${mostAtOnce}, (
        select count(*) from webhook_deliveries
        where endpoint_id = ${endpointId} and state = 'waiting' and claimed_until > ${now}))
      for update skip locked)
    returning *`.execute(tx);
  return rows;
}

/** Whether an endpoint has accepted anything since a time. */
export async function hasAcceptedSince(db: Database, endpointId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'delivered')
    .where('tried_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Until when the secret before the last rotation signs too. */
export function previousSecretUntil({ rotated_at }: EndpointRow, now: Date): Date | undefined {
  const until = rotated_at && new Date(rotated_at.getTime() + SECRET_OVERLAP_HOURS * 3_600_000);
  return until && until > now ? until : undefined;
}

/** Converts an endpoint to its form on the wire, without its secret. */
export function serializeEndpoint(row: EndpointRow, now: Date): WebhookEndpoint {
  const { id, url, events, created_at, off_at, off_reason } = row;
  return {
    _id: id,
    url,
    events,
    createdAt: created_at.toISOString(),
    off:
      off_at && off_reason
        ? { at: off_at.toISOString(), reason: off_reason as NonNullable<WebhookEndpoint['off']>['reason'] }
        : null,
    previousSecretUntil: previousSecretUntil(row, now)?.toISOString() ?? null,
  };
}

/** Converts a delivery to its form on the wire. */
export function serializeWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { id, event_id, type, occurred_at, state, attempts, tried_at, next_try_at } = row;
  return {
    _id: id,
    eventId: event_id,
    type,
    occurredAt: occurred_at.toISOString(),
    state: state as WebhookDelivery['state'],
    attempts,
    triedAt: tried_at?.toISOString() ?? null,
    nextTryAt: state === 'waiting' ? next_try_at.toISOString() : null,
    status: row.status,
    problem: row.problem as WebhookProblem | null,
    durationMs: row.duration_ms,
  };
}
