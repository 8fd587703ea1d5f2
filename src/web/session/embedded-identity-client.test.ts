import { expect, test } from 'vitest';
import { createEmbeddedIdentityClient } from './embedded-identity-client.ts';
import { openPersistentStorage } from './persistent-storage.ts';

type Request = { path: string; bearer: string | null; credentials: string | undefined; body: unknown };

/** A client whose provider gives the answers in turn and records what it was asked. */
function setUp(...answers: (Response | Error)[]) {
  const storage = openPersistentStorage([]);
  const asked: Request[] = [];
  const client = createEmbeddedIdentityClient(storage, async (path, init) => {
    asked.push({
      path,
      bearer: new Headers(init.headers).get('authorization'),
      credentials: init.credentials,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const answer = answers.shift() ?? new Error('not expected');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { client, storage, asked };
}

const started = () => Response.json({}, { headers: { 'set-auth-token': 'session-1' } });

function createIdToken(claims: object): string {
  return ['{}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}

test('the session of a sign-in is kept, and carried as a bearer without cookies', async () => {
  const idToken = createIdToken({ email: 'zoe@shop.example', name: 'Zoë Ünal', email_verified: true });
  const { client, storage, asked } = setUp(started(), Response.json({ token: idToken }));
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

test('an account without a name goes by its address', async () => {
  const idToken = createIdToken({ email: 'zoe@shop.example', name: '' });
  const { client } = setUp(started(), Response.json({ token: idToken }));
  await client.signIn('zoe@shop.example', 'secret-1');
  const proven = await client.idToken();
  expect(proven?.account).toEqual({
    email: 'zoe@shop.example',
    displayName: 'zoe@shop.example',
    emailVerified: false,
  });
});

test('the words of the provider are passed on', async () => {
  const { client, storage } = setUp(Response.json({ message: 'User already exists.' }, { status: 422 }));
  await expect(client.signUp('Zoe', 'zoe@shop.example', 'secret-1')).rejects.toThrow('User already exists.');
  expect(storage.getItem('identitySession')).toBeNull();
});

test('too many attempts and an unreachable provider are said in words', async () => {
  const { client } = setUp(new Response('', { status: 429 }), new TypeError('Failed to fetch'));
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow('Too many attempts.');
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow('Check your connection');
});

test('without a session nothing is asked; a session that has ended is forgotten', async () => {
  const { client, storage, asked } = setUp(started(), Response.json({}, { status: 401 }));
  expect(await client.idToken()).toBeUndefined();
  expect(asked).toEqual([]);
  await client.signIn('a@shop.example', 'secret-1');
  expect(await client.idToken()).toBeUndefined();
  expect(storage.getItem('identitySession')).toBeNull();
});

test('a provider that is down does not end the session', async () => {
  const { client, storage } = setUp(started(), Response.json({}, { status: 503 }));
  await client.signIn('a@shop.example', 'secret-1');
  await expect(client.idToken()).rejects.toThrow('Check your connection');
  expect(storage.getItem('identitySession')).toBe('session-1');
});

test('signing out forgets the session even when the provider cannot be reached', async () => {
  const { client, storage, asked } = setUp(started(), new TypeError('Failed to fetch'));
  await client.signIn('a@shop.example', 'secret-1');
  await client.signOut();
  expect(asked[1]?.bearer).toBe('Bearer session-1');
  expect(storage.getItem('identitySession')).toBeNull();
});
