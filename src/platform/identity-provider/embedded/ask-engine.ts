import { setTimeout } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { isUniqueViolation } from '#platform/database/unique-violation.ts';
import type { RateLimiter } from '#platform/rate-limiter.ts';
import type { AccountsEngine } from './accounts-engine.ts';
import { type CallNotes, type GoogleTrouble, withCallNotes } from './call-notes.ts';
import { readCookie } from './google-session.ts';
import { IDENTITY_PATH, type IdentityCall } from './identity-calls.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { emailTaken, readRefusal, wrongPassword } from './identity-refusals.ts';
import { endUnlessCurrent } from './session-store.ts';
import { readSessionToken, sessionIdOf } from './session-token.ts';
import type { Sessions } from './sessions.ts';
import { issueSignInPass } from './sign-in-pass.ts';

/** What the calls of the accounts are answered with. */
export type IdentityParts = {
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

/** A call that better-auth answers: its path beneath `/api/auth`, its query, and its checked body. */
type EngineCall = { path: string; search: string; call: IdentityCall; body: Record<string, unknown> };

/**
 * Lets better-auth answer a call.
 * @throws Refusal for what it refuses, in the words of the shop, and the errors that it hides.
 */
export async function askEngine(
  request: Request,
  asked: EngineCall,
  parts: IdentityParts,
): Promise<Response> {
  const engine = await parts.engine();
  const isSessionOfUse = asked.path === '/send-verification-email';
  const session = isSessionOfUse ? await parts.sessions.find(request.headers) : undefined;
  const engineRequest = toEngineRequest(request, asked, session?.bearer, parts.origin);
  const [{ result: answer, notes }] = await Promise.all([
    withCallNotes(() => engine.handler(engineRequest)),
    setTimeout(asked.call.atLeastMs ?? 0),
  ]);
  if (answer.status >= 400 && notes.error) throw unlessTaken(notes.error);
  if (asked.path === '/sign-in/email') return checkSignIn(answer, notes, asked, parts);
  if (answer.status >= 400) throw await readRefusal(answer);
  if (notes.googleTrouble) return withGoogleTrouble(answer, notes.googleTrouble, parts.origin);
  return notes.resetEmail === undefined ? answer : withSignInPass(notes.resetEmail, parts);
}

async function checkSignIn(
  answer: Response,
  { passwordHash = '' }: CallNotes,
  { body }: EngineCall,
  parts: IdentityParts,
): Promise<Response> {
  const refusal = answer.status >= 400 ? await readRefusal(answer) : undefined;
  if (!refusal && !(await endIfOld(answer, passwordHash, parts))) return answer;
  await parts.onEvent({ kind: 'sign-in refused', email: String(body.email) }, parts.db);
  throw refusal ?? wrongPassword;
}

async function withSignInPass(email: string, { secret, clock }: IdentityParts): Promise<Response> {
  return Response.json({ status: true, signInPass: await issueSignInPass(email, secret, clock.now()) });
}

/** The way back from Google with the error that better-auth has not got a word for. */
function withGoogleTrouble(answer: Response, trouble: GoogleTrouble, origin: string): Response {
  const place = new URL(answer.headers.get('location') ?? '/login/google-done', origin);
  place.searchParams.set('error', trouble);
  const headers = new Headers(answer.headers);
  headers.set('location', `${place.pathname}${place.search}`);
  return new Response(null, { status: 302, headers });
}

/** Ends the session that a sign-in has started with a password that was changed while it was being checked. */
async function endIfOld(
  answer: Response,
  passwordHash: string,
  { db, secret }: IdentityParts,
): Promise<boolean> {
  const bearer = answer.headers.get('set-auth-token');
  const token = bearer && (await readSessionToken(`Bearer ${bearer}`, secret));
  return token ? endUnlessCurrent(db, sessionIdOf(token), passwordHash) : false;
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
  return isUniqueViolation(error) ? emailTaken : error;
}

/** Whether a cookie ties a Google sign-in to its browser. */
export function isStateCookie(name: string): boolean {
  return /^(__Secure-)?better-auth\.(oauth_)?state$/.test(name);
}
