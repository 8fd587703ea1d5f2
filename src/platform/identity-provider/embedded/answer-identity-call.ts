import { Refusal } from '#contracts/api-error.ts';
import type { RateLimiter } from '#platform/rate-limiter.ts';
import { refusalTexts, requestTexts } from '#texts/refusals.ts';
import { findIdentity } from './account-store.ts';
import { signIdToken } from './accounts-engine.ts';
import { askEngine, type IdentityParts, isStateCookie } from './ask-engine.ts';
import { readGoogleSession, writeGoogleSession } from './google-session.ts';
import { type Count, IDENTITY_PATH, type IdentityCall } from './identity-calls.ts';
import { notSignedIn } from './identity-refusals.ts';
import type { BearerSession } from './sessions.ts';
import { readSignInPass } from './sign-in-pass.ts';
import { verifyEmail } from './verify-email.ts';

/** The calls whose success begins a session. */
const SIGNS_IN = new Set(['/sign-up/email', '/sign-in/email']);

const HANDOVER_PATH = `${IDENTITY_PATH}/get-session`;

/**
 * Answers one call of the accounts. The session never travels as a cookie: it comes in as a bearer token and goes out
 * in `set-auth-token`, so that no page of another site can act in somebody's name.
 * @throws Refusal for what is refused, and the database's own errors.
 */
export async function answerIdentityCall(
  request: Request,
  clientAddress: string,
  parts: IdentityParts,
): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(IDENTITY_PATH.length);
  const call = findCall(parts.calls, path, request.method);
  const body = await readBody(request, call);
  const { headers } = request;
  if (path === '/get-session') return handOverGoogleSession(request, parts.origin);
  if (path === '/token') return renewSession(headers, parts);
  if (path === '/sign-out') return signOut(headers, parts);
  if (path === '/verify-email') {
    return verifyEmail(url.searchParams.get('token'), await parts.sessions.find(headers), parts);
  }
  const pass = { secret: parts.secret, now: parts.clock.now() };
  const passId = await readSignInPass(body.pass, body.email, pass);
  const counts = call.counts?.(clientAddress, body, passId) ?? [];
  for (const { subject, rate } of counts) await parts.rateLimiter.take(subject, rate);
  const answer = await askEngine(request, { path, search: url.search, call, body }, parts);
  if (call.successIsFree) await giveBack(counts, parts.rateLimiter);
  const replied = withoutSessionCookies(answer, path, parts.origin);
  return SIGNS_IN.has(path) ? withIdToken(replied, parts) : replied;
}

/** The reply to a sign-in with an ID token as its `token`, where better-auth puts a key of its own table. */
async function withIdToken(reply: Response, parts: IdentityParts): Promise<Response> {
  const bearer = new Headers({ authorization: `Bearer ${reply.headers.get('set-auth-token')}` });
  const session = await parts.sessions.find(bearer);
  if (!session) throw notSignedIn;
  const body = { ...(await reply.json()), token: await idTokenOf(session, parts) };
  const headers = new Headers(reply.headers);
  headers.delete('content-length');
  return Response.json(body, { status: reply.status, headers });
}

async function idTokenOf(session: BearerSession, { db, clock, engine }: IdentityParts): Promise<string> {
  const claims = { subject: session.subject, sessionId: session.id };
  const identity = await findIdentity(db, claims, clock.now());
  if (!identity) throw notSignedIn;
  return signIdToken(await engine(), identity, clock.now());
}

/** Answers an ID token, and in `set-auth-token` the session's next token: the one that came is spent. */
async function renewSession(headers: Headers, parts: IdentityParts): Promise<Response> {
  const session = await parts.sessions.renew(headers);
  if (!session) throw notSignedIn;
  const token = await idTokenOf(session, parts);
  return Response.json({ token }, { headers: { 'set-auth-token': session.bearer } });
}

async function signOut(headers: Headers, { sessions }: IdentityParts): Promise<Response> {
  await sessions.end(headers);
  return Response.json({ success: true });
}

function findCall(calls: Record<string, IdentityCall>, path: string, method: string): IdentityCall {
  const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
  if (!call) throw new Refusal('not_found', requestTexts.noSuchCall);
  if (call.method !== method) {
    throw new Refusal('method_not_allowed', requestTexts.otherMethod(call.method));
  }
  return call;
}

async function readBody(request: Request, call: IdentityCall): Promise<Record<string, unknown>> {
  if (!call.body) return {};
  const text = await request.text();
  const parsed = call.body.safeParse(parseJson(text === '' ? '{}' : text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal('invalid_input', issue?.message ?? refusalTexts.notValid, {
    field: issue?.path.join('.') || 'body',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('invalid_input', requestTexts.badJson, { field: 'body' });
  }
}

async function giveBack(counts: Count[], rateLimiter: RateLimiter): Promise<void> {
  for (const { subject } of counts) await rateLimiter.giveBack(subject);
}

/** Takes every cookie out of an answer but the one that ties a Google sign-in to this browser. */
function withoutSessionCookies(answer: Response, path: string, origin: string): Response {
  const headers = new Headers(answer.headers);
  headers.delete('set-cookie');
  // A redirect has no body, though better-auth says it were JSON.
  if (answer.status >= 300) headers.delete('content-type');
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = ''] = cookie.split('=');
    if (isStateCookie(name)) headers.append('set-cookie', cookie);
  }
  const session = answer.headers.get('set-auth-token');
  if (path === '/callback/google' && session) {
    headers.append('set-cookie', writeGoogleSession(session, handoverPlace(origin)));
    headers.delete('set-auth-token');
  }
  return new Response(answer.body, { status: answer.status, headers });
}

function handOverGoogleSession(request: Request, origin: string): Response {
  const session = readGoogleSession(request.headers.get('cookie'), handoverPlace(origin));
  if (!session) throw new Refusal('not_signed_in', refusalTexts.signIn);
  const headers = {
    'set-auth-token': session,
    'set-cookie': writeGoogleSession('', handoverPlace(origin)),
    'cache-control': 'no-store',
  };
  return Response.json({ session: { token: session } }, { headers });
}

function handoverPlace(origin: string) {
  return { path: HANDOVER_PATH, isSecure: origin.startsWith('https://') };
}
