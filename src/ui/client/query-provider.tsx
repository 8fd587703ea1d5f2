import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const FRESH_MS = 10_000;

/** How long a browser caches data that is no longer shown, for going back. On the server the timer itself
 * would retain a page’s whole rendering: without it, everything is released once the page is sent. */
const KEPT_MS = import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000;

// The default listens only for the tab becoming visible, not for the window regaining focus.
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
      // Failures are shown at once, with 'Try again'; when offline too, instead of waiting for a connection.
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/** The cache of public data in this browser; loaders, which run outside the components, use it too. */
export const publicQueries = createQueries();

/** Provides a query cache, its own unless `queries` is given. Pass the user's email as `key`, so that no user
 * sees another's data. */
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
