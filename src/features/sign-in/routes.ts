import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refine } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema } from '#contracts/call-parts.ts';
import { emailSchema } from '#contracts/identifiers.ts';
import { newPasswordSchema, passwordSchema } from '#contracts/password.ts';
import { atMost, formLine } from '#contracts/text.ts';
import type { AppContext } from '#features/app-context.ts';
import { bearerOf } from '#features/users/authorise.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { isCommonPassword } from '#platform/identity/identity-provider.ts';
import { accountErrorTexts } from '#texts/errors.ts';
import { accountRuleTexts } from '#texts/validation.ts';
import { googleSignInRoutes } from './google.routes.ts';
import {
  accountsCall,
  countsItself,
  createIdentityCounts,
  givesSession,
  type IdentityRouteParts,
} from './identity-counts.ts';

const BODY_LIMIT_BYTES = 16 * 1024;

/** Replies about an address are delayed to a multiple of this, so that their timing does not reveal whether
 * it has an account. */
const STEP_MS = 250;

const { invalidLink } = accountErrorTexts;
const ok = { status: true } as const;
const done = z.looseObject({ status: z.literal(true) });
const signedIn = z.looseObject({
  token: z.string(),
  user: z.looseObject({ id: z.string(), name: z.string(), email: z.string() }),
});
/** The answer instead while the account's second factor is missing. */
const lacksFactor = z.object({ secondFactor: z.array(z.enum(['code', 'passkey'])) });
const tokenDescription =
  '`token` is an ID token, to be exchanged with `PUT /user/{email}`; the session is in the `set-auth-token` header.';

/** better-auth accepts fewer addresses than the shop does. */
const email = z.pipe(emailSchema, z.email({ error: accountRuleTexts.emailWrong }));

const newPassword = newPasswordSchema.check(
  refine((password) => !isCommonPassword(password), accountRuleTexts.passwordWeak),
);

const { passkey: wrongPasskey } = accountRuleTexts;
const part = z.string(wrongPasskey).check(...atMost(4_000, wrongPasskey));

/** An answer of `navigator.credentials.get` as JSON; the WebAuthn library reads its parts. */
const passkeyAnswer = z.object(
  {
    id: part,
    rawId: part,
    type: z.literal('public-key', wrongPasskey),
    clientExtensionResults: z.looseObject({}),
    response: z.object(
      { clientDataJSON: part, authenticatorData: part, signature: part, userHandle: z.exactOptional(part) },
      wrongPasskey,
    ),
  },
  wrongPasskey,
);

const credentials = z.object({ email, password: passwordSchema, pass: z.string().max(1000).optional() });

/** Routes under `/api/auth/*` for the embedded accounts. Sessions are bearer tokens, never cookies, so no
 * other site's page can use them. */
export async function identityRoutes(api: ApiServer, context: AppContext): Promise<void> {
  const { embeddedIdentity } = context;
  if (!embeddedIdentity) return;
  const parts = { calls: embeddedIdentity.calls, counts: createIdentityCounts(context) };
  await api.register(async (plain: FastifyInstance) => {
    const scope: ApiServer = plain.withTypeProvider();
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = BODY_LIMIT_BYTES;
    });
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    scope.addHook('preValidation', async (request) => {
      request.body ??= {};
    });
    // Errors also have `message` and `code` at the top level, where clients of an identity provider expect
    // them.
    scope.addHook('onSend', async (_request, reply, payload) => liftMessage(reply, payload));
    passwordRoutes(scope, parts);
    sessionRoutes(scope, parts);
    factorRoutes(scope, parts);
    linkRoutes(scope, parts);
    googleSignInRoutes(scope, { ...parts, isSecure: () => context.origin.startsWith('https://') });
  });
}

function passwordRoutes(api: ApiServer, { calls, counts }: IdentityRouteParts): void {
  const signUpCall = {
    ...accountsCall('POST', '/sign-up/email'),
    operationId: 'signUp',
    summary: 'Creates an account',
    description:
      'The answer is the same if the address already has an account: its owner is notified by email, and signing in still needs their password.',
    body: z.object({
      name: formLine({ ...accountRuleTexts.name, max: 200 }),
      email,
      password: newPassword,
    }),
    reply: done,
  } satisfies Call;
  serve(api, signUpCall, countsItself, async ({ body, ip }) => {
    await counts.signUp(clientAddress(ip));
    await inSteps(calls.signUp(body));
    return ok;
  });

  const signInCall = {
    ...accountsCall('POST', '/sign-in/email'),
    operationId: 'signIn',
    summary: 'Signs in with email and password',
    description: `${tokenDescription} For an account with a second factor the answer has \`secondFactor\` instead, and the session is good for nothing but to pass it.`,
    body: credentials,
    reply: z.union([signedIn, lacksFactor]),
    errors: ['not_signed_in'],
  } satisfies Call;
  serve(api, signInCall, givesSession, async ({ body, ip }, reply) =>
    handOut(reply, await counts.signIn(clientAddress(ip), body, () => calls.signIn(body))),
  );
}

