import { e2eAdmin } from './admin.ts';
import { shopOrigin } from './shop-origin.ts';

export type Person = { name: string; email: string; password: string };

type Credentials = { email: string; password: string };

// Less than the ten minutes for which the shop's access tokens are valid.
const TOKEN_MS = 5 * 60_000;

const tokens = new Map<string, { token: Promise<string>; madeAtMs: number }>();

let made = 0;

/** Returns a new person without an account, unique per call. */
export function newPerson(name = 'Ada Joiner'): Person {
  made += 1;
  const unique = `${process.pid}x${made}x${Date.now()}`;
  return { name, email: `ada.${unique}@my-3joiners.de`, password: 'mitre-and-bevel' };
}

/** Signs a person up over the API; returns the session that a browser would store. */
export async function signUpByApi(person: Person): Promise<string> {
  await post('/api/auth/sign-up/email', person);
  return signInByApi(person);
}

/** Follows the emailed link that verifies a person's address, and signs them in to the shop. */
export async function verifyByApi(person: Person): Promise<void> {
  const { email } = person;
  for (;;) {
    const messages: { to: string; text: string }[] = await (
      await fetch(`${shopOrigin()}/mailbox/messages?limit=100`)
    ).json();
    const token = /verify-email\?token=(\S+)/.exec(messages.find(({ to }) => to === email)?.text ?? '')?.[1];
    if (!token) continue;
    const headers = { authorization: `Bearer ${await signInByApi(person)}` };
    await fetch(`${shopOrigin()}/api/auth/verify-email?token=${token}`, { headers });
    // The shop learns of it from the next token.
    tokens.delete(email);
    await tokenOf(person);
    return;
  }
}

/** Signs a person in over the API; returns the session that a browser would store. */
export async function signInByApi({ email, password }: Credentials): Promise<string> {
  return readSession(await post('/api/auth/sign-in/email', { email, password }));
}

/** Exchanges a session for an access token of the shop. */
export async function accessTokenOf(session: string, email: string): Promise<string> {
  const authorised = { authorization: `Bearer ${session}` };
  const { token } = await (await fetch(`${shopOrigin()}/api/auth/token`, { headers: authorised })).json();
  const exchanged = await fetch(`${shopOrigin()}/user/${email}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
  });
  return (await exchanged.json()).token;
}

/** Returns a person's access token, cached for a while because checking a password is slow. */
export function tokenOf(person: Credentials): Promise<string> {
  const kept = tokens.get(person.email);
  if (kept && Date.now() - kept.madeAtMs < TOKEN_MS) return kept.token;
  const token = signInByApi(person).then((session) => accessTokenOf(session, person.email));
  tokens.set(person.email, { token, madeAtMs: Date.now() });
  return token;
}

/** Calls the API as the admin. @throws unless it answers 2xx */
export async function callAsAdmin<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  return call<Body>(await tokenOf(e2eAdmin), method, path, body);
}

/** Calls the API as a person. @throws unless it answers 2xx */
export async function callAs<Body>(
  person: Credentials,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  return call<Body>(await tokenOf(person), method, path, body);
}

async function call<Body>(token: string, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(`${shopOrigin()}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${shopOrigin()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shopOrigin() },
    body: JSON.stringify(body),
  });
}

async function readSession(response: Response): Promise<string> {
  const session = response.headers.get('set-auth-token');
  if (!session) throw new Error(`no session: ${response.status} ${await response.text()}`);
  return session;
}
