import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns whether React has hydrated the server's HTML, which knows nothing of the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
