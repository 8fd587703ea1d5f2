import { listReviewsCall, type Review } from '#contracts/review.ts';
import { reviewListTexts } from '#texts/loaded-lists.ts';
import { reviewsTexts } from '#texts/reviews.ts';
import { publicApi } from '#web/public-api.ts';
import type { FirstRows, RowsSource } from '#web/use-rows.ts';
import { ReviewList } from '../review-list.tsx';
import { useList } from '../use-list.ts';
import { Section } from './section.tsx';

/** How many reviews are fetched at once. */
export const REVIEWS_AT_ONCE = 9;

export const shopReviews: RowsSource<Review> = [
  ['reviews'],
  ({ cursor, signal }) =>
    publicApi.list(listReviewsCall, { query: { limit: REVIEWS_AT_ONCE, cursor }, signal }),
];

/** What customers wrote, newest first. */
export function Reviews({ first }: { first: FirstRows<Review> }) {
  const list = useList(reviewListTexts, shopReviews, first);
  return (
    <Section heading={reviewsTexts.heading} className="laid-out-late late-reviews">
      <ReviewList list={list} />
    </Section>
  );
}
