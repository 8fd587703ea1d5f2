import { useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** Puts the focus on the element with an id, or the first field in it, once what
 * changes along with it has been drawn. */
export function useFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>();
  useLayoutEffect(() => {
    const element = wanted && document.getElementById(wanted.id);
    (element?.querySelector('input') ?? element)?.focus();
  }, [wanted]);
  return useCallback((id) => setWanted({ id }), []);
}

/** The time by this device, in milliseconds, anew each second: for what counts down. */
export function useNowMs(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
