import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { ofSession, requireUser } from '#features/users/authorise.ts';
import {
  confirmPasswordCall,
  requestPasswordResetCall,
  resetPasswordCall,
  sendVerificationEmailCall,
  signInCall,
  signUpCall,
  verifyEmailCall,
} from '#features/users/sign-in-contract.ts';
import { lockUser, noteVerified } from '#features/users/store.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { isCommonPassword } from '#platform/identity/identity-provider.ts';
import { accountRuleTexts } from '#texts/validation.ts';
import { googleSignInRoutes } from './google.routes.ts';
import { countsItself, createIdentityCounts, type SignInParts } from './identity-counts.ts';
import { secondStepRoutes } from './second-step.routes.ts';
import { signOutRoute } from './sessions.routes.ts';

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
    const parts = { context, counts: createIdentityCounts(context), accounts: embeddedIdentity };
    passwordRoutes(scope, parts);
    secondStepRoutes(scope, parts);
    linkRoutes(scope, parts);
    googleSignInRoutes(scope, parts);
  });
}

function passwordRoutes(api: ApiServer, { counts, accounts: { calls } }: SignInParts): void {
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

/** Refuses a password that many have. @throws AppError invalid_input */
export function assertUncommon(password: string, field: string): void {
  if (isCommonPassword(password))
    throw new AppError('invalid_input', accountRuleTexts.passwordWeak, { field });
}

function linkRoutes(api: ApiServer, { context, counts, accounts: { calls } }: SignInParts): void {
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
