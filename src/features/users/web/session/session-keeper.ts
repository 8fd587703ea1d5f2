import { sessionTexts } from '#features/users/texts/session.ts';
import { ApiError, createApiClient, type Send, type SendInit } from '#ui/client/api-client.ts';
import { type Account, type AskedFactor, type IdentityClient, IdentityError } from './identity-client.ts';
import type { PersistentStorage, SavedSession, StorageChange } from './saved-session.ts';

/** What is known about the user. `loading` until the provider has answered. */
export type SessionState =
  | { status: 'loading'; user?: undefined; asked?: undefined }
  | { status: 'signed-out'; user?: undefined; asked?: AskedFactor | undefined }
  | { status: 'signed-in'; user: Account; asked?: undefined };

/** The result of asking the provider: a new access token, no session any more, or an answer that came too
 * late. */
type Renewal = 'renewed' | 'ended' | 'superseded';

const ACCESS_TOKEN_KEY = 'accessToken';
const RENEW_EARLY_MS = 60_000;
const SHORTEST_RENEWAL_MS = 30_000;
const RETRY_MS = 5_000;

/** The review and order calls: a refusal there signs out and redirects to `/` (specification, section 4). */
const STRICT_PATH = /^\/(review|orders|manageorders)(?=[/?]|$)/;

type SignIn = (identity: IdentityClient) => Promise<AskedFactor | undefined>;
type AroundSignIn = (signIn: () => Promise<void>) => Promise<void>;

type KeeperParts = {
  storage: PersistentStorage;
  kept: SavedSession;
  load: () => Promise<IdentityClient>;
  send: Send;
  /** Navigates to `/`; resolves on arrival. */
  leaveForHome: () => Promise<void> | void;
};

/** Manages one session: signs in and out, renews the access token before it expires, and signs requests with
 * it. */
