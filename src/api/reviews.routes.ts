import { addReviewCall, listReviewsCall } from '#contracts/review.ts';
import { listReviews, toWireReview } from '#modules/reviews/review-store.ts';
import { addReview } from '#workflows/add-review.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { askerOf } from './authorise.ts';
import { sendPage } from './list-reply.ts';
import { serve } from './serve.ts';

/** `GET /review` and `POST /review`. */
export function reviewsRoutes(api: ApiServer, shop: Shop): void {
  serve(api, listReviewsCall, { keeps: 'until-change' }, async (request, reply) =>
    sendPage(request, reply, await shop.readShared((db) => listReviews(db, request.query)), toWireReview),
  );

  serve(api, addReviewCall, { limit: 'reviews', changesCatalogue: true }, async (request) =>
    addReview(shop, {
      asker: askerOf(request),
      review: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );
}
