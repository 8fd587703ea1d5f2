import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { createIdentityCounts } from '#features/sign-in/identity-counts.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { accountErrorTexts, errorTexts } from '#texts/errors.ts';
import { askForEmailChange, confirmEmailChange, undoChangeOfEmail } from './change-email.ts';
import { changeEmailCall, confirmEmailCall, undoEmailCall } from './contract.ts';

/** Registers the calls that change the address of one's own account. */
export function changeEmailRoutes(api: ApiServer, context: AppContext): void {
  const counts = createIdentityCounts(context);
  const assertOurs = () => {
    if (!context.embeddedIdentity) throw new AppError('conflict', accountErrorTexts.accountsAtFirebase);
  };

  serve(api, changeEmailCall, {}, async (request) => {
    const user = requireUser(request);
    const { email } = request.body;
    assertOurs();
    assertFreshSignIn(context, user);
    await counts.emailChangeMail(clientAddress(request.ip), email);
    await askForEmailChange(context, user, email);
    return { email };
  });

  serve(api, confirmEmailCall, {}, async (request) => {
    const user = requireUser(request);
    assertOurs();
    const { sessionId } = user;
    if (sessionId === undefined) throw new AppError('not_signed_in', errorTexts.signIn);
    await confirmEmailChange(context, { ...user, sessionId }, request.body.token);
    return { modifiedCount: 1 };
  });

  serve(api, undoEmailCall, {}, async (request) => {
    assertOurs();
    await undoChangeOfEmail(context, request.body.token);
    return { modifiedCount: 1 };
  });
}
