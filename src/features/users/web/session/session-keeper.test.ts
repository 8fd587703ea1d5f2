import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type IdentityClient, IdentityError, type ProvenAccount } from './identity-client.ts';
import { createSavedSession, openPersistentStorage } from './saved-session.ts';
import { createSessionKeeper } from './session-keeper.ts';

const account = { email: 'ann@shop.example', displayName: 'Ann', emailVerified: true };
const NOW_MS = Date.parse('2030-01-01T00:00:00Z');

/** A shop and a provider that answer as the test sets. */
function setUp() {
  const storage = openPersistentStorage([]);
  const world = {
    proven: undefined as ProvenAccount | undefined,
    providerDown: false,
    /** Delays the provider's answer. */
    providerHangs: undefined as Promise<void> | undefined,
    exchangeStatus: 200,
    exchanges: 0,
    validToken: '',
    forbidden: false,
    refusal: {} as object,
    seen: [] as string[],
    providerSignOuts: 0,
    home: [] as string[],
    /** Delays every call. */
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

test('is loading until the provider answers, then signed out without a session', async () => {
  const { keeper } = setUp();
  expect(keeper.current().status).toBe('loading');
  await keeper.resolve();
  expect(keeper.current()).toEqual({ status: 'signed-out' });
});

test('exchanges the ID token on sign-in and stores the access token under its name', async () => {
  const { keeper, storage } = await setUpSignedIn();
  expect(keeper.current()).toEqual({ status: 'signed-in', user: account });
  expect(storage.getItem('accessToken')).toBe('token-1');
});

test('passes on the provider’s message for a refused sign-in, and changes nothing', async () => {
  const { keeper, storage } = setUp();
  await keeper.resolve();
  await expect(keeper.signIn(account.email, 'wrong')).rejects.toThrow('Wrong email or password');
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('leaves no half-finished sign-in when the shop cannot exchange it', async () => {
  const { keeper, world } = setUp();
  world.exchangeStatus = 500;
  await expect(keeper.signIn(account.email, 'right-one')).rejects.toThrow('couldn’t log you in just now');
  expect(keeper.current().status).toBe('signed-out');
  expect(world.providerSignOuts).toBe(1);
});

test('renews the access token a minute before it expires', async () => {
  const { world, storage } = await setUpSignedIn();
  await vi.advanceTimersByTimeAsync(539_000);
  expect(world.exchanges).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.exchanges).toBe(2);
  expect(storage.getItem('accessToken')).toBe('token-2');
});

test('keeps the user signed in while a renewal fails, and retries it', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.providerDown = true;
  await vi.advanceTimersByTimeAsync(545_000);
  expect(keeper.current().status).toBe('signed-in');
  world.providerDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(world.exchanges).toBe(2);
});

test('uses the valid token while its renewal hangs, and waits once it has expired', async () => {
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

test('signs out on renewal when the session has ended at the provider', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  world.proven = undefined;
  await vi.advanceTimersByTimeAsync(540_000);
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('is signed out while the provider is down at the start, until it answers', async () => {
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

test('renews a refused token once and repeats the call with the new one', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.validToken = 'rotated';
  const response = await keeper.send('/orders?email=ann');
  expect(response.status).toBe(200);
  expect(world.seen).toEqual(['/orders?email=ann Bearer token-1', '/orders?email=ann Bearer token-2']);
  expect(keeper.current().status).toBe('signed-in');
});

test('shares one renewal among calls refused at the same time', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.validToken = 'rotated';
  const responses = await Promise.all([keeper.send('/orders/1'), keeper.send('/orders/2')]);
  expect(responses.map((response) => response.status)).toEqual([200, 200]);
  expect(world.exchanges).toBe(2);
});

test.each(['/orders/1', '/orders?email=a', '/review', '/manageorders'])(
  '403 from %s logs out, at the provider too, and goes to the home page first',
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

test('goes home on 401 from an order call after the session has ended', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.proven = undefined;
  world.validToken = 'rotated';
  await Promise.all([keeper.send('/orders/1'), keeper.send('/orders/2')]);
  expect(world.home).toHaveLength(1);
  expect(keeper.current().status).toBe('signed-out');
});

test('keeps the session on 403 for a blocked buyer, and exposes the reason', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.forbidden = true;
  world.refusal = { error: { code: 'account_blocked', message: 'Chargebacks' } };
  const response = await keeper.send('/orders', { method: 'POST' });
  expect(await response.json()).toEqual(world.refusal);
  expect(keeper.current().status).toBe('signed-in');
  expect(world.home).toEqual([]);
});

test('keeps the session on 403 from any other call', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.forbidden = true;
  await keeper.send('/user/admin/ben%40shop.example');
  await keeper.send('/ordersomething');
  expect(keeper.current().status).toBe('signed-in');
  expect(world.home).toEqual([]);
});

test('signs out without leaving the page on a repeated 401 from any other call', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.proven = undefined;
  world.validToken = 'rotated';
  await keeper.send('/user/ann%40shop.example');
  expect(keeper.current().status).toBe('signed-out');
  expect(world.home).toEqual([]);
});

test('revokes the session on sign-out, removes the token, goes home first, and stops renewing', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  await keeper.signOut();
  expect(world.home).toEqual(['signed-in']);
  expect(keeper.current().status).toBe('signed-out');
  expect(world.providerSignOuts).toBe(1);
  expect(storage.getItem('accessToken')).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(world.exchanges).toBe(1);
});

test('aborts reads during sign-out without treating them as refused', async () => {
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

test('does not sign in again from an exchange in progress during sign-out', async () => {
  const { keeper, storage } = await setUpSignedIn();
  const refreshed = keeper.resolve();
  await keeper.signOut();
  await refreshed;
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('follows a sign-out in another tab, and ignores other keys', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.proven = undefined;
  keeper.followOtherTab({ key: 'theme', oldValue: null, newValue: 'dark' });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.current().status).toBe('signed-in');
  keeper.followOtherTab({ key: 'identitySession', oldValue: 'session-1', newValue: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.current().status).toBe('signed-out');
});

test('loads the provider’s client only for a visitor who has signed in here, and once', async () => {
  const { keeper, load } = setUp();
  await keeper.resolve();
  await keeper.signOut();
  expect(load).not.toHaveBeenCalled();
  await keeper.signIn(account.email, 'right-one');
  await keeper.resolve();
  expect(load).toHaveBeenCalledOnce();
});

test('explains a client that fails to load, and loads it at the next attempt', async () => {
  const { keeper, load } = setUp();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(keeper.signIn(account.email, 'right-one')).rejects.toThrow('Check your connection');
  await keeper.signIn(account.email, 'right-one');
  expect(keeper.current().status).toBe('signed-in');
});

test('clears local data on sign-out even without the client, with the provider’s own record', async () => {
  const { keeper, load, storage } = setUp();
  for (const key of ['identitySession', 'providers-own']) storage.setItem(key, 'zoe');
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await keeper.signOut();
  for (const key of ['identitySession', 'providers-own']) expect(storage.getItem(key)).toBeNull();
});
