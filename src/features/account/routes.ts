import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { createIdentityCounts } from '#features/sign-in/identity-counts.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { deleteUserCall } from '#features/users/roles-contract.ts';
import { findUserIdOfAccount } from '#features/users/store.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { findFactorKinds } from '#platform/identity/embedded/second-factor.ts';
import { AccountError } from '#platform/identity/identity-provider.ts';
import { errorTexts } from '#texts/errors.ts';
import { deleteAccountCall } from './contract.ts';
import { eraseAccount } from './erase-account.ts';

/** Registers the calls that delete an account: one's own, and for admins anyone's. */
export function accountRoutes(api: ApiServer, context: AppContext): void {
  const { embeddedIdentity } = context;
  const counts = createIdentityCounts(context);

  serve(api, deleteAccountCall, {}, async (request) => {
    const user = requireUser(request);
    const password = request.body?.password;
    // The password alone does not stand for somebody with a second factor.
    const isEnough = embeddedIdentity && (await findFactorKinds(context.db, user.subject)).length === 0;
    if (password === undefined || !isEnough) assertFreshSignIn(context, user);
    else
      await counts.signIn(clientAddress(request.ip), user, async () => {
        if (!(await embeddedIdentity.isPassword(user.email, password)))
          throw new AccountError('not_this_password');
      });
    return eraseAccount(context, user.userId);
  });

  serve(api, deleteUserCall, {}, async (request) => {
    assertFreshSignIn(context, requireUser(request));
    const userId = await findUserIdOfAccount(context.db, request.params);
    if (!userId) throw new AppError('not_found', errorTexts.noSuchUser);
    return eraseAccount(context, userId);
  });
}
