import type { ManagedReview } from '#features/reviews/managed-contract.ts';
import { useRowChange } from '#ui/dashboard/use-row-change.ts';

/** The key of the list of all reviews, whatever is looked for in it. */
export const allReviewsKey = ['all-reviews'];

/** Changes a review and shows it so where it stands. */
export const useReviewChange = (onEnd?: () => void, onFailure?: (error: unknown) => void) =>
  useRowChange<ManagedReview>(allReviewsKey, onEnd, onFailure);
