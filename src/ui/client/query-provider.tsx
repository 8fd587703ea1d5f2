import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const FRESH_MS = 10_000;

/** So long a browser keeps what is no longer shown, for who goes back to it. On the server the timer itself
 * would keep a page’s whole rendering: without one, all of it goes when the page has been sent. */
const KEPT_MS = import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000;

// By itself it hears of a tab that is shown again only, not of a window that is gone back to.
focusManager.setEventListener((onFocus) => {
  if (typeof window === 'undefined') return;
  const hear = () => onFocus();
  for (const name of ['focus', 'visibilitychange']) window.addEventListener(name, hear);
  return () => {
    for (const name of ['focus', 'visibilitychange']) window.removeEventListener(name, hear);
  };
});

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A failure is shown at once, with 'Try again'; without a connection too, instead of waiting for one.
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/** What this browser has fetched that everybody may see: for its loaders too, which
 * stand outside of the components. */
export const publicQueries = createQueries();

/** A cache of what was fetched, unless `queries` is given. Give it the person's email
 * as `key`: nobody sees another's. */
export function QueryProvider({
  queries,
  children,
}: {
  queries?: QueryClient | undefined;
  children: ReactNode;
}) {
  const [client] = useState(() => queries ?? createQueries());
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
