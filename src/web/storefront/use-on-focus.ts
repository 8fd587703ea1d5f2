import { useEffect } from 'react';

/** How long what is shown counts as fresh: coming back sooner asks for nothing. */
const FRESH_MS = 10_000;

/** Calls `refresh` when the reader comes back to the page. The browser's cache makes an unchanged answer cheap. */
export function useOnFocus(refresh: () => void): void {
  useEffect(() => {
    let askedAt = Date.now();
    const onReturn = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < FRESH_MS) return;
      askedAt = Date.now();
      refresh();
    };
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [refresh]);
}
