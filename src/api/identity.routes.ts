import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { idempotencyHeadersSchema } from '#contracts/idempotency-key.ts';
import { emailSchema } from '#contracts/identifiers.ts';
import { typedLine } from '#contracts/text.ts';
import { IDENTITY_PATH } from '#platform/identity-provider/embedded/accounts-engine.ts';
import { isCommonPassword } from '#platform/identity-provider/embedded/common-passwords.ts';
import { accountRefusalTexts } from '#texts/refusals-accounts.ts';
import { accountRuleTexts } from '#texts/validation.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { bearerOf } from './authorise.ts';
import { clientAddress } from './client-address.ts';
import { googleSignInRoutes } from './google-sign-in.routes.ts';
import { counted, createIdentityCounts, type IdentityRouteParts } from './identity-counts.ts';

const BODY_LIMIT_BYTES = 16 * 1024;

/** A mail that is asked for is answered no sooner, so that the time does not tell whether one went out. */
const MAIL_ANSWER_MS = 250;

const tags = ['Accounts'];
const done = z.looseObject({ status: z.literal(true) });
const signedIn = z.looseObject({
  token: z.string(),
  user: z.looseObject({ id: z.string(), name: z.string(), email: z.string() }),
});
const tokenDescription =
  '`token` is an ID token, to be exchanged with `PUT /user/{email}`; the session comes in the `set-auth-token` header.';

/** better-auth takes fewer addresses than the shop does. */
const email = z.pipe(emailSchema, z.email({ error: accountRuleTexts.emailWrong }));

const anyPassword = z
  .string({ error: accountRuleTexts.passwordMissing })
  .min(1, accountRuleTexts.passwordMissing)
  .max(128, accountRuleTexts.passwordLong);

const newPassword = anyPassword
  .min(6, accountRuleTexts.passwordShort)
  .refine((password) => !isCommonPassword(password), accountRuleTexts.passwordWeak);

/** The token of a mailed link. */
const linkToken = z.string({ error: accountRefusalTexts.invalidLink });

/** A look ahead by HEAD must neither spend a session's token nor use a mailed link up. */
const exposeHeadRoute = false;

/**
 * `/api/auth/*`: the calls of the embedded accounts, where sign-up and sign-in happen. A session never travels as a cookie:
 * it comes in as a bearer token and goes out in `set-auth-token`, so that no page of another site can act in somebody's
 * name. Error replies carry `message` and `code` at the top as well, where an identity provider's client looks for them.
 */
export async function identityRoutes(api: ApiServer, shop: Shop): Promise<void> {
  const { embeddedIdentity } = shop;
  if (!embeddedIdentity) return;
  const parts = { calls: embeddedIdentity.calls, counts: createIdentityCounts(shop) };
  await api.register(
    async (plain: FastifyInstance) => {
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
      scope.addHook('onSend', async (_request, reply, payload) => liftMessage(reply, payload));
      passwordRoutes(scope, parts);
      sessionRoutes(scope, parts);
      linkRoutes(scope, parts);
      googleSignInRoutes(scope, { ...parts, isSecure: () => shop.origin.startsWith('https://') });
    },
    { prefix: IDENTITY_PATH },
  );
}

function passwordRoutes(api: ApiServer, { calls, counts }: IdentityRouteParts): void {
  api.post(
    '/sign-up/email',
    {
      config: { ...counted, refuses: ['invalid_input', 'conflict'], givesSession: true },
      schema: {
        tags,
        operationId: 'signUp',
        summary: 'Makes an account and signs in',
        description: tokenDescription,
        body: z.object({
          name: typedLine({ ...accountRuleTexts.name, max: 200 }),
          email,
          password: newPassword,
        }),
        response: { 200: signedIn },
      },
    },
    async ({ body, ip }, reply) => {
      await counts.signUp(clientAddress(ip));
      return handOut(reply, await calls.signUp(body));
    },
  );

  api.post(
    '/sign-in/email',
    {
      config: { ...counted, refuses: ['invalid_input', 'not_signed_in'], givesSession: true },
      schema: {
        tags,
        operationId: 'signIn',
        summary: 'Signs in with email and password',
        description: tokenDescription,
        body: z.object({ email, password: anyPassword, pass: z.string().max(1000).optional() }),
        response: { 200: signedIn },
      },
    },
    async ({ body, ip }, reply) =>
      handOut(reply, await counts.signIn(clientAddress(ip), body, () => calls.signIn(body))),
  );
}

