import { z } from 'zod';
import { staffEmail } from '#features/users/notices/notify-staff.ts';
import { findManagedReviews } from './store.ts';
import { reviewEmailTexts as texts } from './texts/manage.ts';

/** Staff are notified of new reviews with fewer stars. */
const FEW_STARS = 3;

/** Whether staff are notified of a new review with this rating. */
export const isLowRate = (rate: number): boolean => rate < FEW_STARS;

export const reviewEmails = {
  /** Notifies staff of a new review with a low rating. */
  low: staffEmail(
    'low_review',
    z.object({ reviewId: z.string() }),
    async ({ db }, { reviewId }) => {
      const [review] = await findManagedReviews(db, [reviewId]);
      return review && { review };
    },
    ({ origin, review }) => ({
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
    }),
  ),
};
