import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { doAlone } from '#platform/jobs/do-alone.ts';
import type { PostResult } from '#platform/post-webhook.ts';
import { TEST_EVENT, type WebhookEvent, type WebhookProblem } from './contract.ts';
import { enqueueOffEmails } from './emails.ts';
import { enqueueDelivering } from './enqueue-webhooks.ts';
import { signedHeaders } from './sign-webhook.ts';
import {
  claimWebhookDeliveries,
  type EndpointRow,
  findEndpoint,
  hasAcceptedSince,
  listDueEndpoints,
  lockFreeEndpoint,
  type WebhookDeliveryRow,
} from './store.ts';

/** An event's object, as the call that reads it replies. `gone`: no longer true, so not sent; `notBefore`: it
 * can still be undone until then. */
export type EventData = { data: unknown } | 'gone' | { notBefore: Date };

/** Reads the object of each kind of event. */
export type EventReaders = Record<
  WebhookEvent,
  (context: AppContext, event: { id: string; detail: string | null }) => Promise<EventData>
>;

/** Requests that an endpoint can have open at once. */
const MOST_AT_ONCE = 4;
/** Longer than a try may take: by then the process that claimed a delivery has ended. */
const CLAIM_MS = 30_000;
const MINUTES = 60;
const HOURS = 3600;
/** The pauses after each failed try, in seconds: three days together. */
const PAUSES = [5, 60, 5 * MINUTES, 30 * MINUTES, 1.5 * HOURS, 4 * HOURS, 8 * HOURS, 10 * HOURS];
const LAST_PAUSES = [12 * HOURS, 12 * HOURS, 12 * HOURS, 12 * HOURS];
const pauses = [...PAUSES, ...LAST_PAUSES];
const GONE = 410;

/** How long a sender waits while another process claims deliveries of its endpoint: a few statements. */
const BUSY_MS = 50;

const JOB = 'deliver-webhooks';

const payloadSchema = z.object({ endpointId: z.optional(z.uuid()) });

/** Sends what is due to one endpoint. `look`: more may be due. `ended`: nothing is left. */
type Sender = { look(): void; ended: Promise<void> };

/** The senders of this process, by endpoint; tests run several shops in one. */
const sendersOf = new WeakMap<AppContext, Map<string, Sender>>();

/** Handles the job `deliver-webhooks`: sends what is due to an endpoint, or to each of them. An endpoint has
 * one sender in a process, however many jobs there are. */
export async function deliverWebhooks(
  context: AppContext,
  payload: unknown,
  readers: EventReaders,
): Promise<void> {
  // The periodic job has no payload.
  const { endpointId } = payloadSchema.parse(payload ?? {});
  const ids = endpointId ? [endpointId] : await listDueEndpoints(context.db, context.clock.now());
  await Promise.all(ids.map((id) => sendTo(context, id, readers)));
}

/** Sends until nothing is due, or has the present sender look for more. Never rejects. */
function sendTo(context: AppContext, endpointId: string, readers: EventReaders): Promise<void> {
  const senders = sendersOf.get(context) ?? new Map<string, Sender>();
  sendersOf.set(context, senders);
  const present = senders.get(endpointId);
  present?.look();
  const sender =
    present ?? startSender(context, endpointId, { readers, onEnd: () => senders.delete(endpointId) });
  senders.set(endpointId, sender);
  return sender.ended;
}

function startSender(
  context: AppContext,
  endpointId: string,
  { readers, onEnd }: { readers: EventReaders; onEnd: () => void },
): Sender {
  const underWay = new Set<Promise<void>>();
  let mayBeMore = true;
  let looked = Promise.withResolvers<void>();
  const look = () => {
    mayBeMore = true;
    looked.resolve();
  };

  function begin(claimed: Claimed): void {
    const { id: deliveryId } = claimed.delivery;
    const sending = doAlone(context, JOB, { endpointId, deliveryId }, () =>
      deliver(context, claimed, readers),
    ).then(() => {
      underWay.delete(sending);
      look();
    });
    underWay.add(sending);
  }

  async function sendAll(): Promise<void> {
    while (mayBeMore && !context.readiness.isStopping) {
      mayBeMore = false;
      looked = Promise.withResolvers();
      const claimed = await claim(context, endpointId);
      if (claimed === 'busy') {
        await pause(BUSY_MS);
        look();
      } else for (const each of claimed) begin(each);
      if (underWay.size > 0) await looked.promise;
    }
  }

  async function run(): Promise<void> {
    await doAlone(context, JOB, { endpointId }, sendAll);
    onEnd();
    await Promise.all(underWay);
  }

  return { look, ended: run() };
}

type Claimed = { endpoint: EndpointRow; delivery: WebhookDeliveryRow };

/** Claims as many deliveries as may be sent now. `busy`: another process claims some of this endpoint. */
function claim({ db, clock }: AppContext, endpointId: string): Promise<Claimed[] | 'busy'> {
  return db.transaction().execute(async (tx) => {
    const endpoint = await lockFreeEndpoint(tx, endpointId);
    if (!endpoint) return (await findEndpoint(tx, endpointId)) ? 'busy' : [];
    if (endpoint.off_at) return [];
    const now = clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    const claimed = await claimWebhookDeliveries(tx, endpointId, { now, until, mostAtOnce: MOST_AT_ONCE });
    return claimed.map((delivery) => ({ endpoint, delivery }));
  });
}

