import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { sessionTexts } from '#features/users/texts/session.ts';
import { Redirect } from '#ui/redirect.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Account } from './identity-client.ts';
import { loginPath } from './return-path.ts';
import { useSession } from './session.tsx';

/** Stands in for a whole page while sign-in resolves. As high as the window, so that
 * the foot does not jump out of it. */
export function PageLoader() {
  return (
    <div className="page grid min-h-dvh place-items-center text-ink-soft">
      <Spinner label={sessionTexts.loading} className="size-8" />
    </div>
  );
}

/** Shows `children` to signed-in people only; everybody else goes to the login
 * page, which remembers this one. */
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
      {status === 'signed-out' && <Redirect to={loginPath(`${pathname}${search}${hash}`)} />}
    </>
  );
}
