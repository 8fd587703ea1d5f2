import { idempotencyHeadersSchema } from '#contracts/idempotency-key.ts';
import { newReviewSchema, reviewListSchema, reviewSchema } from '#contracts/review.ts';
import { insertedSchema } from '#contracts/tool.ts';
import { listReviews, toWireReview } from '#modules/reviews/review-store.ts';
import { addReview } from '#workflows/add-review.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { askerOf } from './authorise.ts';
import { sendPage } from './list-reply.ts';

/** `GET /review` and `POST /review`. */
export function reviewsRoutes(api: ApiServer, shop: Shop): void {
  const tags = ['Reviews'];

  api.get(
    '/review',
    {
      config: { access: 'public', keeps: 'until-change' },
      schema: {
        tags,
        operationId: 'listReviews',
        summary: 'Reviews of the shop and its tools, or of one tool, newest first',
        description: '`tool` narrows them to one tool.',
        querystring: reviewListSchema,
        response: { 200: reviewSchema.array() },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await shop.readShared((db) => listReviews(db, request.query)), toWireReview),
  );

  api.post(
    '/review',
    {
      config: { access: 'user', limit: 'reviews', refuses: ['conflict'], changesCatalogue: true },
      schema: {
        tags,
        operationId: 'addReview',
        summary: 'Adds a review under the name of the person signed in',
        description: 'With `toolId`, of a tool that they have paid for.',
        headers: idempotencyHeadersSchema,
        body: newReviewSchema,
        response: { 200: insertedSchema },
      },
    },
    async (request) =>
      addReview(shop, {
        asker: askerOf(request),
        review: request.body,
        idempotencyKey: request.headers['idempotency-key'],
      }),
  );
}
