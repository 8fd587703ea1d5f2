import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedReview } from '#features/reviews/managed-contract.ts';
import { manageReviewsTexts as texts } from '#features/reviews/texts/manage.ts';
import { errorMessage, type ListRows } from '#web/client/api-client.ts';
import { notify } from '#web/ui/toast.tsx';

/** The key of the list of all reviews, whatever is looked for in it. */
export const allReviewsKey = ['all-reviews'];

/** What is done to a review: what sends it, what the review is then, and what is said of it. */
type ReviewChange = {
  review: ManagedReview;
  send: () => Promise<{ modifiedCount: number }>;
  becomes: Partial<ManagedReview>;
  done: string;
};

/** Changes a review and shows it so where it stands: a list that is fetched anew would put another one under the pointer.
 * What somebody else has done meanwhile is fetched. `onFailure` has why it could not be done. */
export function useReviewChange(onEnd: () => void, onFailure: (why: string) => void = notify.error) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ send }: ReviewChange) => send(),
    onSuccess: ({ modifiedCount }, { review, becomes, done }) => {
      onEnd();
      if (modifiedCount === 0) {
        notify.error(texts.changedBefore);
        return queries.invalidateQueries({ queryKey: allReviewsKey });
      }
      notify.success(done);
      queries.setQueriesData<InfiniteData<ListRows<ManagedReview>>>(
        { queryKey: allReviewsKey },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              rows: page.rows.map((row) => (row._id === review._id ? { ...row, ...becomes } : row)),
            })),
          },
      );
      return queries.invalidateQueries({ queryKey: allReviewsKey, refetchType: 'none' });
    },
    onError: (error) => {
      onFailure(errorMessage(error));
      void queries.invalidateQueries({ queryKey: allReviewsKey });
    },
  });
}
