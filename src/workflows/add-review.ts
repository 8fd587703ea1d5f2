import { v7 as uuid } from 'uuid';
import type { NewReview } from '#contracts/review.ts';
import { insertReviews } from '#modules/reviews/review-store.ts';
import type { Asker } from '#modules/users/user-store.ts';
import { notifyCatalogueChanged } from '#platform/database/notifications.ts';
import type { Shop } from './shop.ts';

/** Adds a review under the asker's own name, whatever the body says (decision 6). */
export async function addReview(
  shop: Shop,
  asker: Asker,
  { rate, reviews }: NewReview,
): Promise<{ insertedId: string }> {
  const id = uuid();
  const review = {
    id,
    user_id: asker.userId,
    name: asker.displayName,
    rate,
    reviews,
    created_at: shop.clock.now(),
  };
  await shop.db.transaction().execute(async (tx) => {
    await insertReviews(tx, [review]);
    await notifyCatalogueChanged(tx, 'reviews');
  });
  return { insertedId: id };
}
