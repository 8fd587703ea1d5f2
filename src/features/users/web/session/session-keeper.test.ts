import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type IdentityClient, IdentityError, type ProvenAccount } from './identity-client.ts';
import { createSavedSession, openPersistentStorage } from './saved-session.ts';
import { createSessionKeeper } from './session-keeper.ts';

const account = { email: 'ann@shop.example', displayName: 'Ann', emailVerified: true };
const NOW_MS = Date.parse('2030-01-01T00:00:00Z');

/** A shop and a provider that answer by what the test sets. */
function setUp() {
  const storage = openPersistentStorage([]);
  const world = {
    proven: undefined as ProvenAccount | undefined,
    providerDown: false,
    /** What the provider's answer waits for. */
    providerHangs: undefined as Promise<void> | undefined,
    exchangeStatus: 200,
    exchanges: 0,
    validToken: '',
    forbidden: false,
    refusal: {} as object,
    seen: [] as string[],
    providerSignOuts: 0,
    home: [] as string[],
    /** What every call waits for. */
    slow: undefined as Promise<Response> | undefined,
  };
  const identity = {
    signIn: async (_email: string, password: string) => {
      if (password !== 'right-one') throw new IdentityError('Wrong email or password');
      world.proven = { idToken: 'proof', account };
      storage.setItem('identitySession', 'session-1');
    },
    idToken: async () => {
      await world.providerHangs;
      if (world.providerDown) throw new IdentityError('down');
      return world.proven;
    },
    signOut: async () => {
      world.providerSignOuts += 1;
      world.proven = undefined;
      storage.removeItem('identitySession');
    },
  } as Partial<IdentityClient> as IdentityClient;
  const load = vi.fn(async () => identity);
  const keeper = createSessionKeeper({
    storage,
    kept: createSavedSession(storage, 'providers-own'),
    load,
    leaveForHome: () => void world.home.push(keeper.current().status),
    send: async (path, init) => {
      const bearer = new Headers(init?.headers).get('authorization') ?? '';
      if (init?.method === 'PUT' && path === '/user/ann%40shop.example') {
        if (bearer !== 'Bearer proof') throw new Error('the exchange carries the ID token');
        world.exchanges += 1;
        world.validToken = `token-${world.exchanges}`;
        const expiresAt = new Date(Date.now() + 600_000).toISOString();
        return Response.json({ token: world.validToken, expiresAt }, { status: world.exchangeStatus });
      }
      init?.signal?.throwIfAborted();
      world.seen.push(`${path} ${bearer}`);
      if (world.slow) {
        const broken = new Promise<never>((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        );
        await Promise.race([world.slow, broken]);
      }
      if (bearer !== `Bearer ${world.validToken}`) return Response.json({}, { status: 401 });
      return Response.json(world.refusal, { status: world.forbidden ? 403 : 200 });
    },
  });
  return { keeper, world, storage, load };
}

async function setUpSignedIn() {
  const parts = setUp();
  await parts.keeper.signIn(account.email, 'right-one');
  return parts;
}

beforeEach(() => void vi.useFakeTimers({ now: NOW_MS }));
afterEach(() => void vi.useRealTimers());

test('it is loading until the provider has answered, then signed out without a session', async () => {
  const { keeper } = setUp();
  expect(keeper.current().status).toBe('loading');
  await keeper.resolve();
  expect(keeper.current()).toEqual({ status: 'signed-out' });
});

test('signing in exchanges the ID token and stores the access token under its name', async () => {
  const { keeper, storage } = await setUpSignedIn();
  expect(keeper.current()).toEqual({ status: 'signed-in', user: account });
  expect(storage.getItem('accessToken')).toBe('token-1');
});

test('a refused sign-in passes the words of the provider on and changes nothing', async () => {
  const { keeper, storage } = setUp();
  await keeper.resolve();
  await expect(keeper.signIn(account.email, 'wrong')).rejects.toThrow('Wrong email or password');
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('a sign-in that the shop cannot exchange does not stand half done', async () => {
  const { keeper, world } = setUp();
  world.exchangeStatus = 500;
  await expect(keeper.signIn(account.email, 'right-one')).rejects.toThrow('couldn’t log you in just now');
  expect(keeper.current().status).toBe('signed-out');
  expect(world.providerSignOuts).toBe(1);
});

test('the access token is renewed a minute before it runs out', async () => {
  const { world, storage } = await setUpSignedIn();
  await vi.advanceTimersByTimeAsync(539_000);
  expect(world.exchanges).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.exchanges).toBe(2);
  expect(storage.getItem('accessToken')).toBe('token-2');
});

test('a renewal that fails for a while keeps the person signed in and is tried again', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.providerDown = true;
  await vi.advanceTimersByTimeAsync(545_000);
  expect(keeper.current().status).toBe('signed-in');
  world.providerDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(world.exchanges).toBe(2);
});

test('a call goes out with the token that is still good while its renewal hangs, and waits once it has run out', async () => {
  const { keeper, world } = await setUpSignedIn();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.providerHangs = promise;
  await vi.advanceTimersByTimeAsync(540_000);
  expect((await keeper.send('/orders')).status).toBe(200);
  expect(world.seen).toEqual(['/orders Bearer token-1']);
  await vi.advanceTimersByTimeAsync(60_000);
  const late = keeper.send('/orders');
  await vi.advanceTimersByTimeAsync(0);
  expect(world.seen).toHaveLength(1);
  resolve();
  expect((await late).status).toBe(200);
  expect(world.seen).toEqual(['/orders Bearer token-1', '/orders Bearer token-2']);
});

test('a session that has ended at the provider signs out on renewal', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  world.proven = undefined;
  await vi.advanceTimersByTimeAsync(540_000);
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('with the provider down at the start one is signed out, until it answers', async () => {
  const { keeper, world, storage } = setUp();
  world.proven = { idToken: 'proof', account };
  storage.setItem('identitySession', 'session-1');
  world.providerDown = true;
  await keeper.resolve();
  expect(keeper.current().status).toBe('signed-out');
  world.providerDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(keeper.current().status).toBe('signed-in');
});

test('a refused token is renewed once and the call repeated with the new one', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.validToken = 'rotated';
  const response = await keeper.send('/orders?email=ann');
  expect(response.status).toBe(200);
  expect(world.seen).toEqual(['/orders?email=ann Bearer token-1', '/orders?email=ann Bearer token-2']);
  expect(keeper.current().status).toBe('signed-in');
});

test('calls that are refused at the same time share one renewal', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.validToken = 'rotated';
  const responses = await Promise.all([keeper.send('/orders/1'), keeper.send('/orders/2')]);
  expect(responses.map((response) => response.status)).toEqual([200, 200]);
  expect(world.exchanges).toBe(2);
});

