import { z } from 'zod';
import { reviewRuleTexts } from '#texts/validation.ts';
import { idSchema } from './identifiers.ts';
import { listPageSchema } from './list-page.ts';
import { typedText } from './text.ts';

/**
 * Body of `POST /review`; also the rules of the review form. `toolId` is a tool that the asker has paid for. `email` and
 * `name` are overwritten by the token's.
 */
export const newReviewSchema = z.object({
  rate: z
    .number({ error: reviewRuleTexts.rateMissing })
    .int(reviewRuleTexts.rateNotWhole)
    .min(1, reviewRuleTexts.rateOutside)
    .max(5, reviewRuleTexts.rateOutside),
  reviews: typedText({ ...reviewRuleTexts.words, max: 2000 }),
  toolId: idSchema.optional(),
  email: z.string().max(254, 'email must be 254 characters or shorter').optional(),
  name: z.string().max(200, 'name must be 200 characters or shorter').optional(),
});

/** Body of `POST /review`. */
export type NewReview = z.infer<typeof newReviewSchema>;

/** Query of `GET /review`. With `tool`, only reviews of the tool with that id. */
export const reviewListSchema = listPageSchema.extend({ tool: idSchema.optional() });

/** The parsed query of `GET /review`. */
export type ReviewList = z.infer<typeof reviewListSchema>;

/** A review on the wire. It shows no email (decision 6). */
export const reviewSchema = z.object({
  _id: idSchema,
  rate: z.number().int(),
  reviews: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
});

/** A review on the wire. */
export type Review = z.infer<typeof reviewSchema>;
