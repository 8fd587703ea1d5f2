import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChosenPasskey, createPasskeyOffer } from './passkey-offer.ts';

const RENEWAL_MS = 4 * 60_000;
const signedIn = { token: 'proof', email: 'ada@shop.example', secondFactor: [] };

/** A browser with a passkey, and a shop that refuses it at first. */
function setUp() {
  const asked: PromiseWithResolvers<ChosenPasskey>[] = [];
  const open: AbortSignal[] = [];
  const told: unknown[] = [];
  let isRefused = true;
  const enter = vi.fn(async (_passkey: ChosenPasskey) => {
    if (isRefused) throw new Error('not known here');
  });
  const choose = (signal: AbortSignal) => {
    const choice = Promise.withResolvers<ChosenPasskey>();
    signal.addEventListener('abort', () => choice.reject(signal.reason));
    asked.push(choice);
    open.push(signal);
    return choice.promise;
  };
  const { offer, whileWithdrawn } = createPasskeyOffer(choose, (passkey) =>
    whileWithdrawn(() => enter(passkey)),
  );
  return {
    whileWithdrawn,
    enter,
    told,
    start: () => offer((refusal) => told.push(refusal instanceof Error ? refusal.message : refusal)),
    choose: async (passkey: ChosenPasskey = async () => signedIn) => {
      asked.at(-1)?.resolve(passkey);
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async () => {
      asked.at(-1)?.reject(new Error('offline'));
      await vi.advanceTimersByTimeAsync(0);
    },
    accept: () => {
      isRefused = false;
    },
    /** How many times it was asked, and how many of these are open. */
    counts: () => [asked.length, open.filter((signal) => !signal.aborted).length],
  };
}

const page = { visibilityState: 'visible', listen: new EventTarget() };

beforeEach(() => {
  vi.useFakeTimers();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', {
    get visibilityState() {
      return page.visibilityState;
    },
    addEventListener: page.listen.addEventListener.bind(page.listen),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('signs in by the passkey that is chosen', async () => {
  const { start, choose, accept, enter, told } = setUp();
  accept();
  start();
  const chosen = async () => signedIn;
  await choose(chosen);
  expect(enter).toHaveBeenCalledExactlyOnceWith(chosen);
  expect(told).toEqual([undefined]);
});

test('tells why a passkey is refused, and offers again', async () => {
  const { start, choose, told, counts } = setUp();
  start();
  await choose();
  expect(told).toEqual([undefined, 'not known here']);
  expect(counts()).toEqual([2, 1]);
});

test('is withdrawn for another way to sign in, and made again if that fails', async () => {
  const { start, whileWithdrawn, counts } = setUp();
  start();
  const password = Promise.withResolvers<void>();
  const signingIn = whileWithdrawn(() => password.promise);
  expect(counts()).toEqual([1, 0]);
  password.reject(new Error('wrong password'));
  await expect(signingIn).rejects.toThrow('wrong password');
  expect(counts()).toEqual([2, 1]);
  await whileWithdrawn(async () => undefined);
  expect(counts()).toEqual([2, 0]);
});

test('is renewed before its challenge expires, on a page that is seen', async () => {
  const { start, counts } = setUp();
  start();
  await vi.advanceTimersByTimeAsync(RENEWAL_MS);
  expect(counts()).toEqual([2, 1]);
  page.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(5 * RENEWAL_MS);
  expect(counts()).toEqual([2, 1]);
  page.visibilityState = 'visible';
  page.listen.dispatchEvent(new Event('visibilitychange'));
  expect(counts()).toEqual([3, 1]);
});

test('says nothing where there is nothing to choose from, and does not ask at once again', async () => {
  const { start, fail, told, counts } = setUp();
  start();
  await fail();
  expect([told, counts()]).toEqual([[], [1, 1]]);
});

test('ends with the page that makes it', async () => {
  const { start, whileWithdrawn, counts } = setUp();
  start()();
  expect(counts()).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(2 * RENEWAL_MS);
  await expect(whileWithdrawn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(counts()).toEqual([1, 0]);
});
