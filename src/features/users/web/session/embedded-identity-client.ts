import { signInTexts } from '#features/users/texts/providers.ts';
import { sessionTexts } from '#features/users/texts/session.ts';
import { waitForGooglePopup } from './google-popup.ts';
import {
  type AskedFactor,
  type FactorKind,
  type IdentityClient,
  IdentityError,
  readAccount,
} from './identity-client.ts';
import type { PersistentStorage } from './saved-session.ts';
import { createSavedSession } from './saved-session.ts';

/** Runs `work` while no other tab of this browser runs work with the same name. */
export type TakeTurns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Uses the Web Locks API; in browsers without it (on plain HTTP) tabs may run at the same time. */
export const takeTurns: TakeTurns = (name, work) =>
  globalThis.navigator?.locks ? navigator.locks.request(name, work) : work();

/** Timeout of a renewal, because other tabs wait for it. */
const RENEWAL_TIMEOUT_MS = 15_000;
/** Timeout of the start, during which the Google window is empty. */
const BEGIN_TIMEOUT_MS = 15_000;

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

async function readError(response: Response): Promise<IdentityError> {
  if (response.status === 429) return new IdentityError(signInTexts.tooMany);
  const body: { message?: unknown; error?: { message?: unknown } } = await response.json().catch(() => ({}));
  const message = body.message ?? body.error?.message;
  const needsSignIn = response.status === 401;
  if (typeof message === 'string' && message !== '') return new IdentityError(message, { needsSignIn });
  return new IdentityError(response.status >= 500 ? sessionTexts.unreachable : signInTexts.refused);
}

