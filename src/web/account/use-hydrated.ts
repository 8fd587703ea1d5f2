import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page's code has taken over the HTML from the server. Forms are held back until then: the browser's own
 * submit would send what was typed to the wrong place.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
