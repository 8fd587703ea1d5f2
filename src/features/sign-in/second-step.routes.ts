import type { FastifyRequest } from 'fastify';
import { bearerOf, findUserOfRequest, ofSession } from '#features/users/authorise.ts';
import {
  passByPasskeyCall,
  passSecondFactorCall,
  startPasskeyCall,
  usePasskeyCall,
} from '#features/users/sign-in-contract.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { AccountError } from '#platform/identity/identity-provider.ts';
import { findProof, type OwnSession } from '#platform/identity/sessions.ts';
import { countsItself, type SignInParts } from './identity-counts.ts';

/** The second step of a sign-in, which also serves as a fresh sign-in later; and passkeys by themselves. */
export function secondStepRoutes(api: ApiServer, { context, counts, accounts }: SignInParts): void {
  const { calls, secondFactor, passkeys } = accounts;

  /** The session of a proof or an access token. @throws AccountError `not_signed_in` */
  async function sessionOf(request: FastifyRequest): Promise<OwnSession> {
    const bearer = bearerOf(request);
    const user = await findUserOfRequest(request, context);
    const own = user ? ofSession(user) : bearer && (await findProof(context.db, bearer, context.clock.now()));
    if (!own) throw new AccountError('not_signed_in');
    return own;
  }

  serve(api, passSecondFactorCall, countsItself, async (request) => {
    const own = await sessionOf(request);
    const pass = () => secondFactor.passByCode(own, request.body.code);
    await counts.code(clientAddress(request.ip), own.subject, pass);
    return { status: true as const };
  });

  serve(api, startPasskeyCall, countsItself, async (request) => {
    await counts.passkey(clientAddress(request.ip));
    // An odd header counts as a bad bearer, not as none.
    const own = request.headers.authorization === undefined ? undefined : await sessionOf(request);
    return { ...(await passkeys.startSigning(own?.subject)) };
  });

  serve(api, usePasskeyCall, countsItself, async ({ body, ip }) =>
    counts.passkeyTry(clientAddress(ip), () => calls.signInByPasskey(body.passkey)),
  );

  serve(api, passByPasskeyCall, countsItself, async (request) => {
    const own = await sessionOf(request);
    const pass = () => passkeys.passSession(request.body.passkey, own);
    await counts.passkeyTry(clientAddress(request.ip), pass);
    return { status: true as const };
  });
}
