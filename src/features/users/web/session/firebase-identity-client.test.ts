import { expect, test, vi } from 'vitest';
import type { FirebaseAuth } from './firebase-auth.ts';
import { createFirebaseIdentityClient } from './firebase-identity-client.ts';

const failed = (code: string) => Object.assign(new Error(`Firebase: ${code}`), { code: `auth/${code}` });

/** A client with a fake Firebase. */
function setUp() {
  const user = { email: 'Zoe@shop.example', getIdToken: vi.fn(async (_isForced?: boolean) => 'id-token') };
  const firebase = {
    currentUser: vi.fn(async (): Promise<typeof user | null> => user),
    isNowVerified: vi.fn(async () => false),
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
  const client = createFirebaseIdentityClient(firebase as unknown as FirebaseAuth);
  return { client, firebase, user };
}

const proof = { token: 'id-token', email: 'zoe@shop.example', secondFactor: [] };

test('proves a sign-in by the ID token, asked for anew for a new account', async () => {
  const { client, user } = setUp();
  expect(await client.signIn('zoe@shop.example', 'secret-1')).toEqual(proof);
  expect(await client.signUp('Zoë', 'zoe@shop.example', 'secret-1')).toEqual(proof);
  expect(user.getIdToken.mock.calls).toEqual([[false], [true]]);
});

test('proves once more after a change at Firebase, and once the address is verified', async () => {
  const { client, firebase } = setUp();
  await client.signIn('zoe@shop.example', 'secret-1');
  expect(await client.renewedProof()).toBeUndefined();
  await client.rename('Zoë Ünal');
  expect(await client.renewedProof()).toEqual(proof);
  expect(await client.renewedProof()).toBeUndefined();
  firebase.isNowVerified.mockResolvedValueOnce(true);
  expect(await client.renewedProof()).toEqual(proof);
  firebase.currentUser.mockResolvedValue(null);
  expect(await client.renewedProof()).toBeUndefined();
});

test.each([
  ['invalid-credential', 'Invalid email or password'],
  ['user-not-found', 'Invalid email or password'],
  ['wrong-password', 'Invalid email or password'],
  ['network-request-failed', 'Check your connection'],
  ['too-many-requests', 'Too many attempts'],
  ['something-new', 'The sign-in service didn’t accept this'],
])('%s gets a message', async (code, words) => {
  const { client, firebase } = setUp();
  firebase.signIn.mockRejectedValue(failed(code));
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow(words);
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

test('signs out without an error even if Firebase’s client fails', async () => {
  const { client, firebase } = setUp();
  firebase.signOut.mockRejectedValue(failed('internal-error'));
  await client.signOut();
  expect(firebase.signOut).toHaveBeenCalledOnce();
});
