import { v7 as uuid } from 'uuid';
import type { NewReview } from '#contracts/review.ts';
import { insertedSchema } from '#contracts/tool.ts';
import { insertReviews } from '#modules/reviews/review-store.ts';
import type { Asker } from '#modules/users/user-store.ts';
import { notifyCatalogueChanged } from '#platform/database/notifications.ts';
import { idempotent } from './idempotent.ts';
import { recordAudit } from './record-audit.ts';
import type { Shop } from './shop.ts';

// An address must not show (decision 6), so it cannot stand in for a name that was never given.
const NAMELESS = 'A customer';

/** Who says what. */
type AddReviewInput = { asker: Asker; review: NewReview; idempotencyKey: string | undefined };

/**
 * Adds a review under the asker's own name, whatever the body says (decision 6).
 * @throws Refusal key_reused.
 */
export async function addReview(
  shop: Shop,
  { asker, review, idempotencyKey }: AddReviewInput,
): Promise<{ insertedId: string }> {
  const request = { userId: asker.userId, route: 'POST /review', key: idempotencyKey, body: review };
  return shop.db.transaction().execute((tx) =>
    idempotent(shop, tx, request, insertedSchema, async () => {
      const id = uuid();
      await insertReviews(tx, [
        {
          id,
          user_id: asker.userId,
          name: asker.displayName || NAMELESS,
          rate: review.rate,
          reviews: review.reviews,
          created_at: shop.clock.now(),
        },
      ]);
      await recordAudit(shop, tx, { action: 'review added', details: { reviewId: id, rate: review.rate } });
      await notifyCatalogueChanged(tx, 'reviews');
      return { insertedId: id };
    }),
  );
}
