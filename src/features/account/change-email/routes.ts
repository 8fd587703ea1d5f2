import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { giveEmailCall, resendVerificationCall } from '#features/counter/contract.ts';
import { createIdentityCounts } from '#features/sign-in/identity-counts.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { accountErrorTexts, errorTexts } from '#texts/errors.ts';
import { askForEmailChange, confirmEmailChange, undoChangeOfEmail } from './change-email.ts';
import { changeEmailCall, confirmEmailCall, undoEmailCall } from './contract.ts';
import { giveEmail, resendVerification } from './customer-email.ts';

/** Registers the calls that change the address of one's own account, and those for the address of a customer
 * whom staff added. */
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

  serve(api, giveEmailCall, {}, async (request) => {
    const { email } = request.body;
    await counts.resetMail(clientAddress(request.ip), email);
    await giveEmail(context, { email: request.params.email, newEmail: email });
    return { email };
  });

  serve(api, resendVerificationCall, {}, async (request) => {
    const { email } = request.params;
    await counts.verificationMail(clientAddress(request.ip), email);
    await resendVerification(context, email);
    return { modifiedCount: 1 };
  });

  serve(api, undoEmailCall, {}, async (request) => {
    assertOurs();
    await undoChangeOfEmail(context, request.body.token);
    return { modifiedCount: 1 };
  });
}
