import { listReviewsCall, type Review } from '#contracts/review.ts';
import { reviewsTexts } from '#texts/reviews.ts';
import { publicApi } from '#web/public-api.ts';
import type { FirstRows } from '../first-rows.ts';
import { ReviewList } from '../review-list.tsx';
import { Section } from './section.tsx';

/** How many reviews are fetched at once. */
export const REVIEWS_AT_ONCE = 9;

const fetchReviews = (cursor?: string) =>
  publicApi.list(listReviewsCall, { query: { limit: REVIEWS_AT_ONCE, cursor } });

/** What customers wrote, newest first. */
export function Reviews({ first }: { first: FirstRows<Review> }) {
  return (
    <Section heading={reviewsTexts.heading} className="laid-out-late late-reviews">
      <ReviewList first={first} fetchReviews={fetchReviews} />
    </Section>
  );
}
