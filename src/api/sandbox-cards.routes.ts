import {
  authenticateCardSchema,
  confirmCardSchema,
  confirmedCardSchema,
  sandboxIntentParamsSchema,
} from '#contracts/sandbox-cards.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';

const tags = ['Sandbox cards'];
const config = { access: 'public', refuses: ['card_declined', 'not_found', 'conflict'] } as const;

/**
 * What the browser calls of the sandbox card provider, where that is in use. As with real providers, the client
 * secret of the intent is the permission.
 */
export function sandboxCardsRoutes(api: ApiServer, { sandboxCards }: Shop): void {
  if (!sandboxCards) return;

  api.post(
    '/sandbox-cards/intents/:intentId/confirm',
    {
      config,
      schema: {
        tags,
        operationId: 'confirmSandboxPayment',
        summary: 'Pays a payment intent with a test card',
        description:
          'The client secret of the intent is the permission. A test card that asks for authentication answers `requires_action`.',
        params: sandboxIntentParamsSchema,
        body: confirmCardSchema,
        response: { 200: confirmedCardSchema },
      },
    },
    async (request) => {
      const { clientSecret, card } = request.body;
      return sandboxCards.confirm({ intentId: request.params.intentId, clientSecret, card });
    },
  );

  api.post(
    '/sandbox-cards/intents/:intentId/authenticate',
    {
      config,
      schema: {
        tags,
        operationId: 'authenticateSandboxPayment',
        summary: 'Tells what the buyer answered the pretended bank',
        description: 'For intents that answered `requires_action`.',
        params: sandboxIntentParamsSchema,
        body: authenticateCardSchema,
        response: { 200: confirmedCardSchema },
      },
    },
    async (request) => {
      const { clientSecret, approve } = request.body;
      return sandboxCards.authenticate({ intentId: request.params.intentId, clientSecret, approve });
    },
  );
}
