import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import type { ApiServer } from '#http/serve.ts';
import { sendPage, serve } from '#http/serve.ts';
import { addReview, answerReview, hideReview, showReview } from './change-reviews.ts';
import {
  addReviewCall,
  answerReviewCall,
  hideReviewCall,
  listManagedReviewsCall,
  listReviewsCall,
  showReviewCall,
} from './contract.ts';
import { listManagedReviews, listReviews, serializeManagedReview, serializeReview } from './store.ts';

/** Routes: `GET` and `POST /review`; for staff `GET /managereviews`, and hiding, showing and answering a
 * review. */
export function reviewsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listReviewsCall, { keeps: 'until-change' }, async (request, reply) => {
    const page = await listReviews(context.db, request.query);
    return sendPage(request, reply, page, serializeReview);
  });

  serve(api, addReviewCall, { limit: 'reviews', changesCatalogue: true }, async (request) =>
    addReview(context, requireUser(request), request.body, request.headers['idempotency-key']),
  );

  serve(api, listManagedReviewsCall, {}, async (request, reply) =>
    sendPage(request, reply, await listManagedReviews(context.db, request.query), serializeManagedReview),
  );

  serve(api, hideReviewCall, { changesCatalogue: true }, async ({ params, body }) =>
    hideReview(context, params.id, body.reason),
  );

  serve(api, showReviewCall, { changesCatalogue: true }, async ({ params }) =>
    showReview(context, params.id),
  );

  serve(api, answerReviewCall, { changesCatalogue: true }, async ({ params, body }) =>
    answerReview(context, params.id, body),
  );
}
