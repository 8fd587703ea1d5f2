import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { guardRoutes } from './authorise.ts';
import { contactRoutes } from './contact.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { imagesRoutes } from './images.routes.ts';
import { describeApi, openapiRoutes } from './openapi.ts';
import { reviewsRoutes } from './reviews.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import { toolsRoutes } from './tools.routes.ts';
import { answerUnknownCalls, noteRoutes } from './unknown-calls.ts';

/** Registers every call of the API on `api`, a scope of its own. */
export async function registerApi(api: ApiServer, shop: Shop): Promise<void> {
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  const routes = noteRoutes(api);
  guardRoutes(api, shop);
  await describeApi(api);

  healthRoutes(api, shop);
  openapiRoutes(api);
  toolsRoutes(api, shop);
  reviewsRoutes(api, shop);
  contactRoutes(api, shop);
  settingsRoutes(api, shop);
  await imagesRoutes(api, shop);

  answerUnknownCalls(api, routes);
}
