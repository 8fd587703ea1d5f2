import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { placeOrdersCall, readQuickOrderCall, readToolsCall } from './contract.ts';
import { placeOrders } from './place-orders.ts';
import { readQuickOrder, readTools } from './read-quick-order.ts';

/** `/quick-order`, and several orders placed at once. */
export function quickOrderRoutes(api: ApiServer, context: AppContext): void {
  serve(api, readQuickOrderCall, {}, async ({ body }) => readQuickOrder(context, body.text));

  serve(api, readToolsCall, {}, async ({ body }) => ({ tools: await readTools(context, body.toolIds) }));

  serve(api, placeOrdersCall, { limit: 'orders' }, async (request) =>
    placeOrders(context, {
      currentUser: requireUser(request),
      batch: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );
}
