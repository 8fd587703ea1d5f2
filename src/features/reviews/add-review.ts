import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { insertedSchema } from '#contracts/call-parts.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { addRating } from '#features/catalogue/stock-store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/errors.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { hasPaidFor } from '#features/orders/store.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { NewReview } from './contract.ts';
import { isLowRate, reviewEmails } from './emails.ts';
import { insertReviews } from './store.ts';

// An address must not show (decision 6), so it cannot stand in for a name that was never given.
const NAMELESS = 'A customer';

/** Adds a review under the asker's own name, whatever the body says (decision 6); one of a tool counts into
 * its rating. Staff are told of few stars.
 * @throws AppError key_reused; invalid_input when the asker has not paid for the tool;
 * conflict for a second review of it */
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
      await invalidateEverywhere(tx);
      return { insertedId: id };
    }),
  );
}
