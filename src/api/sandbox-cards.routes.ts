import { authenticateSandboxPaymentCall, confirmSandboxPaymentCall } from '#contracts/sandbox-cards.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { serve } from './serve.ts';

/**
 * What the browser calls of the sandbox card provider, where that is in use. As with real providers, the client
 * secret of the intent is the permission.
 */
export function sandboxCardsRoutes(api: ApiServer, { sandboxCards }: Shop): void {
  if (!sandboxCards) return;

  serve(api, confirmSandboxPaymentCall, {}, async ({ params, body: { clientSecret, card } }) =>
    sandboxCards.confirm({ intentId: params.intentId, clientSecret, card }),
  );

  serve(api, authenticateSandboxPaymentCall, {}, async ({ params, body: { clientSecret, approve } }) =>
    sandboxCards.authenticate({ intentId: params.intentId, clientSecret, approve }),
  );
}
