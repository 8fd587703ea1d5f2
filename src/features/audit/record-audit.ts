import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ListPage } from '#contracts/call-parts.ts';
import type { AppContext } from '#features/app-context.ts';
import { currentActor } from '#platform/actor.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import { listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { AuditAction, AuditEvent } from './contract.ts';

/** What happened, and to what. `details` holds ids, codes, units, amounts, and names in the catalogue;
 * nothing else that people typed, and nothing that they keep secret. */
type Happening = {
  action: AuditAction;
  orderId?: string;
  toolId?: string;
  /** The user it happened to, or whose thing it is about. */
  userId?: string;
  details?: Record<string, string | number | boolean | null>;
};

/** Writes down what happened, when, in whose name and through which request, in the
 * transaction in which it happens. */
export async function recordAudit(
  context: Pick<AppContext, 'clock'>,
  db: Database,
  happening: Happening,
): Promise<void> {
  await recordAudits(context, db, [happening]);
}

/** The same of many things, in their order, in one statement. */
export async function recordAudits(
  { clock }: Pick<AppContext, 'clock'>,
  db: Database,
  happenings: Happening[],
): Promise<void> {
  if (happenings.length === 0) return;
  const acting = currentActor();
  const events = happenings.map(({ action, orderId, toolId, userId, details = {} }) => ({
    id: uuid(),
    occurred_at: clock.now(),
    actor: acting.actor,
    actor_id: acting.userId ?? null,
    request_id: acting.requestId ?? null,
    page: acting.page ?? null,
    action,
    order_id: orderId ?? null,
    tool_id: toolId ?? null,
    user_id: userId ?? null,
    details,
  }));
  await db.insertInto('audit_events').values(events).execute();
}

export type AuditEventRow = Selectable<Tables['audit_events']> & { actor_email: string | null };

/** One page of what happened to an order, oldest first. */
export function listAuditEventsOfOrder(
  db: Database,
  orderId: string,
  { limit, cursor }: ListPage,
): Promise<RowsPage<AuditEventRow>> {
  const where = [sql<SqlBool>`order_id = ${orderId}`];
  return listPage(
    db,
    { table: 'audit_events', where, search: [], order: { direction: 'asc' }, limit, cursor },
    (ids) =>
      db
        .selectFrom('audit_events as event')
        .leftJoin('users', 'users.id', 'event.actor_id')
        .selectAll('event')
        .select('users.email as actor_email')
        .where('event.id', '=', anyOf<string>(ids, 'uuid'))
        .execute(),
  );
}

/** Turns a stored entry into one on the wire. */
export function serializeAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    _id: row.id,
    at: row.occurred_at.toISOString(),
    actor: row.actor,
    actorEmail: row.actor_email,
    requestId: row.request_id,
    page: row.page,
    action: row.action as AuditAction,
    details: row.details as AuditEvent['details'],
  };
}
