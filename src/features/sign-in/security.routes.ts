import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { assertFreshSignIn, ofSession, requireUser } from '#features/users/authorise.ts';
import { resetFactorsCall } from '#features/users/roles-contract.ts';
import { findCurrentUser, findUserIdOfAccount } from '#features/users/store.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { findHasPassword } from '#platform/identity/embedded/change-password.ts';
import { type Factors, findFactorKinds, findFactors } from '#platform/identity/embedded/factors.ts';
import { accountErrorTexts, errorTexts } from '#texts/errors.ts';
import { createIdentityCounts } from './identity-counts.ts';
import { assertUncommon } from './routes.ts';
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
import { freshUser } from './sessions.routes.ts';

/** Routes for one's own second factors, and for an admin to reset another's. Adding or removing one needs a
 * fresh sign-in. */
export function securityRoutes(api: ApiServer, context: AppContext): void {
  const counts = createIdentityCounts(context);

  /** @throws AppError not_found if Firebase keeps the accounts */
  function accounts() {
    if (!context.embeddedIdentity) throw new AppError('not_found', accountErrorTexts.accountsAtFirebase);
    return context.embeddedIdentity;
  }
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
    assertUncommon(next, 'newPassword');
    const change = () => accounts().changePassword(own, { current, next });
    await counts.signIn(clientAddress(request.ip), own, change);
    return { modifiedCount: 1 };
  });

  serve(api, startAuthenticatorCall, {}, async (request) => {
    const own = fresh(request);
    const { shop } = await context.details.read();
    return accounts().secondFactor.authenticator.start(own, shop.name, own.email);
  });

  serve(api, confirmAuthenticatorCall, {}, async (request) => {
    const own = ofSession(requireUser(request));
    const confirm = () => accounts().secondFactor.authenticator.confirm(own, request.body.code);
    return { recoveryCodes: await counts.code(clientAddress(request.ip), own.subject, confirm) };
  });

  serve(api, removeAuthenticatorCall, {}, async (request) => {
    await accounts().secondFactor.authenticator.remove(fresh(request));
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
