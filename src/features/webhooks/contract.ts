import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import {
  deletedSchema,
  insertedSchema,
  listPageSchema,
  modifiedSchema,
  oneOf,
} from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { plainLine } from '#contracts/text.ts';
import { webhookRuleTexts as texts, webhookEventTexts, webhookProblemTexts } from './texts.ts';

/** The version of what is sent: a new one when a field is removed or changes its meaning. */
export const WEBHOOK_VERSION = '1';

/** Each can have four requests open, so their number bounds those of a process. */
export const MAX_ENDPOINTS = 20;

/** How many hours a replaced secret still signs. */
export const SECRET_OVERLAP_HOURS = 24;

/** The header with the version of the body. */
export const VERSION_HEADER = 'webhook-version';

export type WebhookEvent = keyof typeof webhookEventTexts;
export const webhookEvents = Object.keys(webhookEventTexts) as WebhookEvent[];

/** The type of an event that an admin sends to try an endpoint. */
export const TEST_EVENT = 'webhook.test';

export type WebhookProblem = keyof typeof webhookProblemTexts;
const webhookProblems = Object.keys(webhookProblemTexts) as WebhookProblem[];

const isWeb = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '');
const hasCredentials = (url: string) => {
  const { username = '', password = '' } = URL.parse(url) ?? {};
  return username !== '' || password !== '';
};

const urlSchema = z
  .pipe(
    z.string({ error: texts.url }).check(
      z.trim(),
      z.maxLength(2000, texts.urlTooLong),
      z.refine(isWeb, texts.url),
      z.refine((url) => !hasCredentials(url), texts.credentials),
    ),
    // As it is requested: a fragment never is.
    z.transform((url) => {
      const parsed = new URL(url);
      parsed.hash = '';
      return parsed.href;
    }),
  )
  .check(z.maxLength(2000, texts.urlTooLong));

const eventsSchema = z.pipe(
  z
    .array(oneOf('events', webhookEvents), { error: texts.events })
    .check(z.minLength(1, texts.events), z.maxLength(webhookEvents.length, texts.events)),
  z.transform((events) => webhookEvents.filter((event) => events.includes(event))),
);

/** Body of `POST /webhook-endpoints`, also used to validate its form. */
export const newEndpointSchema = z.object({ url: urlSchema, events: eventsSchema });

/** Body of `PATCH /webhook-endpoints/{id}`. */
export const endpointChangeSchema = z.object({
  url: z.optional(urlSchema),
  events: z.optional(eventsSchema),
  isOn: z.optional(z.boolean({ error: texts.isOn })),
});
export type EndpointChange = z.infer<typeof endpointChangeSchema>;

