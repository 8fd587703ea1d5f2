import { Refusal } from '#contracts/api-error.ts';
import type { Shop } from '#features/shop.ts';
import type { ApiServer } from '#http/api-server.ts';
import { sendPage } from '#http/list-reply.ts';
import { serve } from '#http/serve.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { askerOf, bearerOf } from './authorise.ts';
import { changeProfile } from './change-profile.ts';
import {
  exchangeTokenCall,
  getProfileCall,
  isAdminCall,
  listUsersCall,
  makeAdminCall,
  updateProfileCall,
} from './contract.ts';
import { exchangeToken } from './exchange-token.ts';
import { makeAdmin } from './make-admin.ts';
import { findUser, isActingAdmin } from './store.ts';
import { listUsers } from './user-list.ts';
import { toWireProfile, toWireUser } from './wire-user.ts';

/** The calls about users: token exchange, profile, the admins' list, and the admin role. */
export function usersRoutes(api: ApiServer, shop: Shop): void {
  serve(api, exchangeTokenCall, {}, async (request, reply) => {
    const { token, expiresAt } = await exchangeToken(shop, {
      email: request.params.email,
      idToken: bearerOf(request),
    });
    reply.header('cache-control', 'no-store');
    return { token, expiresAt: expiresAt.toISOString() };
  });

  serve(api, getProfileCall, {}, async (request) => {
    const asker = askerOf(request);
    const { email } = request.params;
    if (email !== asker.email && !asker.isAdmin)
      throw new Refusal('not_allowed', refusalTexts.notYourProfile);
    const user = await findUser(shop.db, email);
    if (!user) throw new Refusal('not_found', refusalTexts.noSuchUser);
    return toWireProfile(user);
  });

  serve(api, updateProfileCall, {}, async (request) => {
    const asker = askerOf(request);
    if (request.params.email !== asker.email) throw new Refusal('not_allowed', refusalTexts.notYourProfile);
    return { modifiedCount: await changeProfile(shop, asker, request.body) };
  });

  serve(api, listUsersCall, {}, async (request, reply) =>
    sendPage(request, reply, await listUsers(shop.db, request.query), toWireUser),
  );

  serve(api, makeAdminCall, {}, async ({ params }) => {
    const outcome = await makeAdmin(shop, params.email);
    if (outcome === 'unknown') throw new Refusal('not_found', refusalTexts.noSuchUser);
    return { modifiedCount: outcome === 'made' ? 1 : 0 };
  });

  serve(api, isAdminCall, {}, async (request) => {
    const asker = askerOf(request);
    const { email } = request.params;
    if (email === asker.email || !asker.isAdmin) return { admin: email === asker.email && asker.isAdmin };
    const user = await findUser(shop.db, email);
    return { admin: user !== undefined && isActingAdmin(user) };
  });
}