/** Client of the shop's own accounts under `/api/auth`: the session is a bearer token, never a cookie. */
export function createEmbeddedIdentityClient(
  storage: PersistentStorage,
  fetch: Fetch = (path, init) => globalThis.fetch(path, init),
  inTurn: TakeTurns = takeTurns,
): IdentityClient {
  const kept = createSavedSession(storage);
  // Issued with a new password; lets the owner sign in while others keep guessing passwords.
  let pass: string | undefined;

  async function call(path: string, init: RequestInit = {}, session = kept.token()): Promise<Response> {
    const headers = new Headers(init.headers);
    if (session) headers.set('authorization', `Bearer ${session}`);
    try {
      return await fetch(`/api/auth${path}`, { credentials: 'omit', ...init, headers });
    } catch {
      throw new IdentityError(sessionTexts.unreachable);
    }
  }

  async function post(
    path: string,
    body: object,
    { session, ...init }: RequestInit & { session?: string | undefined } = {},
  ): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body), ...init };
    const response = await call(path, sent, session);
    if (!response.ok) throw await readError(response);
    return response;
  }

  function keepSession(session: string | null | undefined): undefined {
    if (!session) throw new IdentityError(signInTexts.noSession);
    kept.keep(session);
  }

  /** Keeps the session of an answer, unless it still lacks its second step. */
  async function enter(response: Response): Promise<AskedFactor | undefined> {
    const session = response.headers.get('set-auth-token');
    const { secondFactor: kinds }: { secondFactor?: FactorKind[] } = await response.json();
    if (session && kinds) return { session, kinds };
    return keepSession(session);
  }

  /** Whether a session has passed its second step, and the kinds of it. */
  async function askFactor(session: string | undefined): Promise<{ kinds: FactorKind[]; isPassed: boolean }> {
    const response = await call('/second-factor', {}, session);
    if (!response.ok) throw await readError(response);
    const { secondFactor: kinds, isPassed } = await response.json();
    return { kinds, isPassed };
  }

  /** Renews the session, if any, for an ID token. Tabs take turns: each renewal spends the shared token. */
  async function renew(): Promise<string | undefined> {
    const sent = kept.token();
    if (!sent) return undefined;
    const response = await call('/token', {
      headers: { 'idempotency-key': kept.renewalKey() },
      signal: AbortSignal.timeout(RENEWAL_TIMEOUT_MS),
    });
    // Someone signed in or out meanwhile, here or in another tab: the response is about the previous session.
    if (kept.token() !== sent) return renew();
    // 403: a second step was set up elsewhere, which this session has not passed.
    if (response.status === 401 || response.status === 403) {
      kept.forget();
      return undefined;
    }
    if (!response.ok) throw await readError(response);
    keepSession(response.headers.get('set-auth-token'));
    const { token }: { token: string } = await response.json();
    return token;
  }

  type By = Parameters<typeof post>[2];

  const startPasskey = async (by: By) => (await post('/passkey/options', {}, by)).json();

  const sendPasskey = async (passkey: object, by: By) =>
    keepSession((await post('/passkey', { passkey }, by)).headers.get('set-auth-token'));

  return {
    async signIn(email, password) {
      return enter(await post('/sign-in/email', { email, password, pass }));
    },
    async signUp(name, email, password) {
      await post('/sign-up/email', { name, email, password });
      // A sign-up does not reveal whether the address has an account; only signing in with this password
      // does.
      const response = await post('/sign-in/email', { email, password }).catch((error: unknown) => {
        if (error instanceof IdentityError && error.needsSignIn)
          throw new IdentityError(signInTexts.checkEmail(email));
        throw error;
      });
      return enter(response);
    },
    async signInWithGoogle() {
      const session = await waitForGooglePopup(async (callbackURL) => {
        // The provider binds this attempt to the browser with its own short-lived cookie.
        const response = await post(
          '/sign-in/social',
          { provider: 'google', callbackURL, errorCallbackURL: callbackURL, disableRedirect: true },
          { credentials: 'same-origin', signal: AbortSignal.timeout(BEGIN_TIMEOUT_MS) },
        );
        const { url }: { url: string } = await response.json();
        return url;
      });
      const { kinds, isPassed } = await askFactor(session);
      if (!isPassed) return { session, kinds };
      return keepSession(session);
    },
    async signInWithPasskey(asked) {
      // No bearer at all, where nobody is signed in.
      const by = { session: asked?.session ?? '' };
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = await startPasskey(by);
      const passkey = await startAuthentication({ optionsJSON }).catch(() => {
        throw new IdentityError(signInTexts.noPasskey);
      });
      return sendPasskey(passkey, by);
    },
    async choosePasskey(signal) {
      const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser');
      const optionsJSON = await startPasskey({ session: '', signal });
      signal.throwIfAborted();
      signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
      const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
      return () => sendPasskey(passkey, { session: '' });
    },
    async passByCode(code, { session }) {
      const response = await post('/second-factor', { code }, { session });
      return keepSession(response.headers.get('set-auth-token'));
    },
    async findFactors() {
      const session = kept.token() ?? '';
      const { kinds } = await askFactor(session);
      return kinds.length > 0 ? { session, kinds } : undefined;
    },
    async signOut() {
      if (!kept.token()) return;
      await call('/sign-out', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }).catch(() => undefined);
      kept.forget();
    },
    async confirmPassword(email, password) {
      await post('/confirm-password', { email, password, pass });
    },
    async requestPasswordReset(email) {
      await post('/request-password-reset', { email, redirectTo: '/reset-password' });
    },
    async resetPassword(token, newPassword) {
      const response = await post('/reset-password', { token, newPassword });
      const body: { signInPass?: string } = await response.json();
      pass = body.signInPass;
    },
    async sendVerificationEmail(email) {
      await post('/send-verification-email', { email, callbackURL: '/verify-email' });
    },
    async verifyEmail(token) {
      const response = await call(`/verify-email?token=${encodeURIComponent(token)}`);
      if (!response.ok) throw await readError(response);
    },
    // The shop's server renames its own accounts.
    rename: async () => undefined,
    async idToken() {
      if (!kept.token()) return undefined;
      const token = await inTurn('toolyard-session', renew);
      return token === undefined ? undefined : { idToken: token, account: readAccount(token) };
    },
  };
}
