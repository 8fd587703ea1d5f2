import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { currentActor } from '#platform/actor.ts';
import type { Database } from '#platform/database/database.ts';
import type { AuditAction } from './contract.ts';
import { insertAuditEvent } from './store.ts';

/** What happened, and to what. `details` holds ids, units and amounts; nothing that people typed or keep secret. */
export type Happening = {
  action: AuditAction;
  orderId?: string;
  toolId?: string;
  /** The user it happened to, or whose thing it is about. */
  userId?: string;
  details?: Record<string, string | number | boolean | null>;
};

/** Writes down what happened, when, in whose name and through which request, in the transaction in which it happens. */
export async function recordAudit(
  { clock }: Pick<AppContext, 'clock'>,
  db: Database,
  { action, orderId, toolId, userId, details = {} }: Happening,
): Promise<void> {
  const acting = currentActor();
  await insertAuditEvent(db, {
    id: uuid(),
    occurred_at: clock.now(),
    actor: acting.actor,
    actor_id: acting.userId ?? null,
    request_id: acting.requestId ?? null,
    action,
    order_id: orderId ?? null,
    tool_id: toolId ?? null,
    user_id: userId ?? null,
    details,
  });
}
