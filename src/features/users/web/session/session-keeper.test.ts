import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type IdentityClient, IdentityError } from './identity-client.ts';
import { openPersistentStorage } from './saved-session.ts';
import { createSessionKeeper } from './session-keeper.ts';

const account = { email: 'ann@shop.example', displayName: 'Ann', emailVerified: true };

/** A shop and a provider that answer as the test sets. `valid` are the access tokens of open sessions. */
function setUp(providersKey?: string) {
  const storage = openPersistentStorage([]);
  const world = {
    user: account,
    isDown: false,
    exchangeStatus: 200,
    exchanges: 0,
    valid: new Set<string>(),
    secondFactor: [] as 'code'[],
    renewed: false,
    status: 200,
    refusal: {} as object,
    seen: [] as string[],
    signOuts: [] as string[],
    providerSignOuts: 0,
    home: [] as string[],
    /** Delays every call of a page. */
    slow: undefined as Promise<unknown> | undefined,
    /** Delays the exchange. */
    slowExchange: undefined as Promise<unknown> | undefined,
  };
  const proof = () => ({ token: 'proof', email: account.email, secondFactor: world.secondFactor });
  const identity = {
    signIn: async (_email: string, password: string) => {
      if (password !== 'right-one') throw new IdentityError('Wrong email or password');
      return proof();
    },
    passByCode: async () => undefined,
    renewedProof: async () => (world.renewed ? proof() : undefined),
    signOut: async () => {
      world.providerSignOuts += 1;
    },
  } as Partial<IdentityClient> as IdentityClient;
  const load = vi.fn(async () => identity);

  async function answer(path: string, init: RequestInit = {}): Promise<Response> {
    const [, bearer = ''] = (new Headers(init.headers).get('authorization') ?? '').split(' ');
    if (world.isDown) throw new TypeError('Failed to fetch');
    if (init.method === 'PUT' && path === '/user/ann%40shop.example') {
      if (bearer !== 'proof') throw new Error('the exchange carries the proof');
      await world.slowExchange;
      world.exchanges += 1;
      const token = `token-${world.exchanges}`;
      world.valid.add(token);
      return Response.json({ token, account: world.user }, { status: world.exchangeStatus });
    }
    if (!world.valid.has(bearer)) return Response.json({}, { status: 401 });
    if (path === '/account/session') return Response.json(world.user);
    if (path === '/api/auth/sign-out') {
      world.signOuts.push(bearer);
      world.valid.delete(bearer);
      return Response.json({ status: true });
    }
    return Response.json(world.refusal, { status: world.status });
  }

  const keeper = createSessionKeeper({
    storage,
    providersKey,
    load,
    leaveForHome: () => void world.home.push(keeper.current().status),
    send: async (path, init) => {
      init?.signal?.throwIfAborted();
      if (/^\/(?!user\/ann|account|api)/.test(path)) {
        world.seen.push(`${path} ${new Headers(init?.headers).get('authorization')}`);
        if (world.slow) {
          const broken = new Promise<never>((_, reject) =>
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
          );
          await Promise.race([world.slow, broken]);
        }
      }
      return answer(path, init);
    },
  });
  return { keeper, world, storage, load };
}

