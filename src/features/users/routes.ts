import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { errorTexts } from '#texts/errors.ts';
import { bearerOf, requireUser } from './authorise.ts';
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
import { listUsers, serializeProfile, serializeUser } from './user-list.ts';

/** The calls about users: token exchange, profile, the admins' list, and the admin role. */
export function usersRoutes(api: ApiServer, context: AppContext): void {
  serve(api, exchangeTokenCall, {}, async (request, reply) => {
    const { token, expiresAt } = await exchangeToken(context, {
      email: request.params.email,
      idToken: bearerOf(request),
    });
    reply.header('cache-control', 'no-store');
    return { token, expiresAt: expiresAt.toISOString() };
  });

  serve(api, getProfileCall, {}, async (request) => {
    const currentUser = requireUser(request);
    const { email } = request.params;
    if (email !== currentUser.email && !currentUser.isAdmin)
      throw new AppError('not_allowed', errorTexts.notYourProfile);
    const user = await findUser(context.db, email);
    if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
    return serializeProfile(user);
  });

  serve(api, updateProfileCall, {}, async (request) => {
    const currentUser = requireUser(request);
    if (request.params.email !== currentUser.email)
      throw new AppError('not_allowed', errorTexts.notYourProfile);
    return { modifiedCount: await changeProfile(context, currentUser, request.body) };
  });

  serve(api, listUsersCall, {}, async (request, reply) =>
    sendPage(request, reply, await listUsers(context.db, request.query), serializeUser),
  );

  serve(api, makeAdminCall, {}, async ({ params }) => {
    const outcome = await makeAdmin(context, params.email);
    if (outcome === 'unknown') throw new AppError('not_found', errorTexts.noSuchUser);
    return { modifiedCount: outcome === 'made' ? 1 : 0 };
  });

  serve(api, isAdminCall, {}, async (request) => {
    const currentUser = requireUser(request);
    const { email } = request.params;
    if (email === currentUser.email || !currentUser.isAdmin)
      return { admin: email === currentUser.email && currentUser.isAdmin };
    const user = await findUser(context.db, email);
    return { admin: user !== undefined && isActingAdmin(user) };
  });
}
