import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const FRESH_MS = 10_000;

/** A cache of what was fetched, for the pages inside. Give it the person's email as `key`: nobody sees another's. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // A failure is shown at once, with 'Try again'; without a connection too, instead of waiting for one.
          queries: { staleTime: FRESH_MS, retry: false, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
