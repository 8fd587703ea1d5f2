import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { listSessions } from '#features/users/access-token.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { resetFactorsCall } from '#features/users/roles-contract.ts';
import { type CurrentUser, findCurrentUser, findUserIdOfAccount } from '#features/users/store.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { findHasPassword } from '#platform/identity/embedded/change-password.ts';
import { type Factors, findFactorKinds, findFactors } from '#platform/identity/embedded/second-factor.ts';
import { isCommonPassword } from '#platform/identity/identity-provider.ts';
import { endSessionsOf, type OwnSession } from '#platform/identity/sessions.ts';
import { accountErrorTexts, errorTexts } from '#texts/errors.ts';
import { accountRuleTexts } from '#texts/validation.ts';
import { describeDevice } from './describe-device.ts';
import { createIdentityCounts, recordAccountEvent } from './identity-counts.ts';
import {
  addPasskeyCall,
  changePasswordCall,
  confirmAuthenticatorCall,
  getSecurityCall,
  removeAuthenticatorCall,
  removePasskeyCall,
  renamePasskeyCall,
  renewRecoveryCodesCall,
  type Security,
  startAddingPasskeyCall,
  startAuthenticatorCall,
} from './security-contract.ts';
import { endOtherSessionsCall, endSessionCall, listSessionsCall } from './sessions-contract.ts';

/** Routes for one's own second factors, and for an admin to reset another's. Whoever adds or removes one has
 * just proved who they are. */
export function securityRoutes(api: ApiServer, context: AppContext): void {
  const counts = createIdentityCounts(context);

  const accounts = () => accountsOf(context);
  const fresh = (request: FastifyRequest) => freshUser(request, context);

  serve(api, getSecurityCall, {}, async (request) => {
    const { subject } = requireUser(request);
    const { kind } = context.identityProvider;
    const factors = await findFactors(context.db, subject);
    return serializeSecurity(kind, factors, await findHasPassword(context.db, subject));
  });

  serve(api, changePasswordCall, {}, async (request) => {
    const own = ofSession(requireUser(request));
    const { currentPassword: current, newPassword: next } = request.body;
    // Without a second factor, the current password is all that a fresh sign-in would ask for.
    if ((await findFactorKinds(context.db, own.subject)).length > 0) assertFreshSignIn(context, own);
    if (isCommonPassword(next))
      throw new AppError('invalid_input', accountRuleTexts.passwordWeak, { field: 'newPassword' });
    const change = () => accounts().changePassword(own, { current, next });
    await counts.signIn(clientAddress(request.ip), own, change);
    return { modifiedCount: 1 };
  });

  serve(api, startAuthenticatorCall, {}, async (request) => {
    const own = fresh(request);
    const { shop } = await context.details.read();
    return accounts().secondFactor.startAuthenticator(own, shop.name, own.email);
  });

  serve(api, confirmAuthenticatorCall, {}, async (request) => {
    const own = ofSession(requireUser(request));
    const confirm = () => accounts().secondFactor.confirmAuthenticator(own, request.body.code);
    return { recoveryCodes: await counts.code(clientAddress(request.ip), own.subject, confirm) };
  });

  serve(api, removeAuthenticatorCall, {}, async (request) => {
    await accounts().secondFactor.removeAuthenticator(fresh(request));
    return { deletedCount: 1 };
  });

  serve(api, renewRecoveryCodesCall, {}, async (request) => ({
    recoveryCodes: await accounts().secondFactor.renewRecoveryCodes(fresh(request)),
  }));

  serve(api, startAddingPasskeyCall, {}, async (request) => {
    const { subject, email, displayName: name } = fresh(request);
    const { shop } = await context.details.read();
    return { ...(await accounts().passkeys.startAdding(subject, { shop: shop.name, email, name })) };
  });

  serve(api, addPasskeyCall, {}, async (request) => {
    const { name, passkey } = request.body;
    return { recoveryCodes: await accounts().passkeys.add(fresh(request), name, passkey) };
  });

  serve(api, renamePasskeyCall, {}, async (request) => {
    const { subject } = requireUser(request);
    await accounts().passkeys.rename(subject, request.params.id, request.body.name);
    return { modifiedCount: 1 };
  });

  serve(api, removePasskeyCall, {}, async (request) => {
    await accounts().passkeys.remove(fresh(request), request.params.id);
    return { deletedCount: 1 };
  });

  serve(api, resetFactorsCall, {}, async (request) => {
    const currentUser = requireUser(request);
    assertFreshSignIn(context, currentUser);
    const userId = await findUserIdOfAccount(context.db, request.params);
    const user = userId && (await findCurrentUser(context.db, userId));
    if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
    // Not even the only admin: whoever took their session would be rid of the factor.
    if (userId === currentUser.userId) throw new AppError('own_account', errorTexts.ownAccount);
    return { deletedCount: (await accounts().secondFactor.reset(user.subject)) ? 1 : 0 };
  });
}

/** Routes for the list of one's own sessions, and their end. */
export function sessionsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listSessionsCall, {}, async (request) => {
    const { subject, sessionId } = ofSession(requireUser(request));
    const sessions = await listSessions(context, subject);
    return sessions.map(({ id, user_agent, network, started_at, used_at }) => ({
      _id: id,
      ...describeDevice(user_agent),
      network,
      startedAt: started_at.toISOString(),
      lastUsedAt: used_at.toISOString(),
      isCurrent: id === sessionId,
    }));
  });

  serve(api, endSessionCall, {}, async (request) => {
    const { subject } = freshUser(request, context);
    const deletedCount = await endOwn(context, subject, { id: request.params.id });
    if (deletedCount === 0) throw new AppError('not_found', accountErrorTexts.noSuchSession);
    return { deletedCount };
  });

  serve(api, endOtherSessionsCall, {}, async (request) => {
    const { subject, sessionId } = freshUser(request, context);
    return { deletedCount: await endOwn(context, subject, { except: sessionId }) };
  });
}

function endOwn(
  context: AppContext,
  subject: string,
  which: { id: string } | { except: string },
): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const ended = await endSessionsOf(tx, subject, which);
    const kind = 'id' in which ? 'session_ended' : 'other_sessions_ended';
    if (ended > 0) await recordAccountEvent(context, tx, { kind, subject });
    return ended;
  });
}

/** The embedded accounts. @throws AppError not_found if Firebase keeps them */
function accountsOf({ embeddedIdentity }: AppContext) {
  if (!embeddedIdentity) throw new AppError('not_found', accountErrorTexts.accountsAtFirebase);
  return embeddedIdentity;
}

/** The caller, who has just proved who they are. @throws AppError fresh_sign_in_needed */
function freshUser(request: FastifyRequest, context: AppContext): CurrentUser & OwnSession {
  const currentUser = requireUser(request);
  assertFreshSignIn(context, currentUser);
  return ofSession(currentUser);
}

/** @throws AppError for a caller without a session */
export function ofSession(currentUser: CurrentUser): CurrentUser & OwnSession {
  const { sessionId } = currentUser;
  if (sessionId === undefined) throw new AppError('not_signed_in', errorTexts.signIn);
  return { ...currentUser, sessionId };
}

function serializeSecurity(provider: Security['provider'], factors: Factors, hasPassword: boolean): Security {
  return {
    provider,
    authenticatorSince: factors.authenticatorSince?.toISOString() ?? null,
    passkeys: factors.passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: factors.recoveryCodesLeft,
    hasPassword,
  };
}
