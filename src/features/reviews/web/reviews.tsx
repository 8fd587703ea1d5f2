import { Link } from 'react-router';
import { publicApi } from '#ui/client/api-client.ts';
import { useShop } from '#ui/client/load-context.ts';
import { EmptyState, ErrorState } from '#ui/list-states.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Rating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { Section } from '#ui/section.tsx';
import { reviewListTexts } from '#ui/texts.ts';
import { type FirstRows, type RowsSource, type ShownList, useList } from '#ui/use-list.ts';
import type { Review } from '../contract.ts';
import { reviewsTexts } from '../texts/reviews.ts';

export const REVIEWS_AT_ONCE = 9;

export const shopReviews: RowsSource<Review> = [
  ['reviews'],
  ({ cursor, signal }) =>
    publicApi.list(
      import('#features/reviews/contract.ts').then((calls) => calls.listReviewsCall),
      { query: { limit: REVIEWS_AT_ONCE, cursor }, signal },
    ),
];

/** Customers' reviews, newest first. */
export function Reviews({ first }: { first: FirstRows<Review> }) {
  const list = useList(reviewListTexts, shopReviews, first);
  return (
    <Section heading={reviewsTexts.heading}>
      <ReviewList list={list} />
    </Section>
  );
}

/** Reviews as cards, each with its tool if they are of several. More are loaded on request, because the footer
 * below must stay reachable. */
export function ReviewList({ list, withTools = false }: { list: ShownList<Review>; withTools?: boolean }) {
  const { rows } = list;
  return (
    <>
      {list.firstFailure && (
        <ErrorState message={list.firstFailure} onRetry={list.retry} retrying={list.retrying} />
      )}
      {rows.length === 0 && !list.firstFailure && (
        <EmptyState title={reviewsTexts.none}>{reviewsTexts.beFirst}</EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <ul className="grid gap-3 md:gap-5 md:grid-cols-2 lg:grid-cols-3">
            {rows.map((review) => (
              <li key={review._id}>
                <ReviewCard review={review} withTool={withTools} />
              </li>
            ))}
          </ul>
          <LoadMore
            automatic={false}
            hasMore={list.hasMore}
            loading={list.retrying}
            failure={list.nextFailure}
            onLoadMore={list.loadMore}
            count={list.count}
          />
        </>
      )}
    </>
  );
}

function ReviewCard({ review, withTool }: { review: Review; withTool: boolean }) {
  return (
    <article className="h-full rounded-md border border-line bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line pb-3">
        <Rating rate={review.rate} />
        <p className="min-w-0 text-sm wrap-anywhere text-ink-soft">
          {reviewsTexts.givenBy} <strong className="font-semibold text-ink">{review.name}</strong>
        </p>
      </div>
      {withTool && review.toolId && review.toolName && (
        <p className="mt-3 text-sm wrap-anywhere text-ink-soft">
          {reviewsTexts.size}{' '}
          <Link to={`/tools/${review.toolId}`} className="text-link">
            <SavedText text={review.toolName} />
          </Link>
        </p>
      )}
      <p className="mt-3 wrap-anywhere whitespace-pre-line">{review.reviews}</p>
      <ReviewAnswer answer={review.answer} />
    </article>
  );
}

/** The shop's answer, under its name; empty if there is none. */
export function ReviewAnswer({ answer }: Pick<Review, 'answer'>) {
  const { name } = useShop();
  if (!answer) return null;
  return (
    <div className="mt-4 border-l-2 border-line-strong pl-3">
      <p className="text-sm font-semibold">{reviewsTexts.answerOf(name)}</p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-soft">{answer.text}</p>
    </div>
  );
}
