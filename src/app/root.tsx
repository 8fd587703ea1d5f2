import { type ReactNode, useContext, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteError,
} from 'react-router';
import { searchShortcutScript } from '#features/search/web/search-shortcut.ts';
import { knownVisitorScript } from '#features/users/web/session/saved-session.ts';
import { failedPageTexts as texts } from '#texts/failures.ts';
import { LOCALE } from '#texts/locale.ts';
import { seoTexts } from '#texts/shop.ts';
import { Button } from '#ui/button.tsx';
import { NonceContext, settingsContext, useKnownShop } from '#ui/client/load-context.ts';
import { publicQueries, QueryProvider } from '#ui/client/query-provider.tsx';
import { IconSymbols } from '#ui/icon.tsx';
import { SHEET_ID, sheetIn } from '#ui/styles/sheet.ts';
import { telephoneLink } from '#ui/telephone-link.ts';
import { paperColours, themeMedia, themeScript } from '#ui/theme.ts';
import type { Route } from './+types/root.ts';
import { earlyScript } from './early-acts.ts';
import { AppShell } from './layout/app-shell.tsx';
import { LazyScripts } from './lazy-scripts.tsx';
import { BarePage, NotFound } from './pages/not-found.tsx';

const HEAD_SCRIPT_ID = 'head-script';

/** Inline scripts that every page runs before its first paint. The browser reads them from the page, as it
 * does the style sheet. */
const headScript = import.meta.env.SSR
  ? [earlyScript, themeScript, knownVisitorScript, searchShortcutScript].join(';')
  : document.getElementById(HEAD_SCRIPT_ID)?.textContent;

export const links: Route.LinksFunction = () => [{ rel: 'manifest', href: '/manifest.webmanifest' }];

/** Loads the shop's settings, which every page needs. */
export function loader({ context }: Route.LoaderArgs) {
  return { settings: context.get(settingsContext) };
}

/** Admins see their changes to the shop's details at once; others when they next load a page. */
export const shouldRevalidate = ({ nextUrl }: ShouldRevalidateFunctionArgs) =>
  /^\/dashboard\/(?:details|legal)/.test(nextUrl.pathname);

/** The document round every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const error = useRouteError() ?? undefined;
  const { accent, logo } = useKnownShop() ?? {};
  return (
    <html lang={LOCALE} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media={themeMedia('light', 'system')} content={paperColours.light} />
        <meta name="theme-color" media={themeMedia('dark', 'system')} content={paperColours.dark} />
        <script id={HEAD_SCRIPT_ID} nonce={nonce}>
          {headScript}
        </script>
        <style id={SHEET_ID} nonce={nonce}>
          {sheetIn(accent)}
        </style>
        {/* A failed page renders its own meta tags. */}
        {(error === undefined || isMissing(error)) && <Meta />}
        <link rel="icon" href={logo ? `${logo.folder}icon-192.png` : '/favicon.svg'} />
        <link rel="apple-touch-icon" href={`${logo?.folder ?? '/'}apple-touch-icon.png`} />
        <Links />
      </head>
      <body>
        <IconSymbols />
        {children}
        <ScrollRestoration />
        <LazyScripts />
      </body>
    </html>
  );
}

/** Navigation bar, page, footer. The server keeps no query cache, since it would mix visitors' data. */
export default function Root() {
  return (
    <QueryProvider queries={import.meta.env.SSR ? undefined : publicQueries}>
      <AppShell>
        <Outlet />
      </AppShell>
    </QueryProvider>
  );
}

/** Replaces a page that failed with a message. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { name, phone } = useKnownShop() ?? {};
  const isOffline = useReloadOnceOnline();
  if (isMissing(error)) {
    return (
      <BarePage>
        <NotFound />
      </BarePage>
    );
  }
  const words = isOffline ? texts.offline : texts;
  return (
    <BarePage isOffline={isOffline}>
      <title>{seoTexts.pageTitle(words.heading, name)}</title>
      <h1 className="text-3xl">{words.heading}</h1>
      <p className="mt-4 max-w-prose text-ink-soft">{words.text}</p>
      <p className="mt-8 flex flex-wrap items-center gap-6">
        <Button onClick={() => (isOffline ? history.back() : location.reload())}>{words.again}</Button>
        {phone && (
          <a href={telephoneLink(phone)} className="text-link">
            {texts.call(phone)}
          </a>
        )}
        {/* Loaded from the server: what failed may have left something behind. */}
        {!isOffline && (
          <a href="/" className="text-link">
            {texts.home}
          </a>
        )}
      </p>
    </BarePage>
  );
}

/** Returns whether the browser is offline; loads a failed page anew once it is not. */
function useReloadOnceOnline(): boolean {
  const isOffline = !import.meta.env.SSR && !navigator.onLine;
  useEffect(() => {
    if (isOffline) window.ononline = () => location.reload();
    return () => {
      window.ononline = null;
    };
  });
  return isOffline;
}

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;