async function deliver(context: AppContext, claimed: Claimed, readers: EventReaders): Promise<void> {
  const { endpoint, delivery } = claimed;
  const composed = await compose(context, claimed, readers);
  if (composed === 'gone') return ended(context, delivery);
  if (composed === 'failed') return settle(context, claimed, { problem: 'not_composed', durationMs: 0 });
  if ('notBefore' in composed) return postpone(context, claimed, composed.notBefore);
  const { body } = composed;
  const now = context.clock.now();
  const headers = signedHeaders(context.secrets, endpoint, { eventId: delivery.event_id, body, now });
  await settle(context, claimed, await context.webhookSender.post(endpoint.url, { headers, body }));
}

/** Composes the body at the first try, and stores it: every try sends the same. */
async function compose(
  context: AppContext,
  { endpoint, delivery }: Claimed,
  readers: EventReaders,
): Promise<{ body: string } | { notBefore: Date } | 'gone' | 'failed'> {
  if (delivery.body !== null) return { body: delivery.body };
  const { type, object_id: id, detail, occurred_at } = delivery;
  try {
    const read =
      type === TEST_EVENT
        ? { data: { endpointId: endpoint.id } }
        : await readers[type as WebhookEvent](context, { id, detail });
    if (read === 'gone' || 'notBefore' in read) return read;
    const body = JSON.stringify({ type, timestamp: occurred_at.toISOString(), data: read.data });
    await context.db.updateTable('webhook_deliveries').set({ body }).where('id', '=', delivery.id).execute();
    return { body };
  } catch (error) {
    context.log.error({ err: error, deliveryId: delivery.id, type }, 'an event could not be composed');
    return 'failed';
  }
}

const ofClaim = (db: AppContext['db'], { id, claimed_until }: WebhookDeliveryRow) =>
  db.updateTable('webhook_deliveries').where('id', '=', id).where('claimed_until', '=', claimed_until);

async function ended({ db }: AppContext, { id }: WebhookDeliveryRow): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
}

async function postpone(context: AppContext, { endpoint, delivery }: Claimed, until: Date): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await ofClaim(tx, delivery)
      .set({ claimed_until: null, next_try_at: until, attempts: 0, first_try_at: null, tried_at: null })
      .execute();
    await enqueueDelivering(context, tx, endpoint.id, until);
  });
}

/** Records a try, and when the next one is. An answer for an expired claim changes nothing. */
async function settle(
  context: AppContext,
  { endpoint, delivery }: Claimed,
  result: PostResult | { status?: undefined; problem: WebhookProblem; durationMs: number },
): Promise<void> {
  const { status, durationMs } = result;
  const isAccepted = status !== undefined && status >= 200 && status < 300;
  const pause = status === GONE ? undefined : pauses[delivery.attempts - 1];
  const state = isAccepted ? 'delivered' : pause === undefined ? 'failed' : 'waiting';
  const nextTryAt = new Date(context.clock.now().getTime() + (pause ?? 0) * 1000);
  await context.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await ofClaim(tx, delivery)
      .set({
        state,
        claimed_until: null,
        status: status ?? null,
        duration_ms: durationMs,
        problem: isAccepted ? null : problemOf(result),
        answer: 'answer' in result ? result.answer : null,
        next_try_at: nextTryAt,
      })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || isAccepted) return;
    if (state === 'waiting') await enqueueDelivering(context, tx, endpoint.id, nextTryAt);
    else if (status === GONE) await switchOff(context, tx, endpoint.id, 'gone');
    else if (!(await hasAcceptedSince(tx, endpoint.id, delivery.first_try_at ?? nextTryAt)))
      await switchOff(context, tx, endpoint.id, 'failing');
  });
}

function problemOf({
  status,
  problem,
}: {
  status?: number | undefined;
  problem?: WebhookProblem | undefined;
}) {
  if (status === undefined) return problem ?? null;
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}

/** Switches an endpoint off that no longer accepts anything, and emails the admins. */
async function switchOff(
  context: AppContext,
  tx: DatabaseTransaction,
  endpointId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ off_at: context.clock.now(), off_reason: reason })
    .where('id', '=', endpointId)
    .where('off_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await recordAudit(context, tx, { action: 'webhook_switched_off', details: { endpointId, reason } });
  await enqueueOffEmails(context, tx, endpointId);
  context.log.warn({ endpointId, reason }, 'a webhook endpoint was switched off');
}

const KEPT_MS = 30 * 86_400_000;

/** Handles the job `forget-old-webhooks`: deletes deliveries and deleted endpoints after thirty days. */
export async function forgetOldWebhooks({ db, clock }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await db.deleteFrom('webhook_deliveries').where('occurred_at', '<', before).execute();
  await db.deleteFrom('webhook_endpoints').where('deleted_at', '<', before).execute();
}
