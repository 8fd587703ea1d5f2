import { z } from 'zod';
import { emailKind } from '#features/emails/email-kind.ts';
import { findManagedReviews } from './managed-reviews.ts';
import { reviewEmailTexts as texts } from './texts/manage.ts';

/** Below so many stars a new review is told of. */
const FEW_STARS = 3;

/** Whether the shop is told of a new review with so many stars. */
export const isLowRate = (rate: number): boolean => rate < FEW_STARS;

export const reviewEmails = {
  /** Tells the shop, where its contact messages go, of a new review with few stars. */
  low: emailKind(
    'low-review',
    z.object({ reviewId: z.string() }),
    async ({ db, config, origin }, { reviewId }) => {
      const [review] = await findManagedReviews(db, [reviewId]);
      return review && { to: config.contactEmail, origin, review };
    },
    ({ to, origin, review }) => ({
      to,
      subject: texts.subject(review.rate, review.tool_name),
      heading: texts.subject(review.rate, review.tool_name),
      paragraphs: [texts.text],
      facts: [
        [texts.stars, texts.outOfFive(review.rate)],
        [texts.tool, review.tool_name ?? texts.theShop],
        [texts.givenBy, review.name],
        [texts.review, review.reviews],
      ],
      link: { label: texts.link, url: `${origin}/dashboard/reviews?q=${review.id}` },
      why: texts.why,
    }),
  ),
};
