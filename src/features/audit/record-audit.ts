import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ListPage } from '#contracts/call-parts.ts';
import type { AppContext } from '#features/app-context.ts';
import { currentActor } from '#platform/actor.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import { listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { AuditAction, AuditEvent } from './contract.ts';

/** An event and its subjects. `details` holds ids, codes, units, amounts and names from the catalogue; no
 * other typed text, and no secrets. */
type Happening = {
  action: AuditAction;
  orderId?: string;
  toolId?: string;
  /** The user concerned, or the owner of the subject. */
  userId?: string;
  details?: Record<string, string | number | boolean | null>;
};

/** Records an event with its time, actor and request, in the event's own transaction. @throws Error in a call
 * that only the limit of reads bounds: it needs a limit of its own (`config.limit`), since the trail only
 * grows */
export async function recordAudit(
  context: Pick<AppContext, 'clock'>,
  db: Database,
  happening: Happening,
): Promise<void> {
  await recordAudits(context, db, [happening]);
}

/** Records several events, in order, in one statement. */
export async function recordAudits(
  { clock }: Pick<AppContext, 'clock'>,
  db: Database,
  happenings: Happening[],
): Promise<void> {
  if (happenings.length === 0) return;
  const acting = currentActor();
  if (acting.isOnlyRead)
    throw new Error(`a call that counts as a read cannot be audited as ${happenings[0]?.action}`);
  const events = happenings.map(({ action, orderId, toolId, userId, details = {} }) => ({
    id: uuid(),
    occurred_at: clock.now(),
    actor: acting.actor,
    actor_id: acting.userId ?? null,
    api_key_id: acting.apiKeyId ?? null,
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

const selectEvents = (db: Database) =>
  db
    .selectFrom('audit_events as event')
    .leftJoin('users', 'users.id', 'event.actor_id')
    .selectAll('event')
    .select('users.email as actor_email');

/** Returns the newest events of some orders, up to `most`, oldest first. */
export async function listNewestEvents(
  db: Database,
  orderIds: string[],
  most: number,
): Promise<AuditEventRow[]> {
  const newest = await selectEvents(db)
    .where('event.order_id', '=', anyOf<string>(orderIds, 'uuid'))
    .orderBy('event.id', 'desc')
    .limit(most)
    .execute();
  return newest.reverse();
}

/** Returns one page of an order's audit trail, oldest first. */
export function listAuditEventsOfOrder(
  db: Database,
  orderId: string,
  { limit, cursor }: ListPage,
): Promise<RowsPage<AuditEventRow>> {
  const where = [sql<SqlBool>`order_id = ${orderId}`];
  return listPage(
    db,
    { table: 'audit_events', where, search: [], order: { direction: 'asc' }, limit, cursor },
    (ids) => selectEvents(db).where('event.id', '=', anyOf<string>(ids, 'uuid')).execute(),
  );
}

/** Converts a stored entry to one on the wire. */
export function serializeAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    _id: row.id,
    at: row.occurred_at.toISOString(),
    actor: row.actor,
    actorEmail: row.actor_email,
    apiKeyId: row.api_key_id,
    requestId: row.request_id,
    page: row.page,
    action: row.action as AuditAction,
    details: row.details as AuditEvent['details'],
  };
}
