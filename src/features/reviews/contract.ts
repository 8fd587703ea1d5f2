import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import {
  idempotencyHeadersSchema,
  insertedSchema,
  listPageSchema,
  modifiedSchema,
  oneOf,
} from '#contracts/call-parts.ts';
import { emailSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { atMost, clearableText, formText, plainLine } from '#contracts/text.ts';
import { reviewRuleTexts } from '#texts/validation.ts';

/** Body of `POST /review`, also used to validate the review form. `toolId` is a tool that the user has paid
 * for. `email` and `name` are overwritten from the token. */
export const newReviewSchema = z.object({
  rate: z
    .number({ error: reviewRuleTexts.rateMissing })
    .check(
      z.int(reviewRuleTexts.rateNotWhole),
      z.minimum(1, reviewRuleTexts.rateOutside),
      z.maximum(5, reviewRuleTexts.rateOutside),
    ),
  reviews: formText({ ...reviewRuleTexts.words, max: 2000 }),
  toolId: z.optional(idSchema),
  email: z.optional(z.string().check(...atMost(254, 'email must be 254 characters or shorter'))),
  name: z.optional(z.string().check(...atMost(200, 'name must be 200 characters or shorter'))),
});
export type NewReview = z.infer<typeof newReviewSchema>;

/** Query of `GET /review`. With `tool`, only reviews of the tool with that id; with `family`, of the members for
 * sale of the family with that id. */
const reviewListSchema = z.extend(listPageSchema, {
  tool: z.optional(idSchema),
  family: z.optional(idSchema),
});
export type ReviewList = z.infer<typeof reviewListSchema>;

/** A review on the wire, with the shop's answer. It includes no email. `toolName` is the tool's as lines of orders
 * have it, with its size; both are null for a review of the shop, and of a tool that is not for sale. */
export const reviewSchema = z.object({
  _id: idSchema,
  rate: z.int(),
  reviews: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  answer: z.nullable(z.object({ text: z.string(), at: z.iso.datetime() })),
  toolId: z.nullable(idSchema),
  toolName: z.nullable(z.string()),
});
export type Review = z.infer<typeof reviewSchema>;

export const listReviewsCall = {
  method: 'GET',
  path: '/review',
  access: 'public',
  query: reviewListSchema,
  reply: z.array(reviewSchema),
  tag: 'Reviews',
  operationId: 'listReviews',
  summary: 'Lists the reviews of the shop and its tools, or of one tool or family, newest first',
  description:
    '`tool` narrows them to one tool, `family` to the members of a family that are for sale. `toolName` has a member’s size, as lines of orders do. Without hidden reviews.',
} satisfies Call;

export const addReviewCall = {
  method: 'POST',
  path: '/review',
  access: 'user',
  headers: idempotencyHeadersSchema,
  body: newReviewSchema,
  reply: insertedSchema,
  errors: ['conflict'],
  tag: 'Reviews',
  operationId: 'addReview',
  summary: 'Adds a review under the name of the signed-in user',
  description: 'With `toolId`, of a tool that they have paid for.',
} satisfies Call;

/** A review's states in the staff's filter; `unanswered` reviews are visible. */
const reviewStates = ['visible', 'unanswered', 'hidden'] as const;

/** Query of `GET /managereviews`. `q`: prefixes of words of the author's name, the review or its tool's name,
 * or a review's whole id; `customer`: the author's email. */
const managedReviewListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  rate: z.optional(oneOf('rate', ['1', '2', '3', '4', '5'])),
  state: z.optional(oneOf('state', reviewStates)),
  customer: z.optional(emailSchema),
});
export type ManagedReviewList = z.infer<typeof managedReviewListSchema>;

/** Body of `POST /review/{id}/hide`. Only staff see the reason. */
export const hideReviewSchema = z.object({ reason: formText({ ...reviewRuleTexts.hideReason, max: 500 }) });

/** Body of `POST /review/{id}/answer`. An empty text removes the answer. `seen`: the `at` of the answer that
 * was shown while writing, `null` if there was none; if omitted, any current answer is replaced. */
export const answerReviewSchema = z.object({
  text: clearableText(reviewRuleTexts.answerLabel, 2000),
  seen: z.optional(
    z.nullable(z.iso.datetime({ error: reviewRuleTexts.seen }).check(z.maxLength(60, reviewRuleTexts.seen))),
  ),
});

export type ReviewAnswer = z.infer<typeof answerReviewSchema>;

/** A review as staff see it: its author, its tool even if it is no longer for sale, and whether it is hidden.
 * Reviews of the demo catalogue have no author. */
export const managedReviewSchema = z.extend(reviewSchema, {
  email: z.nullable(z.string()),
  hidden: z.nullable(z.object({ reason: z.string(), at: z.iso.datetime() })),
});
export type ManagedReview = z.infer<typeof managedReviewSchema>;

export const listManagedReviewsCall = {
  method: 'GET',
  path: '/managereviews',
  access: 'staff',
  query: managedReviewListSchema,
  reply: z.array(managedReviewSchema),
  tag: 'Reviews',
  operationId: 'listManagedReviews',
  summary: 'Lists all reviews, including hidden ones, by stars, state, and customer, newest first',
  description: '`state=unanswered` lists the visible ones without an answer.',
} satisfies Call;

/** Shared parts of the calls that change one review: a repeat that changes nothing returns 0. */
const changesReview = {
  method: 'POST',
  access: 'staff',
  params: idParamsSchema,
  reply: modifiedSchema,
  errors: ['not_found'],
  tag: 'Reviews',
} as const satisfies Partial<Call>;

export const hideReviewCall = {
  ...changesReview,
  path: '/review/:id/hide',
  body: hideReviewSchema,
  operationId: 'hideReview',
  summary: 'Hides a review, and removes its stars from the tool’s rating',
  description: 'A review that is already hidden keeps its first reason: `modifiedCount` is 0.',
} satisfies Call;

export const showReviewCall = {
  ...changesReview,
  path: '/review/:id/show',
  operationId: 'showReview',
  summary: 'Shows a hidden review again, and counts its stars again',
  description: '`modifiedCount` is 0 if it is already shown.',
} satisfies Call;

export const answerReviewCall = {
  ...changesReview,
  path: '/review/:id/answer',
  body: answerReviewSchema,
  reply: z.extend(modifiedSchema, { answer: reviewSchema.shape.answer }),
  errors: ['not_found', 'version_conflict'],
  operationId: 'answerReview',
  summary: 'Answers a review in the shop’s name; an empty text removes the answer',
  description:
    'A later answer replaces the one before. If that is not the one of `seen`, the call is refused, with the current one in the error.',
} satisfies Call;