test.each(['/orders/1', '/orders?email=a', '/review', '/manageorders'])(
  '403 from %s signs out, at the provider too, and leaves for home before it shows',
  async (path) => {
    const { keeper, world, storage } = await setUpSignedIn();
    world.forbidden = true;
    await keeper.send(path);
    expect(world.home).toEqual(['signed-in']);
    expect(world.providerSignOuts).toBe(1);
    expect(keeper.current().status).toBe('signed-out');
    expect(storage.getItem('accessToken')).toBeNull();
  },
);

test('401 from an order call after the session has ended leaves for home', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.proven = undefined;
  world.validToken = 'rotated';
  await Promise.all([keeper.send('/orders/1'), keeper.send('/orders/2')]);
  expect(world.home).toHaveLength(1);
  expect(keeper.current().status).toBe('signed-out');
});

test('403 for a blocked buyer leaves the session alone, and the reason to be read', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.forbidden = true;
  world.refusal = { error: { code: 'account_blocked', message: 'Chargebacks' } };
  const response = await keeper.send('/orders', { method: 'POST' });
  expect(await response.json()).toEqual(world.refusal);
  expect(keeper.current().status).toBe('signed-in');
  expect(world.home).toEqual([]);
});

test('403 from any other call leaves the session alone', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.forbidden = true;
  await keeper.send('/user/admin/ben%40shop.example');
  await keeper.send('/ordersomething');
  expect(keeper.current().status).toBe('signed-in');
  expect(world.home).toEqual([]);
});

test('401 from any other call that stays refused signs out without leaving', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.proven = undefined;
  world.validToken = 'rotated';
  await keeper.send('/user/ann%40shop.example');
  expect(keeper.current().status).toBe('signed-out');
  expect(world.home).toEqual([]);
});

test('signing out revokes at the provider, removes the token, goes home before it shows, and stops renewing', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  await keeper.signOut();
  expect(world.home).toEqual(['signed-in']);
  expect(keeper.current().status).toBe('signed-out');
  expect(world.providerSignOuts).toBe(1);
  expect(storage.getItem('accessToken')).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(world.exchanges).toBe(1);
});

test('what is read while one signs out is broken off, and not refused', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.seen = [];
  const { promise, resolve } = Promise.withResolvers<Response>();
  world.slow = promise;
  const read = keeper.send('/orders');
  const left = keeper.signOut();
  await expect(keeper.send('/orders')).rejects.toThrow('aborted');
  await expect(read).rejects.toThrow('aborted');
  resolve(Response.json([]));
  await left;
  expect(world.seen).toEqual(['/orders Bearer token-1']);
  await keeper.signIn(account.email, 'right-one');
  world.slow = undefined;
  expect((await keeper.send('/orders')).status).toBe(200);
});

test('an exchange under way while one signs out does not sign in again', async () => {
  const { keeper, storage } = await setUpSignedIn();
  const refreshed = keeper.resolve();
  await keeper.signOut();
  await refreshed;
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('signing out in another tab reaches this one; other keys do not matter', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.proven = undefined;
  keeper.followOtherTab({ key: 'theme', oldValue: null, newValue: 'dark' });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.current().status).toBe('signed-in');
  keeper.followOtherTab({ key: 'identitySession', oldValue: 'session-1', newValue: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.current().status).toBe('signed-out');
});

test('the provider’s client is not loaded for a visitor who has never signed in here, and once for others', async () => {
  const { keeper, load } = setUp();
  await keeper.resolve();
  await keeper.signOut();
  expect(load).not.toHaveBeenCalled();
  await keeper.signIn(account.email, 'right-one');
  await keeper.resolve();
  expect(load).toHaveBeenCalledOnce();
});

test('a client that cannot be loaded is said in words, and loaded at the next try', async () => {
  const { keeper, load } = setUp();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(keeper.signIn(account.email, 'right-one')).rejects.toThrow('Check your connection');
  await keeper.signIn(account.email, 'right-one');
  expect(keeper.current().status).toBe('signed-in');
});

test('signing out forgets what is kept here even then, the provider’s own record too', async () => {
  const { keeper, load, storage } = setUp();
  for (const key of ['identitySession', 'providers-own']) storage.setItem(key, 'zoe');
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await keeper.signOut();
  for (const key of ['identitySession', 'providers-own']) expect(storage.getItem(key)).toBeNull();
});
