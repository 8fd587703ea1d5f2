import { v7 as uuid } from 'uuid';
import { Refusal } from '#contracts/api-error.ts';
import { insertedSchema } from '#contracts/replies.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { addRating } from '#features/catalogue/stock-store.ts';
import { toolRefusalTexts } from '#features/catalogue/texts/refusals.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { hasPaidFor } from '#features/orders/paid-tools.ts';
import type { Shop } from '#features/shop.ts';
import type { Asker } from '#features/users/store.ts';
import { notifyCatalogueChanged } from '#platform/cache/cache-version.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { NewReview } from './contract.ts';
import { insertReviews } from './store.ts';

// An address must not show (decision 6), so it cannot stand in for a name that was never given.
const NAMELESS = 'A customer';

/** Who says what. */
type AddReviewInput = { asker: Asker; review: NewReview; idempotencyKey: string | undefined };

/**
 * Adds a review under the asker's own name, whatever the body says (decision 6). One about a tool counts into the
 * tool's rating.
 * @throws Refusal key_reused; invalid_input when the asker has not paid for the tool; conflict for a second review of it.
 */
export async function addReview(
  shop: Shop,
  { asker, review, idempotencyKey }: AddReviewInput,
): Promise<{ insertedId: string }> {
  const request = { userId: asker.userId, route: 'POST /review', key: idempotencyKey, body: review };
  return shop.db.transaction().execute((tx) =>
    idempotent(shop, tx, request, insertedSchema, async () => {
      if (review.toolId) await assertPaidFor(tx, asker, review.toolId);
      const id = uuid();
      const added = await insertReviews(tx, [
        {
          id,
          user_id: asker.userId,
          tool_id: review.toolId ?? null,
          name: asker.displayName || NAMELESS,
          rate: review.rate,
          reviews: review.reviews,
          created_at: shop.clock.now(),
        },
      ]);
      if (added === 0) throw new Refusal('conflict', toolRefusalTexts.alreadyReviewed, { field: 'toolId' });
      await recordAudit(shop, tx, {
        action: 'review added',
        ...(review.toolId && { toolId: review.toolId }),
        details: { reviewId: id, rate: review.rate },
      });
      if (review.toolId) await addRating(tx, review.toolId, review.rate);
      await notifyCatalogueChanged(tx);
      return { insertedId: id };
    }),
  );
}

async function assertPaidFor(tx: DatabaseTransaction, { userId }: Asker, toolId: string): Promise<void> {
  if (await hasPaidFor(tx, userId, toolId)) return;
  throw new Refusal('invalid_input', toolRefusalTexts.notBought, { field: 'toolId' });
}
