import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { historyKey } from './history-key.ts';

/**
 * Goes on to another page, in place of the one that shows it. Who has left that one already, by Back say, while the next
 * one is still being fetched, is let go: React Router's `Navigate` would take them from there as well.
 */
export function SendOn({ to }: { to: string }) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { state } = useNavigation();
  useEffect(() => {
    if (state === 'idle' && historyKey() === key) void navigate(to, { replace: true });
  }, [navigate, key, state, to]);
  return null;
}
