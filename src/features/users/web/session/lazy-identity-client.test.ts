import { expect, test, vi } from 'vitest';
import type { IdentityClient } from './identity-client.ts';
import { createLazyIdentityClient } from './lazy-identity-client.ts';
import { openPersistentStorage } from './persistent-storage.ts';

function setUp() {
  const storage = openPersistentStorage([]);
  const inner = {
    signIn: vi.fn(async () => undefined),
    signOut: vi.fn(async () => undefined),
    idToken: vi.fn(async () => undefined),
  } as Partial<IdentityClient> as IdentityClient;
  const load = vi.fn(async () => inner);
  return { client: createLazyIdentityClient(storage, load), inner, load, storage };
}

test('nothing is loaded for a visitor who has never signed in here', async () => {
  const { client, load } = setUp();
  expect(await client.idToken()).toBeUndefined();
  await client.signOut();
  expect(load).not.toHaveBeenCalled();
});

test('it is loaded once for who signs in, and for who has before', async () => {
  const { client, inner, load, storage } = setUp();
  await client.signIn('zoe@shop.example', 'secret-1');
  expect(inner.signIn).toHaveBeenCalledWith('zoe@shop.example', 'secret-1');
  storage.setItem('identitySession', 'zoe');
  await client.idToken();
  expect(inner.idToken).toHaveBeenCalledTimes(1);
  expect(load).toHaveBeenCalledTimes(1);
});

test('when it cannot be loaded that is said in words, and tried again the next time', async () => {
  const { client, inner, load } = setUp();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(client.signIn('a@shop.example', 'secret-1')).rejects.toThrow('Check your connection');
  await client.signIn('a@shop.example', 'secret-1');
  expect(inner.signIn).toHaveBeenCalledTimes(1);
});

test('signing out forgets the session even then', async () => {
  const { client, load, storage } = setUp();
  storage.setItem('identitySession', 'zoe');
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await client.signOut();
  expect(storage.getItem('identitySession')).toBeNull();
});
