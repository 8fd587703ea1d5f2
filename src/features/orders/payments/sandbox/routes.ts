import type { AppContext } from '#features/app-context.ts';
import type { ApiServer } from '#http/serve.ts';
import { serve } from '#http/serve.ts';
import { authenticateSandboxPaymentCall, confirmSandboxPaymentCall } from './contract.ts';

/**
 * What the browser calls of the sandbox card provider, where that is in use. As with real providers, the client
 * secret of the intent is the permission.
 */
export function sandboxCardsRoutes(api: ApiServer, { sandboxCards }: AppContext): void {
  if (!sandboxCards) return;

  serve(api, confirmSandboxPaymentCall, {}, async ({ params, body: { clientSecret, card } }) =>
    sandboxCards.confirm({ intentId: params.intentId, clientSecret, card }),
  );

  serve(api, authenticateSandboxPaymentCall, {}, async ({ params, body: { clientSecret, approve } }) =>
    sandboxCards.authenticate({ intentId: params.intentId, clientSecret, approve }),
  );
}
