import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { bearerOf, findUserOfRequest, requireUser } from '#features/users/authorise.ts';
import {
  confirmPasswordCall,
  passByPasskeyCall,
  passSecondFactorCall,
  requestPasswordResetCall,
  resetPasswordCall,
  sendVerificationEmailCall,
  signInCall,
  signOutCall,
  signUpCall,
  startPasskeyCall,
  usePasskeyCall,
  verifyEmailCall,
} from '#features/users/sign-in-contract.ts';
import { lockUser, noteVerified } from '#features/users/store.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import type { EmbeddedIdentity } from '#platform/identity/embedded/embedded-identity.ts';
import { AccountError, isCommonPassword } from '#platform/identity/identity-provider.ts';
import { endSessionsOf, findProof, type OwnSession } from '#platform/identity/sessions.ts';
import { accountRuleTexts } from '#texts/validation.ts';
import { googleSignInRoutes } from './google.routes.ts';
import { countsItself, createIdentityCounts, recordAccountEvent } from './identity-counts.ts';
import { ofSession } from './security.routes.ts';

const BODY_LIMIT_BYTES = 16 * 1024;

/** Replies about an address are delayed to a multiple of this, so that their timing does not reveal whether
 * it has an account. */
const STEP_MS = 250;

const ok = { status: true } as const;

/** Routes under `/api/auth/*`: signing in to the embedded accounts, and signing out of a session of any. */
export async function identityRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (plain: FastifyInstance) => {
    const scope: ApiServer = plain.withTypeProvider();
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = BODY_LIMIT_BYTES;
    });
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    signOutRoute(scope, context);
    const { embeddedIdentity } = context;
    if (!embeddedIdentity) return;
    const counts = createIdentityCounts(context);
    const parts = { context, counts, accounts: embeddedIdentity };
    passwordRoutes(scope, parts);
    factorRoutes(scope, parts);
    linkRoutes(scope, parts);
    googleSignInRoutes(scope, {
      counts,
      calls: embeddedIdentity.calls,
      isSecure: () => context.origin.startsWith('https://'),
    });
  });
}

type Parts = {
  context: AppContext;
  counts: ReturnType<typeof createIdentityCounts>;
  accounts: EmbeddedIdentity;
};

function signOutRoute(api: ApiServer, context: AppContext): void {
  serve(api, signOutCall, countsItself, async (request) => {
    const { subject, sessionId } = ofSession(requireUser(request));
    await context.db.transaction().execute(async (tx) => {
      await endSessionsOf(tx, subject, { id: sessionId });
      await recordAccountEvent(context, tx, { kind: 'signed_out', subject });
    });
    return ok;
  });
}

function passwordRoutes(api: ApiServer, { counts, accounts: { calls } }: Parts): void {
  serve(api, signUpCall, countsItself, async ({ body, ip }) => {
    await counts.signUp(clientAddress(ip));
    assertUncommon(body.password, 'password');
    await inSteps(calls.signUp(body));
    return ok;
  });

  serve(api, signInCall, countsItself, async ({ body, ip }) =>
    counts.signIn(clientAddress(ip), body, () => calls.signIn(body)),
  );

  serve(api, confirmPasswordCall, countsItself, async (request) => {
    const own = ofSession(requireUser(request));
    const { password, pass } = request.body;
    const confirm = () => calls.confirmPassword(own, password);
    await counts.signIn(clientAddress(request.ip), { email: own.email, pass }, confirm);
    return ok;
  });
}

/** @throws AppError invalid_input */
function assertUncommon(password: string, field: string): void {
  if (isCommonPassword(password))
    throw new AppError('invalid_input', accountRuleTexts.passwordWeak, { field });
}

/** The second step of a sign-in, which also confirms later who is at the session; and passkeys by
 * themselves. */
function factorRoutes(api: ApiServer, { context, counts, accounts }: Parts): void {
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
    return ok;
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
    return ok;
  });
}

function linkRoutes(api: ApiServer, { context, counts, accounts: { calls } }: Parts): void {
  serve(api, requestPasswordResetCall, countsItself, async ({ body, ip }) => {
    await counts.resetMail(clientAddress(ip), body.email);
    await inSteps(calls.requestReset(body.email));
    return ok;
  });

  serve(api, resetPasswordCall, countsItself, async ({ body, ip }) => {
    assertUncommon(body.newPassword, 'newPassword');
    const signInPass = await counts.reset(clientAddress(ip), () => calls.resetPassword(body));
    return { ...ok, signInPass };
  });

  serve(api, sendVerificationEmailCall, countsItself, async (request) => {
    const { email } = request.body;
    await counts.verificationMail(clientAddress(request.ip), email);
    await calls.sendVerification(requireUser(request).subject, email);
    return ok;
  });

  serve(api, verifyEmailCall, countsItself, async (request) => {
    const { userId, subject } = requireUser(request);
    await context.db.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      await calls.verifyEmail(tx, subject, request.query.token);
      await noteVerified(tx, userId);
    });
    return ok;
  });
}

async function inSteps<Answer>(work: Promise<Answer>): Promise<Answer> {
  const startedMs = performance.now();
  try {
    return await work;
  } finally {
    await setTimeout(STEP_MS - ((performance.now() - startedMs) % STEP_MS));
  }
}
