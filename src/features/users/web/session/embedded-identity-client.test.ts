import { expect, test } from 'vitest';
import { createEmbeddedIdentityClient } from './embedded-identity-client.ts';
import { createSavedSession, openPersistentStorage } from './saved-session.ts';

type Request = { path: string; bearer: string | null; credentials: string | undefined; body: unknown };
type Answer = Response | Error | (() => Response);

/** A client whose provider gives the answers in turn and records its requests. */
function setUp(...answers: Answer[]) {
  const storage = openPersistentStorage([]);
  const asked: Request[] = [];
  const keys: (string | null)[] = [];
  const client = createEmbeddedIdentityClient(storage, async (path, init) => {
    const headers = new Headers(init.headers);
    if (path === '/api/auth/token') keys.push(headers.get('idempotency-key'));
    asked.push({
      path,
      bearer: headers.get('authorization'),
      credentials: init.credentials,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const answer = answers.shift() ?? new Error('not expected');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer() : answer;
  });
  return { client, storage, asked, keys };
}

const started = (session = 'session-1') => Response.json({}, { headers: { 'set-auth-token': session } });
const renewed = (idToken: string, session: string) =>
  Response.json({ token: idToken }, { headers: { 'set-auth-token': session } });

function createIdToken(claims: object): string {
  return ['{}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}

test('stores the session of a sign-in, and sends it as a bearer without cookies', async () => {
  const idToken = createIdToken({ email: 'zoe@shop.example', name: 'Zoë Ünal', email_verified: true });
  const { client, storage, asked } = setUp(started(), renewed(idToken, 'session-2'));
  await client.signIn('zoe@shop.example', 'secret-1');
  expect(storage.getItem('identitySession')).toBe('session-1');
  expect(await client.idToken()).toEqual({
    idToken,
    account: { email: 'zoe@shop.example', displayName: 'Zoë Ünal', emailVerified: true },
  });
  expect(asked).toEqual([
    {
      path: '/api/auth/sign-in/email',
      bearer: null,
      credentials: 'omit',
      body: { email: 'zoe@shop.example', password: 'secret-1' },
    },
    { path: '/api/auth/token', bearer: 'Bearer session-1', credentials: 'omit', body: undefined },
  ]);
});

test('names an account without a name by its email', async () => {
  const idToken = createIdToken({ email: 'zoe@shop.example', name: '' });
  const { client } = setUp(started(), renewed(idToken, 'session-2'));
  await client.signIn('zoe@shop.example', 'secret-1');
  const proven = await client.idToken();
  expect(proven?.account).toEqual({
    email: 'zoe@shop.example',
    displayName: 'zoe@shop.example',
    emailVerified: false,
  });
});

test('passes on the provider’s message', async () => {
  const { client, storage } = setUp(Response.json({ message: 'User already exists.' }, { status: 422 }));
  await expect(client.signUp('Zoe', 'zoe@shop.example', 'secret-1')).rejects.toThrow('User already exists.');
  expect(storage.getItem('identitySession')).toBeNull();
});

test('signs in after a sign-up, and does not reveal whether the address has an account', async () => {
  const ok = () => Response.json({ status: true });
  const { client, storage, asked } = setUp(
    ok(),
    started(),
    ok(),
    Response.json({ message: 'No' }, { status: 401 }),
  );
  await client.signUp('Zoe', 'zoe@shop.example', 'secret-1');
  expect(asked.map(({ path }) => path)).toEqual(['/api/auth/sign-up/email', '/api/auth/sign-in/email']);
  expect(storage.getItem('identitySession')).toBe('session-1');
  await expect(client.signUp('Zoe', 'zoe@shop.example', 'secret-2')).rejects.toThrow(
    'We’ve emailed zoe@shop.example what to do next.',
  );
});

test('explains too many attempts and an unreachable provider', async () => {
  const { client } = setUp(new Response('', { status: 429 }), new TypeError('Failed to fetch'));
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow('Too many attempts.');
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow('Check your connection');
});

test('sends nothing without a session, and forgets one that has ended', async () => {
  const { client, storage, asked } = setUp(started(), Response.json({}, { status: 401 }));
  expect(await client.idToken()).toBeUndefined();
  expect(asked).toEqual([]);
  await client.signIn('a@shop.example', 'secret-1');
  expect(await client.idToken()).toBeUndefined();
  expect(storage.getItem('identitySession')).toBeNull();
});

test('keeps the session while the provider is down', async () => {
  const { client, storage } = setUp(started(), Response.json({}, { status: 503 }));
  await client.signIn('a@shop.example', 'secret-1');
  await expect(client.idToken()).rejects.toThrow('Check your connection');
  expect(storage.getItem('identitySession')).toBe('session-1');
});

const zoe = createIdToken({ email: 'zoe@shop.example' });

test('stores the next token of each renewal before using its answer', async () => {
  const broken = new Response('{"tok', { headers: { 'set-auth-token': 'session-2' } });
  const { client, storage, asked } = setUp(started(), broken, renewed(zoe, 'session-3'));
  await client.signIn('zoe@shop.example', 'secret-1');
  await expect(client.idToken()).rejects.toThrow();
  expect(storage.getItem('identitySession')).toBe('session-2');
  await client.idToken();
  expect(asked[2]?.bearer).toBe('Bearer session-2');
  expect(storage.getItem('identitySession')).toBe('session-3');
});

test('repeats a renewal under the same key after a lost answer, and changes the key afterwards', async () => {
  const { client, keys } = setUp(
    started(),
    new TypeError('Failed to fetch'),
    Response.json({}, { status: 503 }),
    renewed(zoe, 'session-2'),
    renewed(zoe, 'session-3'),
  );
  await client.signIn('zoe@shop.example', 'secret-1');
  await expect(client.idToken()).rejects.toThrow('Check your connection');
  await expect(client.idToken()).rejects.toThrow('Check your connection');
  await client.idToken();
  await client.idToken();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0], expect.any(String)]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('runs concurrent renewals in turn, each with the token of the last one', async () => {
  const { client, asked } = setUp(started(), renewed(zoe, 'session-2'), renewed(zoe, 'session-3'));
  await client.signIn('zoe@shop.example', 'secret-1');
  await Promise.all([client.idToken(), client.idToken()]);
  expect(asked.map(({ bearer }) => bearer)).toEqual([null, 'Bearer session-1', 'Bearer session-2']);
});

test('drops an answer for a user who has signed out meanwhile', async () => {
  const { client, storage } = setUp(started(), () => {
    storage.removeItem('identitySession');
    return renewed(zoe, 'session-2');
  });
  await client.signIn('zoe@shop.example', 'secret-1');
  expect(await client.idToken()).toBeUndefined();
  expect(storage.getItem('identitySession')).toBeNull();
});

test('ignores the refusal of a token that another tab has renewed meanwhile', async () => {
  const { client, storage } = setUp(
    started(),
    () => {
      storage.setItem('identitySession', 'session-2');
      return Response.json({}, { status: 401 });
    },
    renewed(zoe, 'session-3'),
  );
  await client.signIn('zoe@shop.example', 'secret-1');
  expect((await client.idToken())?.idToken).toBe(zoe);
  expect(storage.getItem('identitySession')).toBe('session-3');
});

test.each([
  ['signs in', null, 'a_1.x', true],
  ['signs out', 'a_1.x', null, true],
  ['signs in as somebody else', 'a_1.x', 'b_1.x', true],
  ['renews the session', 'a_1.x', 'a_2.y', false],
])('in another tab, who %s', (_what, oldValue, newValue, isOther) => {
  const kept = createSavedSession(openPersistentStorage([]));
  expect(kept.isOtherSession({ key: 'identitySession', oldValue, newValue })).toBe(isOther);
  expect(kept.isOtherSession({ key: 'theme', oldValue, newValue })).toBe(false);
  expect(kept.isOtherSession({ key: null, oldValue, newValue })).toBe(true);
});

test('forgets the session on sign-out even if the provider is unreachable', async () => {
  const { client, storage, asked } = setUp(started(), new TypeError('Failed to fetch'));
  await client.signIn('a@shop.example', 'secret-1');
  await client.signOut();
  expect(asked[1]?.bearer).toBe('Bearer session-1');
  expect(storage.getItem('identitySession')).toBeNull();
  expect(storage.getItem('identityRenewal')).toBeNull();
});

test('sends the pass of a new password with the next sign-in', async () => {
  const { client, asked } = setUp(Response.json({ status: true, signInPass: 'pass-1' }), started());
  await client.resetPassword('token', 'secret-2');
  await client.signIn('zoe@shop.example', 'secret-2');
  expect(asked[1]?.body).toEqual({ email: 'zoe@shop.example', password: 'secret-2', pass: 'pass-1' });
});
