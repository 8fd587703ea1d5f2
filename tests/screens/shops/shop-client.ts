import type { Person } from './cast.ts';

/** Calls one shop over HTTP on behalf of a person. Every call throws unless the status is 2xx. */
export type ShopClient = {
  origin: string;
  signUp(person: Person): Promise<void>;
  /** Signs a person in; returns the access token that a browser would store. */
  signIn(person: Person): Promise<string>;
  /** `body`: a form, or what is sent as JSON. */
  call<Body = unknown>(person: Person, method: string, path: string, body?: unknown): Promise<Body>;
};

/** Creates a client of the shop at `origin`. */
export function createShopClient(origin: string): ShopClient {
  const tokens = new Map<string, Promise<string>>();

  async function send(method: string, path: string, bearer?: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        origin,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async function signIn({ email, password }: Person): Promise<string> {
    const signedIn = await send('POST', '/api/auth/sign-in/email', undefined, { email, password });
    const { token: proof } = await signedIn.json();
    return (await (await send('PUT', `/user/${email}`, proof)).json()).token;
  }

  return {
    origin,
    async signUp(person) {
      await send('POST', '/api/auth/sign-up/email', undefined, person);
    },
    signIn,
    async call(person, method, path, body) {
      const token = tokens.get(person.email) ?? signIn(person);
      tokens.set(person.email, token);
      return (await send(method, path, await token, body)).json();
    },
  };
}
