import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import type { ApiServer } from '#http/serve.ts';
import { sendPage, serve } from '#http/serve.ts';
import { addReview } from './add-review.ts';
import { addReviewCall, listReviewsCall } from './contract.ts';
import { listReviews, serializeReview } from './store.ts';

/** `GET /review` and `POST /review`. */
export function reviewsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listReviewsCall, { keeps: 'until-change' }, async (request, reply) => {
    const page = await context.readShared((db) => listReviews(db, request.query));
    return sendPage(request, reply, page, serializeReview);
  });

  serve(api, addReviewCall, { limit: 'reviews', changesCatalogue: true }, async (request) =>
    addReview(context, requireUser(request), request.body, request.headers['idempotency-key']),
  );
}
