import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { type ApiClient, createApiClient, sendFromBrowser } from '#web/client/api-client.ts';
import { useShopSettings } from '#web/client/load-context.ts';
import type { IdentityClient } from './identity-client.ts';
import { createLazyIdentityClient } from './lazy-identity-client.ts';
import { openPersistentStorage, type PersistentStorage } from './persistent-storage.ts';
import { createSessionKeeper, type SessionKeeper, type SessionState } from './session-keeper.ts';
import { watchOrders } from './watch-orders.ts';

type SessionParts = {
  keeper: SessionKeeper;
  identity: IdentityClient;
  api: ApiClient;
  followOrders: (follow: () => void) => () => void;
};

/** The session as components see it. `api` signs its calls with the access token. */
export type Session = SessionState &
  Pick<SessionKeeper, 'signIn' | 'signUp' | 'signInWithGoogle' | 'signOut'> &
  Pick<SessionParts, 'api' | 'identity' | 'followOrders'> & {
    /** Asks the provider anew, after the account has changed there. */
    refresh: SessionKeeper['resolve'];
  };

const SessionContext = createContext<SessionParts | undefined>(undefined);
const LOADING: SessionState = { status: 'loading' };
const loading = () => LOADING;

function createIdentityClient(
  { firebase }: ShopSettings['identityProvider'],
  storage: PersistentStorage,
): IdentityClient {
  return createLazyIdentityClient(storage, async () => {
    if (!firebase) {
      const { createEmbeddedIdentityClient } = await import('./embedded-identity-client.ts');
      return createEmbeddedIdentityClient(storage);
    }
    const { createFirebaseIdentityClient } = await import('./firebase/firebase-identity-client.ts');
    return createFirebaseIdentityClient(firebase, storage);
  });
}

function createParts(
  provider: ShopSettings['identityProvider'],
  leaveForHome: () => Promise<void> | void,
): SessionParts {
  const storage = openPersistentStorage(typeof document === 'undefined' ? [] : undefined);
  const identity = createIdentityClient(provider, storage);
  const keeper = createSessionKeeper({ storage, identity, send: sendFromBrowser, leaveForHome });
  const { send, followOrders } = watchOrders(keeper.send);
  return { keeper, identity, api: createApiClient(send), followOrders };
}

/**
 * Goes to a page, and answers once it is shown. The router's own promise comes before that, while the page that was is
 * still there, and would take itself for a protected one whose reader has just signed out.
 */
function useArrivingNavigate(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef(navigate);
  const arrived = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = navigate;
    if (location) arrived.current?.();
  }, [navigate, location]);
  return useCallback((path) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived.current = resolve;
    void latest.current(path);
    return promise;
  }, []);
}

/** Makes the session known to everything inside. On the server, and until the provider answers, it is `loading`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const goTo = useArrivingNavigate();
  const { identityProvider } = useShopSettings();
  const [parts] = useState(() => createParts(identityProvider, () => goTo('/')));

  useEffect(() => {
    const { keeper } = parts;
    const follow = (event: StorageEvent) => keeper.followOtherTab(event);
    window.addEventListener('storage', follow);
    void keeper.resolve();
    return () => {
      window.removeEventListener('storage', follow);
      keeper.stop();
    };
  }, [parts]);

  return <SessionContext value={parts}>{children}</SessionContext>;
}

/** Who is signed in, the way to sign in and out, and the API in their name. Must be used inside `SessionProvider`. */
export function useSession(): Session {
  const parts = useContext(SessionContext);
  if (!parts) throw new Error('useSession needs a SessionProvider around it');
  const { keeper, identity, api, followOrders } = parts;
  const state = useSyncExternalStore(keeper.subscribe, keeper.current, loading);
  return useMemo(
    () => ({
      ...state,
      api,
      identity,
      followOrders,
      signIn: keeper.signIn,
      signUp: keeper.signUp,
      signInWithGoogle: keeper.signInWithGoogle,
      signOut: keeper.signOut,
      refresh: keeper.resolve,
    }),
    [state, api, identity, followOrders, keeper],
  );
}
