import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { SendOn } from '#web/send-on.tsx';
import type { Account } from './identity-client.ts';
import { loginPath } from './return-path.ts';
import { useSession } from './session.tsx';

/**
 * Shows `children` to signed-in people only: a loader while that is being found out, and until the login page is there,
 * which remembers this one, to everybody else.
 */
export function RequireSignIn({
  loader,
  children,
}: {
  loader: ReactNode;
  children: (user: Account) => ReactNode;
}) {
  const { status, user } = useSession();
  const { pathname, search, hash } = useLocation();
  if (status === 'signed-in') return children(user);
  return (
    <>
      {loader}
      {status === 'signed-out' && <SendOn to={loginPath(`${pathname}${search}${hash}`)} />}
    </>
  );
}
