import { type ComponentProps, use } from 'react';
import type { Review } from '#contracts/review.ts';
import type { FirstRows } from '../first-rows.ts';
import { ReviewList } from '../review-list.tsx';

/** A tool's reviews, the first of which are on their way. */
export function ToolReviews({
  first,
  fetchReviews,
}: {
  first: Promise<FirstRows<Review>>;
  fetchReviews: ComponentProps<typeof ReviewList>['fetchReviews'];
}) {
  return <ReviewList first={use(first)} fetchReviews={fetchReviews} />;
}
