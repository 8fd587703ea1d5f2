import { setTimeout } from 'node:timers/promises';
import { Refusal } from '#contracts/api-error.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { RateLimiter } from '#platform/rate-limiter.ts';
import { findIdentity } from './account-store.ts';
import { type AccountsEngine, IDENTITY_PATH, signIdToken } from './accounts-engine.ts';
import { withCallNotes } from './call-notes.ts';
import { readCookie, readGoogleSession, writeGoogleSession } from './google-session.ts';
import type { Count, IdentityCall } from './identity-calls.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { emailTaken, notSignedIn, readRefusal, wrongPassword } from './identity-refusals.ts';
import { endUnlessCurrent } from './session-store.ts';
import { readSessionToken, sessionIdOf } from './session-token.ts';
import type { Sessions } from './sessions.ts';
import { verifyEmail } from './verify-email.ts';

/** What PostgreSQL says of a second row with the same unique key. */
const UNIQUE_VIOLATION = '23505';

const HANDOVER_PATH = `${IDENTITY_PATH}/get-session`;

type Parts = {
  db: Database;
  clock: Clock;
  secret: string;
  calls: Record<string, IdentityCall>;
  sessions: Sessions;
  rateLimiter: RateLimiter;
  onEvent: NoteIdentityEvent;
  origin: string;
  engine: () => Promise<AccountsEngine>;
};

/**
 * Answers one call of the accounts. The session never travels as a cookie: it comes in as a bearer token and goes out
 * in `set-auth-token`, so that no page of another site can act in somebody's name.
 * @throws Refusal for what is refused, and the database's own errors.
 */
export async function answerIdentityCall(
  request: Request,
  clientAddress: string,
  parts: Parts,
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
  const counts = call.counts?.(clientAddress, body) ?? [];
  for (const { subject, rate } of counts) await parts.rateLimiter.take(subject, rate);
  const answer = await askEngine(request, { path, search: url.search, call, body }, parts);
  if (call.successIsFree) await giveBack(counts, parts.rateLimiter);
  return withoutSessionCookies(answer, path, parts.origin);
}

/** Answers an ID token, and in `set-auth-token` the session's next token: the one that came is spent. */
async function renewSession(headers: Headers, parts: Parts): Promise<Response> {
  const { db, clock, sessions, engine } = parts;
  const session = await sessions.renew(headers);
  if (!session) throw notSignedIn;
  const claims = { subject: session.subject, sessionId: session.id };
  const identity = await findIdentity(db, claims, clock.now());
  if (!identity) throw notSignedIn;
  const token = await signIdToken(await engine(), identity, clock.now());
  return Response.json({ token }, { headers: { 'set-auth-token': session.bearer } });
}

async function signOut(headers: Headers, { sessions }: Parts): Promise<Response> {
  await sessions.end(headers);
  return Response.json({ success: true });
}

type EngineCall = { path: string; search: string; call: IdentityCall; body: Record<string, unknown> };

async function askEngine(request: Request, asked: EngineCall, parts: Parts): Promise<Response> {
  const { path, call, body } = asked;
  const engine = await parts.engine();
  const session =
    path === '/send-verification-email' ? await parts.sessions.find(request.headers) : undefined;
  const engineRequest = toEngineRequest(request, asked, session?.bearer, parts.origin);
  const [{ result: answer, notes }] = await Promise.all([
    withCallNotes(() => engine.handler(engineRequest)),
    setTimeout(call.atLeastMs ?? 0),
  ]);
  if (answer.status >= 400 && notes.error) throw unlessTaken(notes.error);
  const isPasswordOld =
    notes.passwordHash !== undefined && (await endIfOld(answer, notes.passwordHash, parts));
  if (answer.status < 400 && !isPasswordOld) return answer;
  if (path === '/sign-in/email' && (isPasswordOld || answer.status === 401)) {
    await parts.onEvent({ kind: 'sign-in refused', email: String(body.email) }, parts.db);
  }
  throw isPasswordOld ? wrongPassword : await readRefusal(answer);
}

/** Ends the session that a sign-in has started with a password that was changed while it was being checked. */
async function endIfOld(answer: Response, passwordHash: string, { db, secret }: Parts): Promise<boolean> {
  const bearer = answer.headers.get('set-auth-token');
  const token = bearer && (await readSessionToken(`Bearer ${bearer}`, secret));
  return token ? endUnlessCurrent(db, sessionIdOf(token), passwordHash) : false;
}

function findCall(calls: Record<string, IdentityCall>, path: string, method: string): IdentityCall {
  const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
  if (!call) throw new Refusal('not_found', 'There is no such call');
  if (call.method !== method) {
    throw new Refusal('method_not_allowed', `This path takes ${call.method}`);
  }
  return call;
}

async function readBody(request: Request, call: IdentityCall): Promise<Record<string, unknown>> {
  if (!call.body) return {};
  const text = await request.text();
  const parsed = call.body.safeParse(parseJson(text === '' ? '{}' : text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal('invalid_input', issue?.message ?? 'Not valid', {
    field: issue?.path.join('.') || 'body',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('invalid_input', 'The body is not valid JSON', { field: 'body' });
  }
}

/** The request as better-auth gets it: at the shop's own address, with the checked body and no cookie but its state. */
function toEngineRequest(
  request: Request,
  { path, search, call, body }: EngineCall,
  bearer: string | undefined,
  origin: string,
): Request {
  const headers = new Headers();
  if (bearer) headers.set('authorization', `Bearer ${bearer}`);
  if (path === '/callback/google') {
    const state = readCookie(request.headers.get('cookie'), isStateCookie);
    if (state) headers.set('cookie', `${state.name}=${state.value}`);
  }
  if (call.body) headers.set('content-type', 'application/json');
  const query = path === '/callback/google' ? search : '';
  return new Request(`${origin}${IDENTITY_PATH}${path}${query}`, {
    method: request.method,
    headers,
    ...(call.body ? { body: JSON.stringify(body) } : {}),
  });
}

/** Of two sign-ups at the same time, the second fails in the database: it is told what it would have been told later. */
function unlessTaken(error: Error): Error {
  return 'code' in error && error.code === UNIQUE_VIOLATION ? emailTaken : error;
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
  const session = readGoogleSession(request.headers.get('cookie'));
  if (!session) throw new Refusal('not_signed_in', 'Please sign in');
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

function isStateCookie(name: string): boolean {
  return /^(__Secure-)?better-auth\.(oauth_)?state$/.test(name);
}