export function createSessionKeeper({ storage, kept, load, send, leaveForHome }: KeeperParts) {
  const api = createApiClient(send);
  const listeners = new Set<() => void>();
  let loaded: Promise<IdentityClient> | undefined;
  let state: SessionState = { status: 'loading' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewal: Promise<Renewal> | undefined;
  // The access token is valid until then, so calls do not wait for a renewal under way.
  let goodUntilMs = 0;
  // Counts sign-ins and sign-outs, to drop responses to requests sent before one of them.
  let generation = 0;
  // Aborts reads made for the session that ends: they would only be refused.
  let ending = new AbortController();
  let around: AroundSignIn = (signIn) => signIn();

  /** Loads the provider's client, on sign-in or for a returning user; the saved session alone shows whether
   * it is needed. */
  function loadIdentity(): Promise<IdentityClient> {
    loaded ??= load().catch(() => {
      // Failed to load; a later attempt may succeed.
      loaded = undefined;
      throw new IdentityError(sessionTexts.unreachable);
    });
    return loaded;
  }

  function change(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function resolveIn(delayMs: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void resolve(), delayMs);
  }

  /** Drops everything under way for the previous session. */
  function supersede() {
    generation += 1;
    renewal = undefined;
    goodUntilMs = 0;
    clearTimeout(timer);
  }

  function forget() {
    supersede();
    storage.removeItem(ACCESS_TOKEN_KEY);
  }

  async function exchange(): Promise<Renewal> {
    const begun = generation;
    const proven = kept.token() === undefined ? undefined : await (await loadIdentity()).idToken();
    if (begun !== generation) return 'superseded';
    if (!proven) return 'ended';
    try {
      const { token, expiresAt } = await api.call(
        import('#features/users/contract.ts').then((calls) => calls.exchangeTokenCall),
        {
          params: { email: proven.account.email },
          headers: { authorization: `Bearer ${proven.idToken}` },
        },
      );
      if (begun !== generation) return 'superseded';
      storage.setItem(ACCESS_TOKEN_KEY, token);
      goodUntilMs = Date.parse(expiresAt);
      resolveIn(Math.max(goodUntilMs - Date.now() - RENEW_EARLY_MS, SHORTEST_RENEWAL_MS));
      change({ status: 'signed-in', user: proven.account });
      return 'renewed';
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return 'ended';
      throw error;
    }
  }

  /** Gets a new access token. Concurrent calls share one renewal. */
  function renew(): Promise<Renewal> {
    if (!renewal) {
      const mine = exchange().finally(() => {
        if (renewal === mine) renewal = undefined;
      });
      renewal = mine;
    }
    return renewal;
  }

  /** Determines again who is signed in. If that fails, leaves `loading` for signed out and keeps retrying. */
  async function resolve() {
    const begun = generation;
    try {
      if ((await renew()) === 'ended') await signOut();
    } catch {
      if (begun !== generation) return;
      if (state.status === 'loading') change({ status: 'signed-out' });
      resolveIn(RETRY_MS);
    }
  }

  async function finishSignIn(signIn: SignIn): Promise<void> {
    const asked = await signIn(await loadIdentity());
    if (asked) return change({ status: 'signed-out', asked });
    forget();
    const outcome = await renew().catch((): Renewal => 'ended');
    if (outcome !== 'ended') return;
    await signOut();
    throw new IdentityError(sessionTexts.notSignedIn);
  }

  const enter = (signIn: SignIn) => around(() => finishSignIn(signIn));

  async function signOut(leave: () => Promise<void> | void = () => undefined) {
    forget();
    ending.abort();
    if (kept.token() !== undefined) await loadIdentity().then((identity) => identity.signOut(), kept.forget);
    await leave();
    ending = new AbortController();
    change({ status: 'signed-out' });
  }

  function sendSigned(path: string, init: SendInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const token = storage.getItem(ACCESS_TOKEN_KEY);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const signals = init.signal ? [init.signal] : [];
    if ((init.method ?? 'GET') === 'GET') signals.push(ending.signal);
    return send(path, { ...init, headers, signal: AbortSignal.any(signals) });
  }

  /** Sends with the access token, renews it once if refused, and signs out if refused again. */
  const sendAuthorised: Send = async (path, init = {}) => {
    if (renewal && Date.now() >= goodUntilMs) await renewal;
    const asked = generation;
    let response = await sendSigned(path, init);
    if (response.status === 401 && (await renew()) === 'renewed') response = await sendSigned(path, init);
    const strict = STRICT_PATH.test(path);
    const refused =
      response.status === 401 || (strict && response.status === 403 && !(await isOfBlocked(response)));
    if (refused && asked === generation) await signOut(strict ? leaveForHome : undefined);
    return response;
  };

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    resolve,
    followOtherTab(change: StorageChange) {
      if (!kept.isOtherSession(change)) return;
      supersede();
      void resolve();
    },
    stop: () => clearTimeout(timer),
    send: sendAuthorised,
    loadIdentity,
    signIn: (email: string, password: string) => enter((identity) => identity.signIn(email, password)),
    signUp: (name: string, email: string, password: string) =>
      enter((identity) => identity.signUp(name, email, password)),
    signInWithGoogle: () => enter((identity) => identity.signInWithGoogle()),
    /** Signs in by a passkey, or passes by one what a sign-in lacks. */
    signInWithPasskey: (asked?: AskedFactor) => enter((identity) => identity.signInWithPasskey(asked)),
    signInBy: enter,
    /** Runs each sign-in inside `wrap` from now on. */
    wrapSignIns: (wrap: AroundSignIn) => {
      around = wrap;
    },
    passByCode: (code: string, asked: AskedFactor) => enter((identity) => identity.passByCode(code, asked)),
    /** Goes on with a sign-in that the shop's server has begun, or without `asked` begins anew. */
    askFactor: (asked?: AskedFactor) => change({ status: 'signed-out', asked }),
    /** Saves a session that the shop's server has started for this browser. */
    keepSession: kept.keep,
    /** Ends the session and goes to the home page, which needs none. */
    signOut: () => signOut(leaveForHome),
  };
}

/** Blocked users stay signed in: they still see their orders, and why they cannot place another. */
async function isOfBlocked(response: Response): Promise<boolean> {
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  return body?.error?.code === 'account_blocked';
}

export type SessionKeeper = ReturnType<typeof createSessionKeeper>;
