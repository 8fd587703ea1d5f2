import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { daySchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { optionalText } from '#contracts/text.ts';
import { delayNoticeSchema } from '#features/orders/contract.ts';
import { orderIdsSchema } from '#features/orders/desk-contract.ts';
import { delayRuleTexts as texts } from './texts.ts';

const MAX_REASON = 300;

/** Body of `POST /delay-notices`. `newDate`: null if the shop can't say when it ships, which needs a
 * reason. */
export const newDelaySchema = z
  .extend(orderIdsSchema, {
    newDate: z.nullable(daySchema(texts.newDate)),
    reason: optionalText(texts.reason, MAX_REASON),
  })
  .check(
    z.refine(({ newDate, reason }) => newDate !== null || reason !== '', {
      error: texts.reasonMissing,
      path: ['reason'],
    }),
  );
export type NewDelay = z.infer<typeof newDelaySchema>;

/** The result for each order: its notice, or why there is none. */
const delayResultsSchema = z.array(
  z.object({
    orderId: idSchema,
    insertedId: z.nullable(idSchema),
    error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
);
export type DelayResults = z.infer<typeof delayResultsSchema>;

/** A buyer's answer. */
export const delayAnswers = ['consent', 'cancel'] as const;
export type DelayAnswer = (typeof delayAnswers)[number];

const answer = oneOf('answer', delayAnswers);

const token = z.string({ error: texts.link }).check(z.regex(/^[\w.-]{1,1000}$/, { error: texts.link }));

/** What the page of an emailed link shows. `canConsent` and `canCancel`: which answers are open. */
export const linkedDelaySchema = z.extend(delayNoticeSchema, {
  number: z.string(),
  toolName: z.string(),
  quantity: z.int(),
  canConsent: z.boolean(),
  canCancel: z.boolean(),
});
export type LinkedDelay = z.infer<typeof linkedDelaySchema>;

export const sendDelaysCall = {
  method: 'POST',
  path: '/delay-notices',
  access: 'staff',
  body: newDelaySchema,
  reply: delayResultsSchema,
  tag: 'Orders',
  operationId: 'sendDelayNotices',
  summary: 'Tells buyers of paid orders that these ship later, and asks whether they wait or cancel',
  description:
    'In a shop in the United States (16 CFR part 435). Emails each buyer the new date, or the reason if there is none, with a link to wait or to cancel. Silence about a first delay of up to 30 days counts as consent; about any other it cancels the order with a full refund. Each order has its own result; a conflict for one that needs no notice or has an open one.',
} satisfies Call;

export const answerDelayCall = {
  method: 'POST',
  path: '/delay-notices/:id/answer',
  access: 'user',
  scope: 'refunds',
  params: idParamsSchema,
  body: z.object({ answer }),
  reply: delayNoticeSchema,
  errors: ['not_found', 'conflict', 'order_disputed'],
  tag: 'Orders',
  operationId: 'answerDelayNotice',
  summary: 'Accepts the delay of your order, or cancels it with a full refund',
  description:
    'Cancel at any time until it ships, after consenting too. The same answer again changes nothing. What has shipped already is not refunded.',
} satisfies Call;

export const readLinkedDelayCall = {
  method: 'GET',
  path: '/delay-notices/linked',
  access: 'public',
  query: z.object({ token }),
  reply: linkedDelaySchema,
  tag: 'Orders',
  operationId: 'readLinkedDelay',
  summary: 'Gets the delay notice of an emailed link',
  description: 'Changes nothing.',
} satisfies Call;

export const answerLinkedDelayCall = {
  method: 'POST',
  path: '/delay-notices/linked',
  access: 'public',
  body: z.object({ token, answer }),
  reply: linkedDelaySchema,
  errors: ['conflict', 'order_disputed'],
  tag: 'Orders',
  operationId: 'answerLinkedDelay',
  summary: 'Answers a delay notice with the token of its emailed link',
  description: 'As `POST /delay-notices/{id}/answer`, without an account.',
} satisfies Call;
