import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod/mini';
import { activityRoutes } from '#features/activity/routes.ts';
import type { AppContext } from '#features/app-context.ts';
import { documentsRoutes } from '#features/catalogue/documents/routes.ts';
import { importsRoutes } from '#features/catalogue/imports/routes.ts';
import { imagesRoutes } from '#features/catalogue/pictures/routes.ts';
import { restockRoutes } from '#features/catalogue/restock/routes.ts';
import { toolsRoutes } from '#features/catalogue/routes.ts';
import { stockRoutes } from '#features/catalogue/stock/routes.ts';
import { taxonomyRoutes } from '#features/catalogue/taxonomy/routes.ts';
import { contactRoutes } from '#features/contact/routes.ts';
import { customersRoutes } from '#features/customers/routes.ts';

import { logoRoutes } from '#features/details/logo-routes.ts';
import { detailsRoutes } from '#features/details/routes.ts';
import { mailboxRoutes } from '#features/mailbox/routes.ts';
import { paymentsRoutes } from '#features/orders/payments/routes.ts';
import { ordersRoutes } from '#features/orders/routes.ts';
import { overviewRoutes } from '#features/overview/routes.ts';
import { reviewsRoutes } from '#features/reviews/routes.ts';
import { findReviewedTools } from '#features/reviews/store.ts';
import { identityRoutes } from '#features/sign-in/routes.ts';
import { guardRoutes } from '#features/users/authorise.ts';
import { nameActors } from '#features/users/name-actor.ts';
import { noticesRoutes } from '#features/users/notices/routes.ts';
import { usersRoutes } from '#features/users/routes.ts';
import { finishReplies } from '#http/finish-replies.ts';
import { limitRates } from '#http/limit-rate.ts';
import type { ApiServer } from '#http/serve.ts';
import { answerUnknownCalls } from '#http/unknown-calls.ts';
import { healthRoutes } from '#server/health.ts';
import { describeApi, openapiRoutes } from './openapi.ts';
import { recordRefusals } from './record-refusals.ts';
import { settingsRoutes } from './settings.routes.ts';

/** Registers every call of the API on `api`, a scope of its own. */
export async function registerApi(api: ApiServer, context: AppContext): Promise<void> {
  // What the contracts leave unsaid of a bad input is said in zod's own words.
  z.config(z.locales.en());
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  // The framework reads plain text too; here every body is JSON or a form.
  api.removeContentTypeParser('text/plain');
  await api.register(guardRoutes, { context });
  await api.register(limitRates, { context });
  await api.register(nameActors, { context });
  await api.register(recordRefusals, { context });
  await describeApi(api);
  await api.register(finishReplies);

  healthRoutes(api, context);
  openapiRoutes(api, { origin: () => context.origin });
  toolsRoutes(api, context);
  stockRoutes(api, context);
  taxonomyRoutes(api, context);
  restockRoutes(api, context);
  ordersRoutes(api, context, findReviewedTools);
  await paymentsRoutes(api, context);
  reviewsRoutes(api, context);
  contactRoutes(api, context);
  settingsRoutes(api, context);
  detailsRoutes(api, context);
  await logoRoutes(api, context);
  await imagesRoutes(api, context);
  await importsRoutes(api, context);
  await documentsRoutes(api, context);
  usersRoutes(api, context);
  noticesRoutes(api, context);
  customersRoutes(api, context);
  overviewRoutes(api, context);
  activityRoutes(api, context);
  await identityRoutes(api, context);
  mailboxRoutes(api, context);

  answerUnknownCalls(api);
}
