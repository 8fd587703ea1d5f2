import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { historyKey } from './history-key.ts';

/**
 * Goes on to another page, in place of the one that shows it. Who has left that one already, by Back say, while the next
 * one is still being fetched, is let go: React Router's `Navigate` would take them from there as well. `state` goes along,
 * and must be the same at each rendering.
 */
export function SendOn({ to, state: given }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    if (state === 'idle' && historyKey() === key) void navigate(to, { replace: true, state: given });
  }, [navigate, key, state, to, given]);
  return null;
}