async function setUpSignedIn(providersKey?: string) {
  const parts = setUp(providersKey);
  await parts.keeper.signIn(account.email, 'right-one');
  return parts;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('is loading until it is asked, then signed out without a token and without a call', async () => {
  const { keeper, world, load } = setUp();
  world.isDown = true;
  expect(keeper.current().status).toBe('loading');
  await keeper.resolve();
  expect(keeper.current()).toEqual({ status: 'signed-out' });
  expect(load).not.toHaveBeenCalled();
});

test('exchanges the proof on sign-in and stores the access token under its name', async () => {
  const { keeper, storage } = await setUpSignedIn();
  expect(keeper.current()).toEqual({ status: 'signed-in', user: account });
  expect(storage.getItem('accessToken')).toBe('token-1');
});

test('knows a returning visitor by one call, without the provider’s client', async () => {
  const { keeper, world, storage, load } = setUp();
  storage.setItem('accessToken', 'kept');
  world.valid.add('kept');
  await keeper.resolve();
  expect(keeper.current()).toEqual({ status: 'signed-in', user: account });
  expect(load).not.toHaveBeenCalled();
});

test('forgets a token whose session has ended', async () => {
  const { keeper, storage } = setUp();
  storage.setItem('accessToken', 'ended');
  await keeper.resolve();
  expect(keeper.current()).toEqual({ status: 'signed-out' });
  expect(storage.getItem('accessToken')).toBeNull();
});

test('is signed out while the shop is down at the start, until it answers', async () => {
  const { keeper, world, storage } = setUp();
  storage.setItem('accessToken', 'kept');
  world.valid.add('kept');
  world.isDown = true;
  await keeper.resolve();
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBe('kept');
  world.isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(keeper.current().status).toBe('signed-in');
});

test('passes on the message for a refused sign-in, and changes nothing', async () => {
  const { keeper, storage } = setUp();
  await keeper.resolve();
  await expect(keeper.signIn(account.email, 'wrong')).rejects.toThrow('Wrong email or password');
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('leaves no half-finished sign-in when the shop cannot exchange it', async () => {
  const { keeper, world, storage } = setUp();
  await keeper.resolve();
  world.exchangeStatus = 500;
  await expect(keeper.signIn(account.email, 'right-one')).rejects.toThrow('Something went wrong');
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('asks for the second step, and exchanges the proof once it has passed', async () => {
  const { keeper, world } = setUp();
  world.secondFactor = ['code'];
  await keeper.signIn(account.email, 'right-one');
  const { asked } = keeper.current();
  expect(asked).toEqual({ token: 'proof', email: account.email, secondFactor: ['code'] });
  expect(world.exchanges).toBe(0);
  if (asked) await keeper.passByCode('123456', asked);
  expect(keeper.current().status).toBe('signed-in');
});

test('ends the session before it when somebody signs in anew', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  await keeper.signIn(account.email, 'right-one');
  expect(storage.getItem('accessToken')).toBe('token-2');
  expect(world.signOuts).toEqual(['token-1']);
});

test.each(['/orders/1', '/orders?email=a', '/review', '/manageorders'])(
  '403 from %s logs out, at the shop too, and goes to the home page first',
  async (path) => {
    const { keeper, world, storage } = await setUpSignedIn();
    world.status = 403;
    await keeper.send(path);
    expect(world.home).toEqual(['signed-in']);
    expect(world.signOuts).toEqual(['token-1']);
    expect(keeper.current().status).toBe('signed-out');
    expect(storage.getItem('accessToken')).toBeNull();
  },
);

test('goes home once on 401 from order calls after the session has ended', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.valid.clear();
  await Promise.all([keeper.send('/orders/1'), keeper.send('/orders/2')]);
  expect(world.home).toHaveLength(1);
  expect(keeper.current().status).toBe('signed-out');
});

test.each([
  ['of a blocked buyer', 'account_blocked'],
  ['that asks who is there', 'fresh_sign_in_needed'],
  ['that asks for a second step', 'factor_setup_needed'],
])('keeps the session on a 403 %s, and exposes the reason', async (_what, code) => {
  const { keeper, world } = await setUpSignedIn();
  world.status = 403;
  world.refusal = { error: { code, message: 'Why' } };
  const response = await keeper.send('/orders/1/refunds', { method: 'POST' });
  expect(await response.json()).toEqual(world.refusal);
  expect(keeper.current().status).toBe('signed-in');
  expect(world.home).toEqual([]);
});

test('keeps the session on 403 from any other call', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.status = 403;
  await keeper.send('/user/admin/ben%40shop.example');
  await keeper.send('/ordersomething');
  expect(keeper.current().status).toBe('signed-in');
  expect(world.home).toEqual([]);
});

test('signs out without leaving the page on 401 from any other call', async () => {
  const { keeper, world } = await setUpSignedIn();
  world.valid.clear();
  await keeper.send('/notices');
  expect(keeper.current().status).toBe('signed-out');
  expect(world.home).toEqual([]);
});

test('keeps the session of a sign-in in another tab when the token before it is refused', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.slow = promise;
  const late = keeper.send('/orders');
  world.valid = new Set(['token-of-another-tab']);
  storage.setItem('accessToken', 'token-of-another-tab');
  resolve();
  expect((await late).status).toBe(401);
  expect(storage.getItem('accessToken')).toBe('token-of-another-tab');
  expect(world.home).toEqual([]);
});

test('ends the session on sign-out, removes the token, and goes home first', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  await keeper.signOut();
  expect(world.home).toEqual(['signed-in']);
  expect(keeper.current().status).toBe('signed-out');
  expect(world.signOuts).toEqual(['token-1']);
  expect(storage.getItem('accessToken')).toBeNull();
});