export const webhookEndpointSchema = z.object({
  _id: idSchema,
  url: z.string(),
  events: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** Since when nothing is sent to it, and why; null while it is on. */
  off: z.nullable(z.object({ at: z.iso.datetime(), reason: z.enum(['by_hand', 'gone', 'failing']) })),
  /** Until when the secret before the last rotation signs too. */
  previousSecretUntil: z.nullable(z.iso.datetime()),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** A signing secret, as the reply to the call that creates it: it is not shown again. */
export const newSecretSchema = z.object({ _id: idSchema, secret: z.string() });
export type NewSecret = z.infer<typeof newSecretSchema>;

export const webhookDeliveryStates = ['waiting', 'delivered', 'failed'] as const;

export const webhookDeliverySchema = z.object({
  _id: idSchema,
  eventId: idSchema,
  type: z.string(),
  occurredAt: z.iso.datetime(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.int(),
  triedAt: z.nullable(z.iso.datetime()),
  /** When a waiting delivery is next tried. */
  nextTryAt: z.nullable(z.iso.datetime()),
  status: z.nullable(z.int()),
  problem: z.nullable(z.enum(webhookProblems)),
  durationMs: z.nullable(z.int()),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** A delivery with what was sent and the beginning of the answer. */
export const webhookExchangeSchema = z.extend(webhookDeliverySchema, {
  body: z.nullable(z.string()),
  answer: z.nullable(z.string()),
});

const deliveryParams = z.object({ id: idSchema, deliveryId: idSchema });

/** Query of `GET …/deliveries`. `q`: an ID of the event or its object, or words of the event's name. */
export const webhookDeliveryListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  state: z.optional(oneOf('state', webhookDeliveryStates)),
});
export type WebhookDeliveryList = z.infer<typeof webhookDeliveryListSchema>;

const ofAdmins = { access: 'admin', tag: 'Webhooks' } as const;

export const listEndpointsCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/webhook-endpoints',
  reply: z.array(webhookEndpointSchema),
  operationId: 'listWebhookEndpoints',
  summary: 'Lists the endpoints that are told of events',
  description: 'All of them, oldest first.',
} satisfies Call;

export const addEndpointCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/webhook-endpoints',
  body: newEndpointSchema,
  reply: newSecretSchema,
  status: 201,
  scope: null,
  errors: ['conflict', 'fresh_sign_in_needed'],
  operationId: 'addWebhookEndpoint',
  summary: 'Adds an endpoint',
  description:
    'Needs a fresh sign-in; admins are emailed. Events are sent to `url` as Standard Webhooks, signed with `secret`, which is not shown again. A live shop sends to `https` only, and to private addresses only if the owner allows it.',
} satisfies Call;

export const changeEndpointCall = {
  ...ofAdmins,
  method: 'PATCH',
  path: '/webhook-endpoints/:id',
  params: idParamsSchema,
  body: endpointChangeSchema,
  reply: modifiedSchema,
  errors: ['not_found', 'fresh_sign_in_needed'],
  operationId: 'changeWebhookEndpoint',
  summary: 'Changes an endpoint’s address or events, or turns it on or off',
  description:
    'Another address or other events need a fresh sign-in, which no API key has; admins are emailed. While an endpoint is off, no events are kept for it. What was waiting is sent once it is on again.',
} satisfies Call;

export const deleteEndpointCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/webhook-endpoints/:id',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  operationId: 'deleteWebhookEndpoint',
  summary: 'Deletes an endpoint',
  description: 'Nothing is sent to it any more.',
} satisfies Call;

export const rotateSecretCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/webhook-endpoints/:id/rotate-secret',
  params: idParamsSchema,
  reply: newSecretSchema,
  scope: null,
  errors: ['not_found', 'fresh_sign_in_needed'],
  operationId: 'rotateWebhookSecret',
  summary: 'Replaces an endpoint’s secret',
  description: `Needs a fresh sign-in; admins are emailed. For ${SECRET_OVERLAP_HOURS} hours, events carry a signature of each of the two.`,
} satisfies Call;

export const sendTestCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/webhook-endpoints/:id/test',
  params: idParamsSchema,
  reply: insertedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'sendTestWebhook',
  summary: 'Sends a test event to an endpoint',
  description: `Its type is \`${TEST_EVENT}\`. \`insertedId\` is its delivery.`,
} satisfies Call;

export const listWebhookDeliveriesCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/webhook-endpoints/:id/deliveries',
  params: idParamsSchema,
  query: webhookDeliveryListSchema,
  reply: z.array(webhookDeliverySchema),
  errors: ['not_found'],
  operationId: 'listWebhookDeliveries',
  summary: 'Lists what was sent to an endpoint, newest first',
  description: 'Kept for 30 days. `q` is an ID of an event or its object, or words of an event’s name.',
} satisfies Call;

export const getWebhookDeliveryCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/webhook-endpoints/:id/deliveries/:deliveryId',
  params: deliveryParams,
  reply: webhookExchangeSchema,
  errors: ['not_found'],
  operationId: 'getWebhookDelivery',
  summary: 'Gets a delivery with its body and the beginning of the answer',
} satisfies Call;

export const resendWebhookDeliveryCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/webhook-endpoints/:id/deliveries/:deliveryId/resend',
  params: deliveryParams,
  reply: modifiedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'resendWebhookDelivery',
  summary: 'Sends a delivery again',
  description: 'With the same ID and body. A failed one is then tried for three days once more.',
} satisfies Call;
