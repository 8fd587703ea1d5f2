import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  resendWebhookDelivery,
  rotateSecret,
  sendTest,
} from './change-endpoints.ts';
import {
  addEndpointCall,
  changeEndpointCall,
  deleteEndpointCall,
  getWebhookDeliveryCall,
  listEndpointsCall,
  listWebhookDeliveriesCall,
  resendWebhookDeliveryCall,
  rotateSecretCall,
  sendTestCall,
} from './contract.ts';
import {
  findEndpoint,
  findWebhookDelivery,
  listEndpoints,
  listWebhookDeliveries,
  serializeEndpoint,
  serializeWebhookDelivery,
} from './store.ts';
import { webhookErrorTexts as texts } from './texts.ts';

/** Registers the calls about webhook endpoints and their deliveries, for admins. */
export function webhooksRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listEndpointsCall, {}, async () => {
    const now = context.clock.now();
    return (await listEndpoints(context.db)).map((row) => serializeEndpoint(row, now));
  });

  // An endpoint goes on sending orders and customers when the session is long over.
  const assertFresh = (request: FastifyRequest) => assertFreshSignIn(context, requireUser(request));

  serve(api, addEndpointCall, {}, async (request) => {
    assertFresh(request);
    return addEndpoint(context, request.body);
  });

  serve(api, changeEndpointCall, {}, async (request) => {
    const { params, body } = request;
    if (body.url !== undefined || body.events !== undefined) assertFresh(request);
    return changeEndpoint(context, params.id, body);
  });

  serve(api, deleteEndpointCall, {}, async ({ params }) => deleteEndpoint(context, params.id));

  serve(api, rotateSecretCall, {}, async (request) => {
    assertFresh(request);
    return rotateSecret(context, request.params.id);
  });

  serve(api, sendTestCall, {}, async ({ params }) => sendTest(context, params.id));

  serve(api, listWebhookDeliveriesCall, {}, async (request, reply) => {
    const { id } = request.params;
    await assertEndpoint(context, id);
    return sendPage(
      request,
      reply,
      await listWebhookDeliveries(context.db, id, request.query),
      serializeWebhookDelivery,
    );
  });

  serve(api, getWebhookDeliveryCall, {}, async ({ params: { id, deliveryId } }) => {
    await assertEndpoint(context, id);
    const row = await findWebhookDelivery(context.db, id, deliveryId);
    if (!row) throw new AppError('not_found', texts.noSuchWebhookDelivery);
    return { ...serializeWebhookDelivery(row), body: row.body, answer: row.answer };
  });

  serve(api, resendWebhookDeliveryCall, {}, async ({ params: { id, deliveryId } }) =>
    resendWebhookDelivery(context, { endpointId: id, deliveryId }),
  );
}

async function assertEndpoint({ db }: AppContext, id: string): Promise<void> {
  if (!(await findEndpoint(db, id))) throw new AppError('not_found', texts.noSuchEndpoint);
}
