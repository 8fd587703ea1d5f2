import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { insertedSchema } from '#contracts/call-parts.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { addRating } from '#features/catalogue/stock-store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/errors.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { hasPaidFor } from '#features/orders/paid-tools.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { NewReview } from './contract.ts';
import { insertReviews } from './store.ts';

// An address must not show (decision 6), so it cannot stand in for a name that was never given.
const NAMELESS = 'A customer';

/** Who says what. */
type AddReviewInput = { currentUser: CurrentUser; review: NewReview; idempotencyKey: string | undefined };

/**
 * Adds a review under the asker's own name, whatever the body says (decision 6). One about a tool counts into the
 * tool's rating.
 * @throws AppError key_reused; invalid_input when the asker has not paid for the tool; conflict for a second review of it.
 */
export async function addReview(
  context: AppContext,
  { currentUser, review, idempotencyKey }: AddReviewInput,
): Promise<{ insertedId: string }> {
  const request = { userId: currentUser.userId, route: 'POST /review', key: idempotencyKey, body: review };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, insertedSchema, async () => {
      if (review.toolId) await assertPaidFor(tx, currentUser, review.toolId);
      const id = uuid();
      const added = await insertReviews(tx, [
        {
          id,
          user_id: currentUser.userId,
          tool_id: review.toolId ?? null,
          name: currentUser.displayName || NAMELESS,
          rate: review.rate,
          reviews: review.reviews,
          created_at: context.clock.now(),
        },
      ]);
      if (added === 0) throw new AppError('conflict', toolErrorTexts.alreadyReviewed, { field: 'toolId' });
      await recordAudit(context, tx, {
        action: 'review_added',
        ...(review.toolId && { toolId: review.toolId }),
        details: { reviewId: id, rate: review.rate },
      });
      if (review.toolId) await addRating(tx, review.toolId, review.rate);
      await invalidateEverywhere(tx);
      return { insertedId: id };
    }),
  );
}

async function assertPaidFor(
  tx: DatabaseTransaction,
  { userId }: CurrentUser,
  toolId: string,
): Promise<void> {
  if (await hasPaidFor(tx, userId, toolId)) return;
  throw new AppError('invalid_input', toolErrorTexts.notBought, { field: 'toolId' });
}
