import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

/** What React Router calls the entry of the browser's history that a visit begins with. */
const FIRST_KEY = 'default';

/** The key of the history's entry, as `useLocation` gives it. On the way back
 * it is there before the page is. */
export function historyKey(): string {
  return window.history.state?.key ?? FIRST_KEY;
}

/** Goes on to another page, but unlike `Navigate` lets go whoever has left
 * meanwhile. `state` must stay the same. */
export function Redirect({ to, state: given }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    if (state === 'idle' && historyKey() === key) void navigate(to, { replace: true, state: given });
  }, [navigate, key, state, to, given]);
  return null;
}
