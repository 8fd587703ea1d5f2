import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

/** React Router's key of the history entry with which a visit begins. */
const FIRST_KEY = 'default';

/** Returns the history entry's key, in the format of `useLocation`. On going back it changes before the page
 * does. */
export function historyKey(): string {
  return window.history.state?.key ?? FIRST_KEY;
}

/** Redirects to another page, but unlike `Navigate` not if the user has left meanwhile. `state` must be
 * stable. */
export function Redirect({ to, state: given }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    if (state === 'idle' && historyKey() === key) void navigate(to, { replace: true, state: given });
  }, [navigate, key, state, to, given]);
  return null;
}
