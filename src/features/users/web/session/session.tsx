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
import {
  type ApiClient,
  createApiClient,
  publicApi,
  type Send,
  sendFromBrowser,
} from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { openPersistentStorage } from './saved-session.ts';
import { createSessionKeeper, type SessionKeeper, type SessionState } from './session-keeper.ts';

/** Constant for the whole visit. */
type SessionParts = {
  keeper: SessionKeeper;
  /** The API client; its calls are signed with the access token. */
  api: ApiClient;
  followOrders: (follow: () => void) => () => void;
};

type Session = SessionState &
  Omit<SessionKeeper, 'current' | 'subscribe' | 'resolve' | 'followOtherTab' | 'stop' | 'send'> &
  Omit<SessionParts, 'keeper'>;

const SessionContext = createContext<SessionParts | undefined>(undefined);
const LOADING: SessionState = { status: 'loading' };
const loading = () => LOADING;

function createParts(
  { firebase }: ShopSettings['identityProvider'],
  leaveForHome: () => Promise<void> | void,
): SessionParts {
  const storage = openPersistentStorage(typeof document === 'undefined' ? [] : undefined);
  const providersKey = firebase ? `firebase:authUser:${firebase.apiKey}:[DEFAULT]` : undefined;
  const load = async (accessToken: () => string | undefined) => {
    if (!firebase) {
      const { createEmbeddedIdentityClient } = await import('./embedded-identity-client.ts');
      return createEmbeddedIdentityClient(publicApi, accessToken);
    }
    const { openFirebaseAuth } = await import('./firebase-auth.ts');
    const { createFirebaseIdentityClient } = await import('./firebase-identity-client.ts');
    return createFirebaseIdentityClient(openFirebaseAuth(firebase));
  };
  const keeper = createSessionKeeper({ storage, providersKey, load, send: sendFromBrowser, leaveForHome });
  const { send, followOrders } = watchOrders(keeper.send);
  return { keeper, api: createApiClient(send), followOrders };
}

// Resolves once the page is shown. When the router's own promise resolves, the previous page is still mounted
// and would act as a protected page whose user has just signed out.
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

/** Provides the session to its children. On the server, and until the provider answers, it is `loading`. */
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

/** Returns the signed-in user, sign-in and sign-out, and the API client in their name. Must be used inside
 * `SessionProvider`. */
export function useSession(): Session {
  const parts = useContext(SessionContext);
  if (!parts) throw new Error('useSession needs a SessionProvider around it');
  const { keeper, api, followOrders } = parts;
  const state = useSyncExternalStore(keeper.subscribe, keeper.current, loading);
  return useMemo(() => {
    return { ...keeper, ...state, api, followOrders };
  }, [state, keeper, api, followOrders]);
}

/** The calls that place, change, pay and delete orders. */
const ORDERS = /^\/orders(?=[/?]|$)/;

/** Wraps `send` and notifies followers of each order change that the shop has accepted. */
export function watchOrders(send: Send) {
  const followers = new Set<() => void>();
  return {
    send: async (path, init) => {
      const response = await send(path, init);
      const isChange = ORDERS.test(path) && (init?.method ?? 'GET') !== 'GET';
      if (isChange && response.ok) for (const follow of followers) follow();
      return response;
    },
    /** Calls `follow` after each change; returns the function that unsubscribes. */
    followOrders(follow: () => void) {
      followers.add(follow);
      return () => {
        followers.delete(follow);
      };
    },
  } satisfies { send: Send; followOrders: (follow: () => void) => () => void };
}