function sessionRoutes(api: ApiServer, { calls }: IdentityRouteParts): void {
  api.get(
    '/token',
    {
      exposeHeadRoute,
      config: {
        ...counted,
        refuses: ['invalid_input', 'not_signed_in'],
        bearer: 'session',
        givesSession: true,
      },
      schema: {
        tags,
        operationId: 'renewIdToken',
        summary: 'A new ID token for the session',
        description:
          'To be exchanged with `PUT /user/{email}`. The session’s token is spent: the next one comes in the `set-auth-token` header. A repeat under the same Idempotency-Key gets it again.',
        headers: z.looseObject(idempotencyHeadersSchema.shape),
        response: { 200: z.object({ token: z.string() }) },
      },
    },
    async (request, reply) =>
      handOut(reply, await calls.renew(bearerOf(request), request.headers['idempotency-key'])),
  );

  api.post(
    '/sign-out',
    {
      config: { ...counted, refuses: ['invalid_input'], bearer: 'session' },
      schema: {
        tags,
        operationId: 'signOut',
        summary: 'Ends the session',
        description: 'Access tokens that came of it end with it.',
        body: z.object({}),
        response: { 200: z.object({ success: z.boolean() }) },
      },
    },
    async (request) => {
      await calls.signOut(bearerOf(request));
      return { success: true };
    },
  );
}

function linkRoutes(api: ApiServer, { calls, counts }: IdentityRouteParts): void {
  api.post(
    '/request-password-reset',
    {
      config: { ...counted, refuses: ['invalid_input'] },
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Emails a link to choose a new password with',
        description: 'The answer is the same for unknown addresses.',
        body: z.object({ email }),
        response: { 200: done },
      },
    },
    async ({ body: { email }, ip }) => {
      await counts.resetMail(clientAddress(ip), email);
      const [answer] = await Promise.all([calls.requestReset(email), setTimeout(MAIL_ANSWER_MS)]);
      return { ...answer, status: true as const };
    },
  );

  api.post(
    '/reset-password',
    {
      config: { ...counted, refuses: ['invalid_input'] },
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Sets a new password with the token of an emailed link',
        description:
          'The answer has a pass: sent along with the next sign-ins as `pass`, it counts them apart from everybody else’s.',
        body: z.object({
          token: z
            .string({ error: 'token is required' })
            .regex(/^\w{1,100}$/, { error: accountRefusalTexts.invalidLink }),
          newPassword,
        }),
        response: { 200: done.extend({ signInPass: z.string() }) },
      },
    },
    async ({ body, ip }) => {
      const signInPass = await counts.reset(clientAddress(ip), () => calls.resetPassword(body));
      return { status: true as const, signInPass };
    },
  );

  api.post(
    '/send-verification-email',
    {
      config: {
        ...counted,
        refuses: ['invalid_input', 'conflict', 'not_signed_in'],
        bearer: 'session',
      },
      schema: {
        tags,
        operationId: 'sendVerificationEmail',
        summary: 'Emails a link to verify the address with',
        description: 'To the address of the session’s account.',
        body: z.object({ email }),
        response: { 200: done },
      },
    },
    async (request) => {
      const { email } = request.body;
      await counts.verificationMail(clientAddress(request.ip), email);
      await calls.sendVerification(bearerOf(request), email);
      return { status: true as const };
    },
  );

  api.get(
    '/verify-email',
    {
      exposeHeadRoute,
      config: { ...counted, refuses: ['invalid_input', 'not_signed_in'], bearer: 'session' },
      schema: {
        tags,
        operationId: 'verifyEmail',
        summary: 'Verifies the address of the session’s account with the token of an emailed link',
        description: 'A link can be used once.',
        querystring: z.object({ token: linkToken }),
        response: { 200: done },
      },
    },
    async (request) => {
      await calls.verifyEmail(bearerOf(request), request.query.token);
      return { status: true as const, user: null };
    },
  );
}

/** Answers what a session hands out: its token goes in a header of its own. */
function handOut<Answer extends { session: string }>(reply: FastifyReply, { session, ...answer }: Answer) {
  reply.header('set-auth-token', session);
  return answer;
}

function liftMessage(reply: FastifyReply, payload: unknown): unknown {
  if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
  const body: { error?: { message: string; code: string } } = JSON.parse(payload);
  const { message, code } = body.error ?? {};
  return JSON.stringify({ ...body, message, code });
}
