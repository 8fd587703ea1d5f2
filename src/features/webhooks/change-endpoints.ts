import { v7 as uuid } from 'uuid';
import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { tellAdmins } from '#features/users/safety-emails.ts';
import { type DatabaseTransaction, lockUntilCommit } from '#platform/database/database.ts';
import {
  type EndpointChange,
  MAX_ENDPOINTS,
  type NewSecret,
  type newEndpointSchema,
  TEST_EVENT,
} from './contract.ts';
import { enqueueDelivering } from './enqueue-webhooks.ts';
import { secretOf } from './sign-webhook.ts';
import { type EndpointRow, findWebhookDelivery, listEndpoints, lockEndpoint } from './store.ts';
import { webhookErrorTexts as texts } from './texts.ts';

/** Adds an endpoint and returns its secret. @throws AppError invalid_input if nothing may be sent to its
 * address; conflict if there are as many as there can be */
export async function addEndpoint(
  context: AppContext,
  { url, events }: z.infer<typeof newEndpointSchema>,
): Promise<NewSecret> {
  await assertReachable(context, url);
  return context.db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'toolyard webhook endpoints');
    if ((await listEndpoints(tx)).length >= MAX_ENDPOINTS)
      throw new AppError('conflict', texts.tooMany(MAX_ENDPOINTS));
    const id = uuid();
    const row = { id, url, events, created_at: context.clock.now(), secret_number: 1 };
    await tx.insertInto('webhook_endpoints').values(row).execute();
    await recordAudit(context, tx, { action: 'webhook_added', details: { endpointId: id } });
    await tellAdmins(context, tx, { event: 'webhook_added', endpoint: url });
    return { _id: id, secret: secretOf(context.secrets, row) };
  });
}

/** @throws AppError invalid_input if nothing may be sent to an address, as far as that is known now: it is
 * checked again at each connection */
async function assertReachable({ webhookSender }: AppContext, url: string): Promise<void> {
  const problem = await webhookSender.problemOf(url);
  const words = {
    not_https: texts.notHttps,
    not_public: texts.notPublic,
    no_such_host: texts.noSuchHost,
  };
  if (problem) throw new AppError('invalid_input', words[problem], { field: 'url' });
}

/** Runs a change of a locked endpoint. @throws AppError not_found */
function changing<Result>(
  { db }: AppContext,
  id: string,
  change: (tx: DatabaseTransaction, endpoint: EndpointRow) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (!endpoint) throw new AppError('not_found', texts.noSuchEndpoint);
    return change(tx, endpoint);
  });
}

/** Changes an endpoint's address or events, or turns it on or off. Turned on, it gets what was waiting, and
 * another three days of retries. @throws AppError not_found; invalid_input as for a new one */
export async function changeEndpoint(
  context: AppContext,
  id: string,
  { url, events, isOn }: EndpointChange,
): Promise<{ modifiedCount: number }> {
  if (url !== undefined) await assertReachable(context, url);
  return changing(context, id, async (tx, endpoint) => {
    const now = context.clock.now();
    const isTurned = isOn !== undefined && isOn === (endpoint.off_at !== null);
    const changed = {
      ...(url !== undefined && url !== endpoint.url && { url }),
      ...(events !== undefined && events.join() !== endpoint.events.join() && { events }),
      ...(isTurned && { off_at: isOn ? null : now, off_reason: isOn ? null : 'by_hand' }),
    };
    const fields = Object.keys(changed).filter((field) => field === 'url' || field === 'events');
    if (fields.length === 0 && !isTurned) return { modifiedCount: 0 };
    await tx.updateTable('webhook_endpoints').set(changed).where('id', '=', id).execute();
    if (fields.length > 0) {
      await recordAudit(context, tx, {
        action: 'webhook_changed',
        details: { endpointId: id, fields: fields.join(', ') },
      });
      await tellAdmins(context, tx, { event: 'webhook_changed', endpoint: url ?? endpoint.url });
    }
    if (isTurned)
      await recordAudit(context, tx, {
        action: isOn ? 'webhook_switched_on' : 'webhook_switched_off',
        details: { endpointId: id },
      });
    if (isTurned && isOn) {
      await tx
        .updateTable('webhook_deliveries')
        .set({ next_try_at: now, attempts: 0, first_try_at: null, claimed_until: null })
        .where('endpoint_id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
      await enqueueDelivering(context, tx, id);
    }
    return { modifiedCount: 1 };
  });
}

/** Deletes an endpoint: nothing is sent to it any more. @throws AppError not_found */
export function deleteEndpoint(context: AppContext, id: string): Promise<{ deletedCount: number }> {
  return changing(context, id, async (tx) => {
    const deleted_at = context.clock.now();
    await tx.updateTable('webhook_endpoints').set({ deleted_at }).where('id', '=', id).execute();
    await recordAudit(context, tx, { action: 'webhook_deleted', details: { endpointId: id } });
    return { deletedCount: 1 };
  });
}

/** Replaces an endpoint's secret; the one before signs for a day more. @throws AppError not_found */
export function rotateSecret(context: AppContext, id: string): Promise<NewSecret> {
  return changing(context, id, async (tx, endpoint) => {
    const changed = { secret_number: endpoint.secret_number + 1, rotated_at: context.clock.now() };
    await tx.updateTable('webhook_endpoints').set(changed).where('id', '=', id).execute();
    await recordAudit(context, tx, { action: 'webhook_secret_rotated', details: { endpointId: id } });
    await tellAdmins(context, tx, { event: 'webhook_secret_replaced', endpoint: endpoint.url });
    return { _id: id, secret: secretOf(context.secrets, { id, ...changed }) };
  });
}

/** Sends a test event to an endpoint, whatever events it has chosen. @throws AppError
 * not_found; conflict if it is off */
export function sendTest(context: AppContext, endpointId: string): Promise<{ insertedId: string }> {
  return changing(context, endpointId, async (tx, endpoint) => {
    if (endpoint.off_at) throw new AppError('conflict', texts.isOff);
    const now = context.clock.now();
    const id = uuid();
    await tx
      .insertInto('webhook_deliveries')
      .values({
        id,
        endpoint_id: endpointId,
        event_id: uuid(),
        type: TEST_EVENT,
        subject: `test:${id}`,
        object_id: endpointId,
        occurred_at: now,
        next_try_at: now,
      })
      .execute();
    await enqueueDelivering(context, tx, endpointId);
    return { insertedId: id };
  });
}

/** Sends a delivery again, with the same id and body. @throws AppError not_found; conflict if its
 * endpoint is off, or it is being sent */
export function resendWebhookDelivery(
  context: AppContext,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
): Promise<{ modifiedCount: number }> {
  return changing(context, endpointId, async (tx, endpoint) => {
    const delivery = await findWebhookDelivery(tx, endpointId, deliveryId);
    if (!delivery) throw new AppError('not_found', texts.noSuchWebhookDelivery);
    if (endpoint.off_at) throw new AppError('conflict', texts.isOff);
    const now = context.clock.now();
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', next_try_at: now, attempts: 0, first_try_at: null, claimed_until: null })
      .where('id', '=', deliveryId)
      .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new AppError('conflict', texts.underWay);
    await recordAudit(context, tx, { action: 'webhook_resent', details: { endpointId, deliveryId } });
    await enqueueDelivering(context, tx, endpointId);
    return { modifiedCount: 1 };
  });
}
