import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { insertedSchema } from '#contracts/call-parts.ts';
import type { AppContext } from '#features/app-context.ts';
import type { AuditAction } from '#features/audit/contract.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { addRating } from '#features/catalogue/stock-store.ts';
import { lockTools } from '#features/catalogue/store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { hasPaidFor } from '#features/orders/store.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import { type CurrentUser, lockUser } from '#features/users/store.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { NewReview, Review, ReviewAnswer } from './contract.ts';
import { isLowRate, reviewEmails } from './emails.ts';
import {
  deleteReviews,
  insertReviews,
  type LockedReview,
  lockReview,
  serializeAnswer,
  updateReview,
} from './store.ts';
import { reviewErrorTexts } from './texts/manage.ts';

// Emails must not be shown, so they can't replace a missing name.
const NAMELESS = 'A customer';

/** Adds a review under the user's own name, whatever the body says; a tool's review counts
 * towards its rating. Notifies staff of low ratings. @throws AppError key_reused; invalid_input if the user
 * has not paid for the tool; conflict for a second review of it */
export async function addReview(
  context: AppContext,
  currentUser: CurrentUser,
  review: NewReview,
  idempotencyKey: string | undefined,
): Promise<{ insertedId: string }> {
  const { userId, displayName } = currentUser;
  const { toolId, rate, reviews } = review;
  const request = { userId, route: 'POST /review', key: idempotencyKey, body: review };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, insertedSchema, async () => {
      await lockUser(tx, userId);
      if (toolId && !(await hasPaidFor(tx, userId, toolId)))
        throw new AppError('invalid_input', toolErrorTexts.notBought, { field: 'toolId' });
      const id = uuid();
      const name = displayName || NAMELESS;
      const row = { id, user_id: userId, tool_id: toolId ?? null, name, rate, reviews };
      if ((await insertReviews(tx, [{ ...row, created_at: context.clock.now() }])) === 0)
        throw new AppError('conflict', toolErrorTexts.alreadyReviewed, { field: 'toolId' });
      await recordAudit(context, tx, {
        action: 'review_added',
        ...(toolId && { toolId }),
        details: { reviewId: id, rate },
      });
      if (toolId) await addRating(tx, toolId, rate);
      if (isLowRate(rate)) await notifyStaff(context, tx, reviewEmails.low, { reviewId: id });
      await enqueueWebhooks(context, tx, 'review.added', [{ id }]);
      await invalidateEverywhere(tx);
      return { insertedId: id };
    }),
  );
}

type Changed = Promise<{ modifiedCount: number }>;

/** Hides a review; its stars no longer count. A review that is already hidden retains its first reason.
 * @throws AppError not_found */
export function hideReview(context: AppContext, id: string, reason: string): Changed {
  return changeReview(context, id, async (tx, review) => {
    if (review.hidden_at) return undefined;
    await updateReview(tx, id, { hidden_at: context.clock.now(), hidden_reason: reason });
    if (review.tool_id) await addRating(tx, review.tool_id, review.rate, -1);
    return 'review_hidden';
  });
}

/** Shows a hidden review again and counts its stars. @throws AppError not_found */
export function showReview(context: AppContext, id: string): Changed {
  return changeReview(context, id, async (tx, review) => {
    if (!review.hidden_at) return undefined;
    await updateReview(tx, id, { hidden_at: null, hidden_reason: null });
    if (review.tool_id) await addRating(tx, review.tool_id, review.rate);
    return 'review_shown';
  });
}

/** Sets the shop's answer to a review, or removes it if the text is empty. A change to the current state is
 * not a conflict. @throws AppError not_found; version_conflict, with the current answer, if that differs from
 * `seen` */
export async function answerReview(
  context: AppContext,
  id: string,
  { text, seen }: ReviewAnswer,
): Promise<{ modifiedCount: number; answer: Review['answer'] }> {
  let answer: Review['answer'] = null;
  const { modifiedCount } = await changeReview(context, id, async (tx, review) => {
    const current = serializeAnswer(review);
    answer = current;
    if (text === (review.answer ?? '')) return undefined;
    if (seen !== undefined && seen !== (current?.at ?? null)) {
      throw new AppError('version_conflict', reviewErrorTexts.answeredMeanwhile, { field: 'seen', current });
    }
    const written = { answer: text || null, answered_at: text ? context.clock.now() : null };
    await updateReview(tx, id, written);
    answer = serializeAnswer(written);
    return text ? 'review_answered' : 'review_answer_removed';
  });
  return { modifiedCount, answer };
}

/** Deletes reviews and takes their stars off their tools' ratings. Returns how many it deleted. */
export async function removeReviews(tx: DatabaseTransaction, ids: string[]): Promise<number> {
  const gone = await deleteReviews(tx, ids);
  const counted = gone.flatMap(({ tool_id, rate, hidden_at }) =>
    tool_id && !hidden_at ? { toolId: tool_id, rate } : [],
  );
  await lockTools(
    tx,
    counted.map(({ toolId }) => toolId),
  );
  for (const { toolId, rate } of counted) await addRating(tx, toolId, rate, -1);
  await invalidateEverywhere(tx);
  return gone.length;
}

/** Locks a review and lets `write` change it. `write` returns what it did, or `undefined` if nothing
 * changed. */
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
