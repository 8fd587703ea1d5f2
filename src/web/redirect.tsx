import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

/** What React Router calls the entry of the browser's history that a visit begins with. */
const FIRST_KEY = 'default';

/** The key of the history's entry, as `useLocation` gives it. On the way back it is there before the page is. */
export function historyKey(): string {
  return window.history.state?.key ?? FIRST_KEY;
}

/**
 * Goes on to another page, in place of the one that shows it. Who has left that one already, by Back say, while the next
 * one is still being fetched, is let go: React Router's `Navigate` would take them from there as well. `state` goes along,
 * and must be the same at each rendering.
 */
export function Redirect({ to, state: given }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    if (state === 'idle' && historyKey() === key) void navigate(to, { replace: true, state: given });
  }, [navigate, key, state, to, given]);
  return null;
}
