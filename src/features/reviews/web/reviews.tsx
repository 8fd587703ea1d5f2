import type { Review } from '#features/reviews/contract.ts';
import { reviewsTexts } from '#features/reviews/texts.ts';
import { publicApi } from '#web/client/public-api.ts';
import { useList } from '#web/client/use-list.ts';
import type { FirstRows, RowsSource } from '#web/client/use-rows.ts';
import { reviewListTexts } from '#web/texts/loaded-lists.ts';
import { Section } from '#web/ui/section.tsx';
import { ReviewList } from './review-list.tsx';

/** How many reviews are fetched at once. */
export const REVIEWS_AT_ONCE = 9;

export const shopReviews: RowsSource<Review> = [
  ['reviews'],
  ({ cursor, signal }) =>
    publicApi.list(
      import('#features/reviews/contract.ts').then((calls) => calls.listReviewsCall),
      { query: { limit: REVIEWS_AT_ONCE, cursor }, signal },
    ),
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
