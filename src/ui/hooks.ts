import { useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** Returns a function that focuses the element with an id, or its first field, once the accompanying change
 * has rendered. */
export function useFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>();
  useLayoutEffect(() => {
    const element = wanted && document.getElementById(wanted.id);
    (element?.querySelector('input') ?? element)?.focus();
  }, [wanted]);
  return useCallback((id) => setWanted({ id }), []);
}

/** Returns this device's time in milliseconds, updated each second: for countdowns. */
export function useNowMs(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
