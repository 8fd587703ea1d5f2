import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod/mini';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { guardRoutes } from './authorise.ts';
import { contactRoutes } from './contact.routes.ts';
import { finishReplies } from './finish-replies.ts';
import { healthRoutes } from './health.routes.ts';
import { identityRoutes } from './identity.routes.ts';
import { imagesRoutes } from './images.routes.ts';
import { limitRates } from './limit-rate.ts';
import { mailboxRoutes } from './mailbox.routes.ts';
import { manageOrdersRoutes } from './manage-orders.routes.ts';
import { nameActors } from './name-actor.ts';
import { describeApi, openapiRoutes } from './openapi.ts';
import { ordersRoutes } from './orders.routes.ts';
import { overviewRoutes } from './overview.routes.ts';
import { paymentWebhookRoutes } from './payment-webhook.routes.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { recordRefusals } from './record-refusals.ts';
import { reviewsRoutes } from './reviews.routes.ts';
import { sandboxCardsRoutes } from './sandbox-cards.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import { synonymsRoutes } from './synonyms.routes.ts';
import { toolsRoutes } from './tools.routes.ts';
import { answerUnknownCalls } from './unknown-calls.ts';
import { usersRoutes } from './users.routes.ts';

/** Registers every call of the API on `api`, a scope of its own. */
export async function registerApi(api: ApiServer, shop: Shop): Promise<void> {
  // What the contracts leave unsaid of a bad input is said in zod's own words.
  z.config(z.locales.en());
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  // The framework reads plain text too; here every body is JSON or a form.
  api.removeContentTypeParser('text/plain');
  await api.register(guardRoutes, { shop });
  await api.register(limitRates, { shop });
  await api.register(nameActors);
  await api.register(recordRefusals, { shop });
  await describeApi(api);
  await api.register(finishReplies);

  healthRoutes(api, shop);
  openapiRoutes(api, { origin: () => shop.origin });
  toolsRoutes(api, shop);
  ordersRoutes(api, shop);
  manageOrdersRoutes(api, shop);
  synonymsRoutes(api, shop);
  paymentsRoutes(api, shop);
  await paymentWebhookRoutes(api, shop);
  sandboxCardsRoutes(api, shop);
  reviewsRoutes(api, shop);
  contactRoutes(api, shop);
  settingsRoutes(api, shop);
  await imagesRoutes(api, shop);
  usersRoutes(api, shop);
  overviewRoutes(api, shop);
  await identityRoutes(api, shop);
  mailboxRoutes(api, shop);

  answerUnknownCalls(api);
}
