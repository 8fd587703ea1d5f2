import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { PaymentEvent } from '#platform/payments/card-payments.ts';
import { parseJson } from '#platform/text-formats.ts';
import { makeId, type SandboxDispute, type SandboxRefund } from './sandbox-books.ts';

const DELIVERY_TIMEOUT_MS = 10_000;

/** The header with a webhook's signature: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. */
export const SIGNATURE_HEADER = 'sandbox-signature';

/** Maximum difference between a webhook's time and now, as providers suggest
 * (https://docs.stripe.com/webhooks). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

const eventSchema = z.object({
  id: z.string(),
  type: z.enum([
    'payment_intent.created',
    'payment_intent.succeeded',
    'refund.created',
    'refund.updated',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
  ]),
  intentId: z.string(),
  refundId: z.optional(z.string()),
  disputeId: z.optional(z.string()),
});

/** The parts of other events that are read: they do not concern the shop. */
const foreignEventSchema = z.object({
  id: z.string().catch('unreadable'),
  type: z.string().catch('unknown'),
});

type WebhookTarget = { clock: Clock; webhookKey: Buffer; webhookUrl: () => string };

/** Sends a success twice, with the intent's creation in between: real events arrive repeatedly and out of
 * order. */
export async function announceSuccess(jobs: Jobs, tx: DatabaseTransaction, intentId: string): Promise<void> {
  const succeeded = { id: makeId('evt'), type: 'payment_intent.succeeded', intentId };
  const created = { id: makeId('evt'), type: 'payment_intent.created', intentId };
  for (const event of [succeeded, created, succeeded])
    await jobs.enqueue(tx, 'deliver-sandbox-webhook', event);
}

/** Sends a refund's outcome, now or at `runAt`, twice, with its creation in between. */
export async function announceRefund(
  jobs: Jobs,
  tx: DatabaseTransaction,
  { id: refundId, intent_id: intentId }: Pick<SandboxRefund, 'id' | 'intent_id'>,
  runAt?: Date,
): Promise<void> {
  const updated = { id: makeId('evt'), type: 'refund.updated', intentId, refundId };
  const created = { id: makeId('evt'), type: 'refund.created', intentId, refundId };
  for (const event of [updated, created, updated])
    await jobs.enqueue(tx, 'deliver-sandbox-webhook', event, { runAt });
}

/** Sends the opening or closing of a dispute twice, with an update in between. */
export async function announceDispute(
  jobs: Jobs,
  tx: DatabaseTransaction,
  { id: disputeId, intent_id: intentId }: Pick<SandboxDispute, 'id' | 'intent_id'>,
  type: 'charge.dispute.created' | 'charge.dispute.closed',
): Promise<void> {
  const event = { id: makeId('evt'), type, intentId, disputeId };
  const updated = { ...event, id: makeId('evt'), type: 'charge.dispute.updated' };
  for (const sent of [event, updated, event]) await jobs.enqueue(tx, 'deliver-sandbox-webhook', sent);
}

/** Delivers one queued event. @throws without a 2xx, so that the job is retried */
export async function postWebhook(target: WebhookTarget, payload: unknown): Promise<void> {
  const body = JSON.stringify(eventSchema.parse(payload));
  const reply = await fetch(target.webhookUrl(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(target.webhookKey, body, target.clock.now()),
    },
    body,
    // The shop itself receives it: a redirect would send it elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`The shop answered a webhook with ${reply.status}`);
}

/** Reads an event that the sandbox signed; `undefined` for anything else. */
export function readWebhook(
  target: WebhookTarget,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): PaymentEvent | undefined {
  const now = target.clock.now();
  if (!isSignedWebhook(target.webhookKey, rawBody, headers[SIGNATURE_HEADER], now)) return undefined;
  const sent = parseJson(rawBody.toString());
  const event = eventSchema.safeParse(sent);
  if (!event.success) return foreignEventSchema.catch({ id: 'unreadable', type: 'unknown' }).parse(sent);
  const { refundId, disputeId, ...about } = event.data;
  return {
    ...about,
    ...(refundId !== undefined && { refundId }),
    ...(disputeId !== undefined && { disputeId }),
  };
}

/** Signs a webhook's raw body at the time `now`; returns the header's value. */
export function signWebhook(key: Buffer, body: string | Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${digest(key, String(seconds), body).toString('hex')}`;
}

/** Whether `header` is a signature over `body` by `key`, within the time tolerance. */
export function isSignedWebhook(
  key: Buffer,
  body: Buffer,
  header: string | string[] | undefined,
  now: Date,
): boolean {
  const match = typeof header === 'string' && /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  if (!match) return false;
  const [, seconds = '', signature = ''] = match;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > SIGNATURE_TOLERANCE_SECONDS) return false;
  return timingSafeEqual(digest(key, seconds, body), Buffer.from(signature, 'hex'));
}

function digest(key: Buffer, seconds: string, body: string | Buffer): Buffer {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest();
}
