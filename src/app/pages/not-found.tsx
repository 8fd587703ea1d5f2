import type { ReactNode } from 'react';
import { data } from 'react-router';
import { notFoundTexts } from '#texts/failures.ts';
import { LinkButton } from '#ui/button.tsx';
import { useShopName } from '#ui/client/load-context.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { Wordmark } from '#ui/wordmark.tsx';
import type { Route } from './+types/not-found.ts';

/** A page without navigation for when the application itself has failed: nothing in it can fail again, the
 * logo's picture included. Without a connection it leads nowhere either. */
export function BarePage({ children, isOffline = false }: { children: ReactNode; isOffline?: boolean }) {
  const name = useShopName();
  return (
    <>
      <header className="border-b border-line">
        <div className="page flex h-16 items-center">
          <a href={isOffline ? undefined : '/'} aria-label={name}>
            <Wordmark tried={{ name: name ?? '' }} />
          </a>
        </div>
      </header>
      <main className="page py-16">{children}</main>
    </>
  );
}

/** The 404 page's content: its texts (specification, section 2), and two links out. */
export function NotFound() {
  return (
    <div className="page flex flex-1 flex-col items-center py-20 text-center">
      <p className="headline text-5xl">{notFoundTexts.exclamation}</p>
      <h1 className="mt-4 text-2xl">{notFoundTexts.heading}</h1>
      <p className="mt-3 max-w-prose text-ink-soft">{notFoundTexts.apology}</p>
      <p className="mt-8 flex flex-wrap justify-center gap-3">
        <LinkButton to="/">{notFoundTexts.home}</LinkButton>
        <LinkButton to="/tools" variant="secondary">
          {notFoundTexts.tools}
        </LinkButton>
      </p>
    </div>
  );
}

/** Answers 404 for any address that matches no route. */
export function loader() {
  return data(null, 404);
}

/** The browser has nothing to request from the server. */
export const clientLoader = () => null;

export const meta: Route.MetaFunction = (page) =>
  pageMeta(page, notFoundTexts.heading, notFoundTexts.description);

/** The 404 page. */
export default function NotFoundPage() {
  return <NotFound />;
}