function sessionRoutes(api: ApiServer, { calls, counts }: IdentityRouteParts): void {
  const tokenCall = {
    ...accountsCall('GET', '/token'),
    operationId: 'renewIdToken',
    summary: 'Gets a new ID token for the session',
    description:
      'To be exchanged with `PUT /user/{email}`. The session’s token is used up: the next one is in the `set-auth-token` header. A repeat with the same Idempotency-Key gets it again.',
    bearer: 'session',
    headers: z.looseObject(idempotencyHeadersSchema.shape),
    reply: z.object({ token: z.string() }),
    errors: ['not_signed_in', 'second_factor_needed'],
  } satisfies Call;
  serve(api, tokenCall, givesSession, async (request, reply) =>
    handOut(reply, await calls.renew(bearerOf(request), request.headers['idempotency-key'])),
  );

  const confirmCall = {
    ...accountsCall('POST', '/confirm-password'),
    operationId: 'confirmPassword',
    summary: 'Proves again who is at the session, by the password',
    description:
      'For 10 minutes, the session’s access tokens then make the calls that need a fresh sign-in (403 `fresh_sign_in_needed`). Signing in anew does it too; with a second factor, only that does.',
    bearer: 'session',
    body: credentials,
    reply: done,
    errors: ['not_signed_in', 'second_factor_needed'],
  } satisfies Call;
  serve(api, confirmCall, countsItself, async (request) => {
    const { body, ip } = request;
    await counts.signIn(clientAddress(ip), body, () =>
      calls.confirmPassword(bearerOf(request), body.email, body.password),
    );
    return ok;
  });

  const signOutCall = {
    ...accountsCall('POST', '/sign-out'),
    operationId: 'signOut',
    summary: 'Ends the session',
    description: 'Its access tokens end with it.',
    bearer: 'session',
    body: z.object({}),
    reply: z.object({ success: z.boolean() }),
  } satisfies Call;
  serve(api, signOutCall, countsItself, async (request) => {
    await calls.signOut(bearerOf(request));
    return { success: true };
  });
}

/** The bearer of a request that needs none: an odd header counts as a bad bearer, not as none. */
const bearerIfGiven = (request: FastifyRequest) =>
  request.headers.authorization === undefined ? undefined : (bearerOf(request) ?? '');

/** The second step of a sign-in, which also confirms later who is at the
 * session; and passkeys by themselves. */
function factorRoutes(api: ApiServer, { calls, counts }: IdentityRouteParts): void {
  const askCall = {
    ...accountsCall('GET', '/second-factor'),
    operationId: 'askSecondFactor',
    summary: 'Tells how a session is confirmed',
    description:
      '`secondFactor` is empty for an account with a password only. `isPassed` is false for a session that is good for nothing yet.',
    bearer: 'session',
    reply: lacksFactor.extend({ isPassed: z.boolean() }),
    errors: ['not_signed_in'],
  } satisfies Call;
  serve(api, askCall, countsItself, async (request) => {
    const { secondFactor, isPassed } = await calls.askFactor(bearerOf(request));
    return { secondFactor, isPassed };
  });

  const codeCall = {
    ...accountsCall('POST', '/second-factor'),
    operationId: 'passSecondFactor',
    summary: 'Passes the second factor by a code of the authenticator app, or by a recovery code',
    description: `${tokenDescription} Each code counts once. The session’s token is used up.`,
    bearer: 'session',
    body: z.object({ code: formLine({ ...accountRuleTexts.code, max: 40 }) }),
    reply: z.object({ token: z.string() }),
    errors: ['not_signed_in'],
  } satisfies Call;
  serve(api, codeCall, givesSession, async (request, reply) => {
    const bearer = bearerOf(request);
    const { subject } = await calls.askFactor(bearer);
    const pass = () => calls.passByCode(bearer, request.body.code);
    return handOut(reply, await counts.code(clientAddress(request.ip), subject, pass));
  });

  const startPasskeyCall = {
    ...accountsCall('POST', '/passkey/options'),
    operationId: 'startPasskey',
    summary: 'Gets the options that the browser uses a passkey with',
    description:
      'For `navigator.credentials.get` (WebAuthn). With a session: a passkey of its account, as its second factor. Without: any passkey of this shop, to sign in with.',
    bearer: 'session',
    body: z.object({}),
    reply: z.looseObject({ challenge: z.string() }),
    errors: ['not_signed_in'],
  } satisfies Call;
  serve(api, startPasskeyCall, countsItself, async (request) => {
    await counts.passkey(clientAddress(request.ip));
    return { ...(await calls.startPasskey(bearerIfGiven(request))) };
  });

  const passkeyCall = {
    ...accountsCall('POST', '/passkey'),
    operationId: 'usePasskey',
    summary: 'Signs in by a passkey, or passes the session’s second factor by it',
    description: `${tokenDescription} \`passkey\` is what the browser answered, as JSON.`,
    bearer: 'session',
    body: z.object({ passkey: passkeyAnswer }),
    reply: z.object({ token: z.string() }),
    errors: ['not_signed_in'],
  } satisfies Call;
  serve(api, passkeyCall, givesSession, async (request, reply) => {
    const { passkey } = request.body;
    return handOut(
      reply,
      await counts.passkeyTry(clientAddress(request.ip), () =>
        calls.passByPasskey(bearerIfGiven(request), passkey),
      ),
    );
  });
}

