import { expect, test, vi } from 'vitest';
import type { FirebaseAuth } from './firebase-auth.ts';
import { createFirebaseIdentityClient } from './firebase-identity-client.ts';
import { createSavedSession, openPersistentStorage } from './saved-session.ts';

const failed = (code: string) => Object.assign(new Error(`Firebase: ${code}`), { code: `auth/${code}` });

const tokenOf = (claims: object) =>
  ['{}', JSON.stringify(claims), 's'].map((part) => Buffer.from(part).toString('base64url')).join('.');

const verified = tokenOf({ email: 'Zoe@shop.example', name: 'Zoë Ünal', email_verified: true });
const unverified = tokenOf({ email: 'zoe@shop.example' });

/** A client with a fake Firebase. */
function setUp() {
  const user = { uid: 'uid-1', getIdToken: vi.fn(async (_isForced?: boolean) => verified) };
  const firebase = {
    userOf: vi.fn(async (uid: string) => (uid === user.uid ? user : undefined)),
    signIn: vi.fn(async () => user),
    signUp: vi.fn(async () => user),
    signInWithGoogle: vi.fn(async () => user),
    signOut: vi.fn(async () => undefined),
    rename: vi.fn(async () => undefined),
    requestPasswordReset: vi.fn(async () => undefined),
    resetPassword: vi.fn(async () => undefined),
    sendVerificationEmail: vi.fn(async () => undefined),
    verifyEmail: vi.fn(async () => undefined),
  };
  const storage = openPersistentStorage([]);
  const kept = createSavedSession(storage, 'firebase:authUser:key:[DEFAULT]');
  const client = createFirebaseIdentityClient(firebase as unknown as FirebaseAuth, kept);
  return { client, firebase, user, storage };
}

test('names a signed-in user by the account’s name, and proves the identity', async () => {
  const { client, storage } = setUp();
  await client.signIn('zoe@shop.example', 'secret-1');
  expect(storage.getItem('identitySession')).toBe('uid-1');
  expect(await client.idToken()).toEqual({
    idToken: verified,
    account: { email: 'zoe@shop.example', displayName: 'Zoë Ünal', emailVerified: true },
  });
});

test('shows a newly verified address at the next renewal', async () => {
  const { client, user } = setUp();
  await client.signIn('zoe@shop.example', 'secret-1');
  user.getIdToken.mockImplementation(async (isForced) => (isForced ? verified : unverified));
  expect((await client.idToken())?.account.emailVerified).toBe(true);
});

test('requests a new token once for a new account and a new name', async () => {
  const { client, user } = setUp();
  await client.signUp('Zoë', 'zoe@shop.example', 'secret-1');
  await client.idToken();
  await client.idToken();
  await client.rename('Zoë Ünal');
  await client.idToken();
  expect(user.getIdToken.mock.calls).toEqual([[true], [false], [true]]);
});

test.each([
  ['invalid-credential', 'Invalid email or password'],
  ['user-not-found', 'Invalid email or password'],
  ['wrong-password', 'Invalid email or password'],
  ['network-request-failed', 'Check your connection'],
  ['too-many-requests', 'Too many attempts'],
  ['something-new', 'The sign-in service didn’t accept this'],
])('%s gets a message', async (code, words) => {
  const { client, firebase, storage } = setUp();
  firebase.signIn.mockRejectedValue(failed(code));
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow(words);
  expect(storage.getItem('identitySession')).toBeNull();
});

test.each([
  ['popup-blocked', 'blocked the Google window'],
  ['popup-closed-by-user', 'was closed before you were logged in'],
  ['user-cancelled', 'was canceled'],
  ['internal-error', 'Check your connection'],
])('of the Google window, %s gets a message', async (code, words) => {
  const { client, firebase } = setUp();
  firebase.signInWithGoogle.mockRejectedValue(failed(code));
  await expect(client.signInWithGoogle()).rejects.toThrow(words);
});

test('answers a reset the same for an unknown address', async () => {
  const { client, firebase } = setUp();
  firebase.requestPasswordReset.mockRejectedValue(failed('user-not-found'));
  await client.requestPasswordReset('nobody@shop.example');
});

test.each(['user-token-expired', 'user-disabled', 'user-not-found'])(
  'a session that has ended (%s) is forgotten',
  async (code) => {
    const { client, user, storage } = setUp();
    await client.signIn('zoe@shop.example', 'secret-1');
    user.getIdToken.mockRejectedValue(failed(code));
    expect(await client.idToken()).toBeUndefined();
    expect(storage.getItem('identitySession')).toBeNull();
  },
);

test('keeps a session that cannot be renewed for now', async () => {
  const { client, user, storage } = setUp();
  await client.signIn('zoe@shop.example', 'secret-1');
  user.getIdToken.mockRejectedValue(failed('network-request-failed'));
  await expect(client.idToken()).rejects.toThrow('Check your connection');
  expect(storage.getItem('identitySession')).toBe('uid-1');
});

test('treats a session unknown to Firebase as none', async () => {
  const { client, storage } = setUp();
  storage.setItem('identitySession', 'somebody-else');
  expect(await client.idToken()).toBeUndefined();
  expect(storage.getItem('identitySession')).toBeNull();
});

test('drops a token for a user who signed out before it came', async () => {
  const { client, user } = setUp();
  await client.signIn('zoe@shop.example', 'secret-1');
  user.getIdToken.mockImplementation(async () => {
    await client.signOut();
    return verified;
  });
  expect(await client.idToken()).toBeUndefined();
});

test('clears local data on sign-out even if Firebase’s client fails', async () => {
  const { client, firebase, storage } = setUp();
  await client.signIn('zoe@shop.example', 'secret-1');
  storage.setItem('firebase:authUser:key:[DEFAULT]', '{}');
  firebase.signOut.mockRejectedValue(failed('internal-error'));
  await client.signOut();
  expect(storage.getItem('identitySession')).toBeNull();
  expect(storage.getItem('firebase:authUser:key:[DEFAULT]')).toBeNull();
});
