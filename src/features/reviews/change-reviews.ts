import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { AuditAction } from '#features/audit/contract.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { addRating } from '#features/catalogue/stock-store.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { type LockedReview, lockReview, updateReview } from './store.ts';
import { reviewErrorTexts } from './texts/manage.ts';

type Changed = Promise<{ modifiedCount: number }>;

/** Hides a review from everybody; its stars no longer count. One that is hidden keeps its first reason. @throws AppError not_found */
export function hideReview(context: AppContext, id: string, reason: string): Changed {
  return changeReview(context, id, async (tx, review) => {
    if (review.hidden_at) return undefined;
    await updateReview(tx, id, { hidden_at: context.clock.now(), hidden_reason: reason });
    if (review.tool_id) await addRating(tx, review.tool_id, review.rate, -1);
    return 'review_hidden';
  });
}

/** Shows a hidden review again, and counts its stars. @throws AppError not_found */
export function showReview(context: AppContext, id: string): Changed {
  return changeReview(context, id, async (tx, review) => {
    if (!review.hidden_at) return undefined;
    await updateReview(tx, id, { hidden_at: null, hidden_reason: null });
    if (review.tool_id) await addRating(tx, review.tool_id, review.rate);
    return 'review_shown';
  });
}

/** Answers a review in the shop's name, or with no text takes the answer back. @throws AppError not_found */
export function answerReview(context: AppContext, id: string, text: string): Changed {
  return changeReview(context, id, async (tx, review) => {
    if (text === (review.answer ?? '')) return undefined;
    await updateReview(tx, id, {
      answer: text || null,
      answered_at: text ? context.clock.now() : null,
    });
    return text ? 'review_answered' : 'review_answer_removed';
  });
}

/** Locks a review and lets `write` change it, which answers what it did, or nothing where all was so already. */
async function changeReview(
  context: AppContext,
  id: string,
  write: (tx: DatabaseTransaction, review: LockedReview) => Promise<AuditAction | undefined>,
): Changed {
  return context.db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, id);
    if (!review) throw new AppError('not_found', reviewErrorTexts.noSuchReview);
    const action = await write(tx, review);
    if (!action) return { modifiedCount: 0 };
    await recordAudit(context, tx, {
      action,
      ...(review.tool_id && { toolId: review.tool_id }),
      ...(review.user_id && { userId: review.user_id }),
      details: { reviewId: id, rate: review.rate },
    });
    await invalidateEverywhere(tx);
    return { modifiedCount: 1 };
  });
}
