import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import type { Access } from '#contracts/call.ts';
import type { Scope } from '#contracts/scopes.ts';
import type { AppContext } from '#features/app-context.ts';
import { clientAddress, countRead, isOnlyRead, networkOf } from '#http/limit-rate.ts';
import { type Actor, runAsActor } from '#platform/actor.ts';
import type { OwnSession } from '#platform/identity/sessions.ts';
import { apiKeyErrorTexts, errorTexts } from '#texts/errors.ts';
import { findUserOfToken } from './access-token.ts';
import { findUsedApiKey, isApiKey, recordKeyUse } from './api-key.ts';
import type { CurrentUser } from './store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call a route. Every API route must set it; a route without it stops the start. */
    access?: Access;
    /** The scope that an API key needs for it; without one, no key may call it. */
    scope?: Scope | null;
  }
  interface FastifyRequest {
    currentUser: CurrentUser | null;
    /** The API key that the request was made with, if any. */
    apiKeyId: string | null;
  }
}

/** Guards every route registered after this call: no or a bad token or key is 401; missing staff or admin
 * rights, or a scope that a key lacks, are 403; so is a second factor that is demanded of staff. */
export const guardRoutes = fp(
  async (api: FastifyInstance, { context }: { context: AppContext }) => {
    api.decorateRequest('currentUser', null);
    api.decorateRequest('apiKeyId', null);
    api.addHook('onRoute', (route) => {
      if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`);
    });
    api.addHook('onRequest', async (request, reply) => {
      const { access, bearer } = request.routeOptions.config;
      const key = bearerOf(request);
      // A public call that takes another bearer is about an account, which no key is for.
      const isKeyed = isApiKey(key) && (access !== 'public' || bearer !== undefined);
      if (!access || (access === 'public' && !isKeyed)) return;
      // Restricted replies must not be cached.
      reply.header('cache-control', 'no-store');
      if (isKeyed) await admitKey(request, context, key);
      const currentUser = request.currentUser ?? (await findUserOfRequest(request, context));
      if (!currentUser) throw new AppError('not_signed_in', errorTexts.signIn);
      // Set before a refusal, so that the refusal can be recorded.
      request.currentUser = currentUser;
      if (access !== 'user' && access !== 'public') assertHasFactor(currentUser);
      if (access === 'admin' && !currentUser.isAdmin)
        throw new AppError('not_allowed', errorTexts.adminsOnly);
      if (access === 'staff' && !currentUser.isStaff) throw new AppError('not_allowed', errorTexts.staffOnly);
    });
  },
  { name: 'authorisation', dependencies: ['security-headers'] },
);

/** Sets the user of a request that was made with an API key. @throws AppError not_signed_in, key_refused,
 * scope_missing, factor_setup_needed */
async function admitKey(request: FastifyRequest, context: AppContext, key: string): Promise<void> {
  const { db, clock } = context;
  const { scope } = request.routeOptions.config;
  const now = clock.now();
  // An IPv4 address on a socket for both versions, and the interface of a local one.
  const address = request.ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '');
  const used = await findUsedApiKey(db, key, { address, now });
  if (!used) {
    // Refused here, it is not counted below.
    countRead(context, request);
    throw new AppError('not_signed_in', apiKeyErrorTexts.ended);
  }
  request.currentUser = withinGrace(context, used.currentUser);
  request.apiKeyId = used.keyId;
  // Refused at once rather than served with a buyer's rights.
  assertHasFactor(request.currentUser);
  if (!used.isInPlace) throw new AppError('key_refused', apiKeyErrorTexts.otherAddress);
  if (!scope) throw new AppError('key_refused', apiKeyErrorTexts.notForKeys);
  if (!used.scopes.includes(scope))
    throw new AppError('scope_missing', apiKeyErrorTexts.scopeMissing(scope), { scope });
  await recordKeyUse(db, used.keyId, now);
}

/** Returns the user of a request; `undefined` without an access token, or if its session has ended. */
export async function findUserOfRequest(
  request: FastifyRequest,
  context: AppContext,
): Promise<CurrentUser | undefined> {
  const token = bearerOf(request);
  const currentUser = token && (await findUserOfToken(context, token, deviceOf(request)));
  return currentUser ? withinGrace(context, currentUser) : undefined;
}

/** Takes the rights of staff from those of whom a second factor is demanded and who have none, once their
 * grace is over (decision 108). Firebase keeps its accounts' factors to itself, so none is demanded there. */
function withinGrace({ embeddedIdentity, clock }: AppContext, user: CurrentUser): CurrentUser {
  const { factorDueAt, ...others } = user;
  if (!factorDueAt || !embeddedIdentity) return others;
  if (factorDueAt > clock.now()) return user;
  return { ...user, isAdmin: false, isStaff: false, lacksFactor: true };
}

/** @throws AppError factor_setup_needed */
function assertHasFactor({ lacksFactor }: CurrentUser): void {
  if (lacksFactor) throw new AppError('factor_setup_needed', errorTexts.factorSetupNeeded);
}

const FRESH_MS = 10 * 60_000;

/** Refuses a user whose session may have been left open or stolen: only after a sign-in, or another proof of
 * who they are, of the last 10 minutes may they do what they could not undo (decision 104).
 * @throws AppError fresh_sign_in_needed */
export function assertFreshSignIn(
  { clock }: Pick<AppContext, 'clock'>,
  { provedAt }: Pick<CurrentUser, 'provedAt'>,
): void {
  if (provedAt && clock.now().getTime() - provedAt.getTime() <= FRESH_MS) return;
  throw new AppError('fresh_sign_in_needed', errorTexts.freshSignInNeeded);
}

/** Returns the signed-in user of a request to a route whose access is not `public`. */
export function requireUser(request: FastifyRequest): CurrentUser {
  if (!request.currentUser) throw new AppError('not_signed_in', errorTexts.signIn);
  return request.currentUser;
}

/** The session of a caller. @throws AppError not_signed_in for an API key */
export function ofSession(currentUser: CurrentUser): CurrentUser & OwnSession {
  const { sessionId } = currentUser;
  if (sessionId === undefined) throw new AppError('not_signed_in', errorTexts.signIn);
  return { ...currentUser, sessionId };
}

/** Returns the token of an `Authorization: Bearer …` header, if any. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Sets the actor of a request for the audit trail. Must be the last hook: reading the body loses the context
 * of an earlier one. */
export const nameActors = fp(
  async (api: FastifyInstance, { context }: { context: AppContext }) => {
    api.addHook('preHandler', (request, _reply, done) => runAsActor(actorOf(request, context.origin), done));
  },
  { name: 'actors', dependencies: ['authorisation'] },
);

/** The actor of a request to the shop at `origin`, and the page that it came from. */
export function actorOf(request: FastifyRequest, origin: string): Actor {
  const { currentUser, apiKeyId, id: requestId } = request;
  const page = pageOf(request, origin);
  const asked = { requestId, page, client: clientAddress(request.ip), isOnlyRead: isOnlyRead(request) };
  if (!currentUser) return { ...asked, actor: 'visitor', device: deviceOf(request) };
  const { userId, isAdmin, isStaff } = currentUser;
  return { ...asked, actor: isAdmin ? 'admin' : isStaff ? 'staff' : 'user', userId, apiKeyId };
}

const MAX_USER_AGENT_LENGTH = 300;

const deviceOf = ({ headers, ip }: FastifyRequest) => ({
  user_agent: headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) || null,
  network: networkOf(ip),
});

const MAX_PAGE_LENGTH = 200;

/** The path of the shop's page in `Referer`, without the query, where links in emails carry tokens, and
 * without a person's address: the audit trail is not erased with them. */
function pageOf({ headers }: FastifyRequest, origin: string): string | undefined {
  const referer = URL.parse(headers.referer ?? '');
  if (!referer || (referer.origin !== origin && referer.host !== headers.host)) return undefined;
  const path = referer.pathname.replace(/\/[^/]*(?:@|%40)[^/]*/gi, '/:email');
  return path.length <= MAX_PAGE_LENGTH ? path : undefined;
}