function linkRoutes(api: ApiServer, { calls, counts }: IdentityRouteParts): void {
  const requestResetCall = {
    ...accountsCall('POST', '/request-password-reset'),
    operationId: 'requestPasswordReset',
    summary: 'Emails a link to set a new password',
    description: 'The answer is the same for unknown addresses.',
    body: z.object({ email }),
    reply: done,
  } satisfies Call;
  serve(api, requestResetCall, countsItself, async ({ body, ip }) => {
    await counts.resetMail(clientAddress(ip), body.email);
    const { message } = await inSteps(calls.requestReset(body.email));
    return { ...ok, message };
  });

  const resetCall = {
    ...accountsCall('POST', '/reset-password'),
    operationId: 'resetPassword',
    summary: 'Sets a new password with the token of an emailed link',
    description:
      'The answer has a `pass`: sent with the next sign-ins, it counts their attempts separately from everyone else’s.',
    body: z.object({
      token: z.string({ error: 'token is required' }).regex(/^\w{1,100}$/, { error: invalidLink }),
      newPassword,
    }),
    reply: done.extend({ signInPass: z.string() }),
  } satisfies Call;
  serve(api, resetCall, countsItself, async ({ body, ip }) => {
    const signInPass = await counts.reset(clientAddress(ip), () => calls.resetPassword(body));
    return { ...ok, signInPass };
  });

  const sendVerificationCall = {
    ...accountsCall('POST', '/send-verification-email'),
    operationId: 'sendVerificationEmail',
    summary: 'Emails a link to verify the address with',
    description: 'To the address of the session’s account.',
    bearer: 'session',
    body: z.object({ email }),
    reply: done,
    errors: ['conflict', 'not_signed_in'],
  } satisfies Call;
  serve(api, sendVerificationCall, countsItself, async (request) => {
    await counts.verificationMail(clientAddress(request.ip), request.body.email);
    await calls.sendVerification(bearerOf(request), request.body.email);
    return ok;
  });

  const verifyEmailCall = {
    ...accountsCall('GET', '/verify-email'),
    operationId: 'verifyEmail',
    summary: 'Verifies the address of the session’s account with the token of an emailed link',
    description: 'A link can be used once.',
    bearer: 'session',
    query: z.object({ token: z.string({ error: invalidLink }).max(1000, invalidLink) }),
    reply: done,
    errors: ['not_signed_in'],
  } satisfies Call;
  serve(api, verifyEmailCall, countsItself, async (request) => {
    await calls.verifyEmail(bearerOf(request), request.query.token);
    return { ...ok, user: null };
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

/** Returns a session's data, with its token in a separate header. */
function handOut<Answer extends { session: string }>(reply: FastifyReply, { session, ...answer }: Answer) {
  reply.header('set-auth-token', session);
  return answer as Answer extends unknown ? Omit<Answer, 'session'> : never;
}

function liftMessage(reply: FastifyReply, payload: unknown): unknown {
  if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
  const body: { error?: { message: string; code: string } } = JSON.parse(payload);
  const { message, code } = body.error ?? {};
  return JSON.stringify({ ...body, message, code });
}
