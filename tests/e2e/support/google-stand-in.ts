import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';

/** The shop's OAuth client at the stand-in. */
export const googleClient = { clientId: 'toolyard-e2e', clientSecret: 'e2e-secret-of-the-client' };

/** What follows the consent: success, or a token endpoint that fails or answers nonsense. */
type Aftermath = 'works' | 'down' | 'nonsense';

type Person = { sub: string; email: string; email_verified: boolean; name: string; aftermath: Aftermath };

/** The server that tests use instead of Google. */
export type GoogleStandIn = { origin: string };

/** Starts an OpenID provider on loopback that imitates Google and its paths. The user types what Google would
 * know about them. */
export async function startGoogleStandIn(shopOrigin: string): Promise<GoogleStandIn> {
  const people = new Map<string, Person>();
  const provider = await createProvider(shopOrigin, people);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response, { provider, people });
    else answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Does not keep the tests' process alive.
  server.unref();
  return { origin: `http://127.0.0.1:${port}` };
}

async function createProvider(shopOrigin: string, people: Map<string, Person>): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider('https://accounts.google.com', {
    clients: [
      {
        client_id: googleClient.clientId,
        client_secret: googleClient.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${shopOrigin}/api/auth/callback/google`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['the stand-in’s cookies'] },
    routes: { authorization: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As at Google, the ID token itself has the user's claims.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => people.get(accountId) ?? { sub: accountId },
    }),
  });
  provider.use(async (context, next) => {
    await next();
    if (context.oidc?.route !== 'token') return;
    const aftermath = people.get(context.oidc.account?.accountId ?? '')?.aftermath;
    if (aftermath === 'down') context.status = 503;
    if (aftermath === 'nonsense') context.body = '<h1>Not what you asked for</h1>';
  });
  return provider;
}

type Parts = { provider: Provider; people: Map<string, Person> };

async function interact(
  request: IncomingMessage,
  response: ServerResponse,
  { provider, people }: Parts,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
    return;
  }
  const form = new URLSearchParams(await text(request));
  if (form.get('decision') === 'cancel') {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
    return;
  }
  const person = readPerson(form);
  people.set(person.sub, person);
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: person.sub, clientId: params.client_id });
  grant.addOIDCScope('openid email profile');
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId: person.sub },
    consent: { grantId: await grant.save() },
  });
}

function readPerson(form: URLSearchParams): Person {
  const read = (name: string) => form.get(name) ?? '';
  return {
    sub: read('sub'),
    email: read('email'),
    email_verified: form.has('verified'),
    name: read('name'),
    aftermath: read('aftermath') as Aftermath,
  };
}

const page = `<!doctype html><html lang="en"><head><title>Sign in – stand-in for Google</title>
<link rel="icon" href="data:,"></head><body><h1>Sign in</h1><form method="post">
<p><label>Account <input name="sub"></label></p>
<p><label>Email <input name="email"></label></p>
<p><label>Name <input name="name"></label></p>
<p><label><input type="checkbox" name="verified" checked> Verified</label></p>
<p><label>Aftermath <select name="aftermath">
<option>works</option><option>down</option><option>nonsense</option></select></label></p>
<button name="decision" value="continue">Continue</button> <button name="decision" value="cancel">Cancel</button>
</form></body></html>`;
