import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { sessionTexts } from '#features/users/texts/session.ts';
import { Spinner } from '#ui/loading.tsx';
import { Redirect } from '#ui/redirect.tsx';
import type { Account } from './identity-client.ts';
import { useSession } from './session.tsx';

/** Placeholder for a whole page while sign-in resolves. As tall as the window, so that the footer does not
 * shift. */
export function PageLoader() {
  return (
    <div className="page grid min-h-dvh place-items-center text-ink-soft">
      <Spinner label={sessionTexts.loading} className="size-8" />
    </div>
  );
}

/** Shows `children` to signed-in users only; others go to the login page, which remembers this page. */
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

const BASE = 'https://shop.invalid';

/** Returns `candidate` if it is a path of this site, else `/`. Parses like browsers, for which
 * `//host` is another site. */
export function safeReturnPath(candidate: string | null | undefined): string {
  if (!candidate?.startsWith('/') || !URL.canParse(candidate, BASE)) return '/';
  const url = new URL(candidate, BASE);
  if (url.origin !== BASE) return '/';
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') || path === '/login' || path.startsWith('/login?') ? '/' : path;
}

/** The address of the login or sign-up page, with the page to return to. */
export function loginPath(from: string | null, page: '/login' | '/signup' = '/login'): string {
  return from === '/' || from === null ? page : `${page}?from=${encodeURIComponent(from)}`;
}

/** The id of the tool whose page the user came from, read from the return path. */
export function askedToolId(from: string | null): string | undefined {
  return /^\/tools\/([^/?#]+)(?:\/[^/?#]*)?(?=[?#]|$)/.exec(safeReturnPath(from))?.[1];
}
