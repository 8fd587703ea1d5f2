import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema, insertedSchema, listPageSchema } from '#contracts/call-parts.ts';
import { idSchema } from '#contracts/identifiers.ts';
import { atMost, formText } from '#contracts/text.ts';
import { reviewRuleTexts } from '#texts/validation.ts';

/** Body of `POST /review`; also the rules of the review form. `toolId` is a tool that the asker has paid for.
 * `email` and `name` are overwritten by the token's. */
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

/** Query of `GET /review`. With `tool`, only reviews of the tool with that id. */
export const reviewListSchema = z.extend(listPageSchema, { tool: z.optional(idSchema) });
export type ReviewList = z.infer<typeof reviewListSchema>;

/** A review on the wire, with the shop's answer to it. It shows no email (decision 6). */
export const reviewSchema = z.object({
  _id: idSchema,
  rate: z.int(),
  reviews: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  answer: z.nullable(z.object({ text: z.string(), at: z.iso.datetime() })),
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
  summary: 'Reviews of the shop and its tools, or of one tool, newest first',
  description: '`tool` narrows them to one tool. Hidden ones are not among them.',
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
  summary: 'Adds a review under the name of the person signed in',
  description: 'With `toolId`, of a tool that they have paid for.',
} satisfies Call;
