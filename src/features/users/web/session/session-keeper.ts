import type { SignedIn } from '#features/users/sign-in-contract.ts';
import { sessionTexts } from '#features/users/texts/session.ts';
import { ApiError, createApiClient, type Send, type SendInit } from '#ui/client/api-client.ts';
import { type Account, type IdentityClient, IdentityError } from './identity-client.ts';
import { ACCESS_TOKEN_KEY, type PersistentStorage } from './saved-session.ts';

/** What is known about the user. `loading` until the shop has answered; `asked`: a sign-in that lacks its
 * second step. */
export type SessionState =
  | { status: 'loading'; user?: undefined; asked?: undefined }
  | { status: 'signed-out'; user?: undefined; asked?: SignedIn | undefined }
  | { status: 'signed-in'; user: Account; asked?: undefined };

const RETRY_MS = 5_000;

/** The review and order calls: a refusal there signs out and redirects to `/` (specification, section 4). */
const STRICT_PATH = /^\/(review|orders|manageorders)(?=[/?]|$)/;

type SignIn = (identity: IdentityClient) => Promise<SignedIn>;
type AroundSignIn = (signIn: () => Promise<void>) => Promise<void>;
type Leave = () => Promise<void> | void;

type KeeperParts = {
  storage: PersistentStorage;
  /** Where an external provider's client keeps its own record, if there is one. */
  providersKey?: string | undefined;
  load: (accessToken: () => string | undefined) => Promise<IdentityClient>;
  send: Send;
  /** Navigates to `/`; resolves on arrival. */
  leaveForHome: Leave;
};

