import type { Shop } from '#features/shop.ts';
import { askerOf } from '#features/users/authorise.ts';
import type { ApiServer } from '#http/api-server.ts';
import { sendPage } from '#http/list-reply.ts';
import { serve } from '#http/serve.ts';
import { addReview } from './add-review.ts';
import { addReviewCall, listReviewsCall } from './contract.ts';
import { listReviews, toWireReview } from './store.ts';

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
