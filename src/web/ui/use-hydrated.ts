import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page's code has taken over the HTML from the server, which knows nothing of the browser: what depends on it is
 * not to be shown before.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
