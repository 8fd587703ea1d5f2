import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { SEARCH_BOX_ID } from '#features/search/web/search-shortcut.ts';
import { SessionProvider } from '#features/users/web/session/session.tsx';
import { layoutTexts } from '#ui/texts.ts';
import { ToastContainer } from '#ui/toast.tsx';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';

/** What stands round every page: skip link, navigation bar, the page in `<main>`, footer, toasts. */
export function AppShell({ children }: { children: ReactNode }) {
  const main = useFocusOnNewPage();
  return (
    <SessionProvider>
      <a
        href="#main"
        className="fixed top-2 left-2 z-30 -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        {layoutTexts.skip}
      </a>
      <NavigationProgress />
      <NavBar />
      {/* Nothing of the page lies over what the bar shows, and no page is so short that the
       * next one moves the footer away. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="isolate flex min-h-dvh flex-1 flex-col outline-none print:min-h-0"
      >
        {children}
      </main>
      <Footer />
      <ToastContainer />
    </SessionProvider>
  );
}

/** Takes the focus to a page newly come to, so that keyboards and screen readers start
 * there, unless it took it itself. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const focused = document.activeElement;
    // Somebody who goes on typing into the search is not interrupted.
    if (focused?.id === SEARCH_BOX_ID || main.current?.contains(focused)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/** A line along the top while a page that was asked for is on its way. Quick ones never show it. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-30 h-0.5 overflow-hidden">
      <div className="progress-line h-full bg-accent" />
    </div>
  );
}
