import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether React has taken over the HTML from the server, which knows nothing of the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
