import { e2eAdmin } from './admin.ts';
import { shopOrigin } from './shop-origin.ts';

export type Person = { name: string; email: string; password: string };

type Credentials = { email: string; password: string };

/** Shorter than a sign-in counts as fresh, which some calls ask for. */
const KEPT_MS = 5 * 60_000;

const tokens = new Map<string, { token: Promise<string>; until: number }>();

let made = 0;

/** Returns a new person without an account, unique per call. */
export function newPerson(name = 'Ada Joiner'): Person {
  made += 1;
  const unique = `${process.pid}x${made}x${Date.now()}`;
  return { name, email: `ada.${unique}@my-3joiners.de`, password: 'mitre-and-bevel' };
}

/** Signs a person up over the API; returns the access token that a browser would store. */
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
    const headers = { authorization: `Bearer ${await tokenOf(person)}` };
    await fetch(`${shopOrigin()}/api/auth/verify-email?token=${token}`, { headers });
    return;
  }
}

/** Signs a person in over the API; returns the access token that a browser would store. */
export async function signInByApi({ email, password }: Credentials): Promise<string> {
  const proof = await readToken(await post('/api/auth/sign-in/email', { email, password }));
  const headers = { authorization: `Bearer ${proof}` };
  return readToken(await fetch(`${shopOrigin()}/user/${email}`, { method: 'PUT', headers }));
}

/** Returns an access token of a person whose sign-in is fresh. */
export function tokenOf(person: Credentials): Promise<string> {
  const kept = tokens.get(person.email);
  if (kept && Date.now() < kept.until) return kept.token;
  const token = signInByApi(person);
  tokens.set(person.email, { token, until: Date.now() + KEPT_MS });
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

async function readToken(response: Response): Promise<string> {
  const { token } = await response.json();
  if (!token) throw new Error(`no token: ${response.status}`);
  return token;
}