test('signs out here even if the shop cannot be reached', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  world.isDown = true;
  await keeper.signOut();
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
});

test('aborts reads during sign-out without treating them as refused', async () => {
  const { keeper, world } = await setUpSignedIn();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.slow = promise;
  const read = keeper.send('/orders');
  const left = keeper.signOut();
  await expect(keeper.send('/orders')).rejects.toThrow('aborted');
  await expect(read).rejects.toThrow('aborted');
  resolve();
  await left;
  expect(world.seen).toEqual(['/orders Bearer token-1']);
  await keeper.signIn(account.email, 'right-one');
  world.slow = undefined;
  expect((await keeper.send('/orders')).status).toBe(200);
});

test('does not sign in again from an exchange in progress during sign-out', async () => {
  const { keeper, world, storage } = await setUpSignedIn('providers-own');
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(world, { renewed: true, slowExchange: promise });
  const refreshed = keeper.refresh();
  await keeper.signOut();
  resolve();
  await refreshed;
  expect(keeper.current().status).toBe('signed-out');
  expect(storage.getItem('accessToken')).toBeNull();
  expect(world.signOuts).toEqual(['token-1', 'token-2']);
});

test('follows a sign-out and a sign-in in another tab, and ignores other keys', async () => {
  const { keeper, world, storage } = await setUpSignedIn();
  storage.removeItem('accessToken');
  keeper.followOtherTab({ key: 'theme' });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.current().status).toBe('signed-in');
  keeper.followOtherTab({ key: 'accessToken' });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.current().status).toBe('signed-out');
  world.valid.add('token-of-another-tab');
  storage.setItem('accessToken', 'token-of-another-tab');
  keeper.followOtherTab({ key: 'accessToken' });
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.current().status).toBe('signed-in');
});

test('learns from an external provider that the address is verified by now', async () => {
  const { keeper, world, storage } = setUp('providers-own');
  storage.setItem('accessToken', 'kept');
  world.valid.add('kept');
  world.user = { ...account, emailVerified: false };
  await keeper.resolve();
  expect(world.exchanges).toBe(0);
  world.renewed = true;
  await keeper.resolve();
  expect(storage.getItem('accessToken')).toBe('token-1');
  expect(world.signOuts).toEqual(['kept']);
});

test('explains a client that fails to load, and loads it at the next attempt', async () => {
  const { keeper, load } = setUp();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await expect(keeper.signIn(account.email, 'right-one')).rejects.toThrow('Check your connection');
  await keeper.signIn(account.email, 'right-one');
  expect(keeper.current().status).toBe('signed-in');
  expect(load).toHaveBeenCalledTimes(2);
});

test('clears local data on sign-out, the provider’s own record too, even without its client', async () => {
  const { keeper, load, storage } = setUp('providers-own');
  for (const key of ['accessToken', 'providers-own']) storage.setItem(key, 'zoe');
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await keeper.signOut();
  for (const key of ['accessToken', 'providers-own']) expect(storage.getItem(key)).toBeNull();
});
