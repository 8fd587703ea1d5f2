import type { AppContext } from '#features/app-context.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { addApiKey, deleteApiKey } from './change-keys.ts';
import { addApiKeyCall, deleteApiKeyCall, listApiKeysCall } from './contract.ts';
import { listApiKeys, serializeApiKey } from './store.ts';

/** Routes for `/api-keys`: keys with which programs act for their owners. */
export function apiKeysRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listApiKeysCall, {}, async (request, reply) => {
    const { userId, isAdmin } = requireUser(request);
    const keys = { ...request.query, ownerId: isAdmin ? undefined : userId };
    const now = context.clock.now();
    return sendPage(request, reply, await listApiKeys(context.db, keys), (row) => serializeApiKey(row, now));
  });

  serve(api, addApiKeyCall, {}, async (request) => {
    const currentUser = requireUser(request);
    assertFreshSignIn(context, currentUser);
    return addApiKey(context, currentUser, request.body);
  });

  serve(api, deleteApiKeyCall, {}, async (request) => {
    const currentUser = requireUser(request);
    assertFreshSignIn(context, currentUser);
    return deleteApiKey(context, currentUser, request.params.id);
  });
}
