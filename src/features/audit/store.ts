import type { Insertable, Selectable } from 'kysely';
import type { ListPage } from '#contracts/call-parts.ts';
import type { Database } from '#platform/database/database.ts';
import { cutPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { AuditAction, AuditEvent } from './contract.ts';

/** An entry to be written down. */
export type NewAuditEvent = Insertable<Tables['audit_events']> & { action: AuditAction };

/** An entry as it is stored, with its actor's address. */
export type AuditEventRow = Selectable<Tables['audit_events']> & { actor_email: string | null };

/** Writes down what happened. */
export async function insertAuditEvent(db: Database, event: NewAuditEvent): Promise<void> {
  await db.insertInto('audit_events').values(event).execute();
}

/** One page of what happened to an order, oldest first. */
export async function listAuditEventsOfOrder(
  db: Database,
  orderId: string,
  { limit, cursor }: ListPage,
): Promise<RowsPage<AuditEventRow>> {
  const ofOrder = db.selectFrom('audit_events as event').where('event.order_id', '=', orderId);
  const [rows, { total }] = await Promise.all([
    ofOrder
      .leftJoin('users', 'users.id', 'event.actor_id')
      .selectAll('event')
      .select('users.email as actor_email')
      .$if(cursor !== undefined, (query) => query.where('event.id', '>', cursor ?? ''))
      .orderBy('event.id')
      .limit(limit + 1)
      .execute(),
    ofOrder.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return cutPage(rows, limit, total);
}

/** Turns a stored entry into one on the wire. */
export function serializeAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    _id: row.id,
    at: row.occurred_at.toISOString(),
    actor: row.actor,
    actorEmail: row.actor_email,
    requestId: row.request_id,
    action: row.action as AuditAction,
    details: row.details as AuditEvent['details'],
  };
}