const calls = () => import('#features/users/contract.ts');
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Manages one session: signs in and out, and signs requests with the access token, which is the session. */
export function createSessionKeeper({ storage, providersKey, load, send, leaveForHome }: KeeperParts) {
  const api = createApiClient(send);
  const listeners = new Set<() => void>();
  let loaded: Promise<IdentityClient> | undefined;
  let state: SessionState = { status: 'loading' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Aborts the ended session's reads, which would be refused.
  let ending = new AbortController();
  let around: AroundSignIn = (signIn) => signIn();

  const accessToken = () => storage.getItem(ACCESS_TOKEN_KEY) ?? undefined;

  /** Loads the provider's client, on first use. */
  function loadIdentity(): Promise<IdentityClient> {
    loaded ??= load(accessToken).catch(() => {
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

  /** Ends a session at the shop; if that fails, or it has ended already, only forgets it here. */
  async function end(token: string): Promise<void> {
    const call = import('#features/users/sign-in-contract.ts').then(({ signOutCall }) => signOutCall);
    await api.call(call, as(token)).catch(() => undefined);
  }

  /** Exchanges a proof for the access token, and ends the session before it. Drops the answer if somebody has
   * signed in or out meanwhile, here or in another tab. */
  async function exchange({ token: proof, email }: SignedIn, before = accessToken()): Promise<void> {
    const call = calls().then(({ exchangeTokenCall }) => exchangeTokenCall);
    const { token, account } = await api.call(call, { params: { email }, ...as(proof) });
    const isCurrent = accessToken() === before;
    if (isCurrent) {
      storage.setItem(ACCESS_TOKEN_KEY, token);
      change({ status: 'signed-in', user: account });
    }
    const left = isCurrent ? before : token;
    if (left) await end(left);
  }

  /** Exchanges a new proof, if the account has changed at the provider. */
  async function followProvider(): Promise<boolean> {
    const before = accessToken();
    const proof = await (await loadIdentity()).renewedProof();
    if (proof) await exchange(proof, before);
    return proof !== undefined;
  }

  /** Asks who is signed in. If that fails, leaves `loading` for signed out and keeps retrying. */
  async function resolve(): Promise<void> {
    clearTimeout(timer);
    const token = accessToken();
    if (!token) return change({ status: 'signed-out' });
    try {
      const call = calls().then(({ getOwnSessionCall }) => getOwnSessionCall);
      const user = await api.call(call, as(token));
      if (accessToken() !== token) return;
      change({ status: 'signed-in', user });
      // The link in Firebase's email is followed at Firebase.
      if (providersKey && !user.emailVerified) await followProvider();
    } catch (error) {
      if (accessToken() !== token) return;
      if (error instanceof ApiError && error.status === 401) return forget();
      if (state.status === 'loading') change({ status: 'signed-out' });
      timer = setTimeout(() => void resolve(), RETRY_MS);
    }
  }

  const enter = (signIn: SignIn) =>
    around(async () => {
      const signedIn = await signIn(await loadIdentity());
      if (signedIn.secondFactor.length > 0) change({ status: 'signed-out', asked: signedIn });
      else await exchange(signedIn);
    });

  /** Forgets a session that has ended. */
  async function forget(leave: Leave = () => undefined): Promise<void> {
    clearTimeout(timer);
    storage.removeItem(ACCESS_TOKEN_KEY);
    ending.abort();
    if (providersKey && storage.getItem(providersKey) !== null)
      await loadIdentity()
        .then((identity) => identity.signOut())
        .catch(() => undefined);
    if (providersKey) storage.removeItem(providersKey);
    await leave();
    ending = new AbortController();
    change({ status: 'signed-out' });
  }

  async function signOut(leave: Leave): Promise<void> {
    const token = accessToken();
    const ended = token ? end(token) : undefined;
    await forget(async () => {
      await ended;
      await leave();
    });
  }

  function sendSigned(path: string, init: SendInit, token: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const signals = init.signal ? [init.signal] : [];
    if ((init.method ?? 'GET') === 'GET') signals.push(ending.signal);
    return send(path, { ...init, headers, signal: AbortSignal.any(signals) });
  }

  /** Sends with the access token, and signs out if it is refused. */
  const sendAuthorised: Send = async (path, init = {}) => {
    const token = accessToken();
    const response = await sendSigned(path, init, token);
    const leave = STRICT_PATH.test(path) ? leaveForHome : undefined;
    // Somebody may have signed in or out meanwhile, here or in another tab.
    if (accessToken() !== token) return response;
    if (response.status === 401) await forget(leave);
    if (response.status === 403 && leave && !(await isAnswerable(response))) await signOut(leave);
    return response;
  };

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    resolve,
    /** Asks again, after the account has changed. */
    async refresh() {
      if (!(providersKey && (await followProvider()))) await resolve();
    },
    /** Follows a sign-in or sign-out in another tab; `key` is null if all was removed. */
    followOtherTab({ key }: Pick<StorageEvent, 'key'>) {
      if (key === null || key === ACCESS_TOKEN_KEY) void resolve();
    },
    stop: () => clearTimeout(timer),
    send: sendAuthorised,
    loadIdentity,
    signIn: (email: string, password: string) => enter((identity) => identity.signIn(email, password)),
    signUp: (name: string, email: string, password: string) =>
      enter((identity) => identity.signUp(name, email, password)),
    signInWithGoogle: () => enter((identity) => identity.signInWithGoogle()),
    /** Signs in by a passkey, or passes by one what a sign-in lacks. */
    signInWithPasskey: (asked?: SignedIn) =>
      enter(async (identity) => {
        if (!asked) return identity.signInWithPasskey();
        await identity.passByPasskey(asked.token);
        return { ...asked, secondFactor: [] };
      }),
    signInBy: enter,
    /** Runs each sign-in inside `wrap` from now on. */
    wrapSignIns: (wrap: AroundSignIn) => {
      around = wrap;
    },
    passByCode: (code: string, asked: SignedIn) =>
      enter(async (identity) => {
        await identity.passByCode(code, asked.token);
        return { ...asked, secondFactor: [] };
      }),
    /** Goes on with a sign-in that the shop's server has begun, or without `asked` starts over. */
    askFactor: (asked?: SignedIn) => change({ status: 'signed-out', asked }),
    /** Stores the access token of a sign-in that the server has made for this browser. */
    keepToken: (token: string) => storage.setItem(ACCESS_TOKEN_KEY, token),
    /** Ends the session and goes to the home page, which needs none. */
    signOut: () => signOut(leaveForHome),
  };
}

/** Refusals that leave the person signed in: blocked users still see their orders, and why they cannot place
 * another; the others ask for a step that needs a session (decision 108). */
const ANSWERABLE = ['account_blocked', 'fresh_sign_in_needed', 'factor_setup_needed'];

async function isAnswerable(response: Response): Promise<boolean> {
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  return ANSWERABLE.includes(body?.error?.code);
}

export type SessionKeeper = ReturnType<typeof createSessionKeeper>;
