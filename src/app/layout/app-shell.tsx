import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation, useNavigation } from 'react-router';
import { CartLink, useCartCount } from '#features/orders/web/cart.tsx';
import { NavSearch } from '#features/search/web/nav-search.tsx';
import { SEARCH_BOX_ID } from '#features/search/web/search-shortcut.ts';
import { SessionProvider, useSession } from '#features/users/web/session/session.tsx';
import { Icon } from '#ui/icon.tsx';
import { layoutTexts } from '#ui/texts.ts';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import { ToastContainer } from '#ui/toast.tsx';
import { Wordmark } from '#ui/wordmark.tsx';
import { Footer } from './footer.tsx';
import { MenuDrawer, siteLinks } from './menu-drawer.tsx';
import { UserMenu } from './user-menu.tsx';

/** The frame of every page: skip link, navigation bar, the page in `<main>`, footer, toasts. */
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
      {/* `isolate`: no part of the page covers what the bar shows. `min-h-dvh`: no page is so short that the
       * next one moves the footer. */}
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

/** Focuses a newly opened page, so that keyboards and screen readers start there, unless the page has taken
 * the focus itself. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const focused = document.activeElement;
    // Does not interrupt a user who goes on typing into the search box.
    if (focused?.id === SEARCH_BOX_ID || main.current?.contains(focused)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/** A progress line along the top while a requested page loads. Quick loads never show it. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-30 h-0.5 overflow-hidden">
      <div className="progress-line h-full bg-accent" />
    </div>
  );
}

const squareButton = 'inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken';

/** The bar at the top, of the same height for all users. On a phone it stays while the search below scrolls
 * with the page (`site-header`). */
function NavBar() {
  const { status } = useSession();
  const orders = useCartCount();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  return (
    <header className="site-header">
      <div className="site-bar page">
        <button
          type="button"
          aria-label={layoutTexts.openMenu}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
          className={`-ml-2.5 xl:hidden ${squareButton}`}
        >
          <Icon name="menu" className="size-6" />
        </button>
        <Link to="/" className="flex rounded-md">
          <Wordmark />
        </Link>
        <nav aria-label={layoutTexts.main} className="max-xl:hidden">
          <ul className="flex">
            {siteLinks(status === 'signed-in').map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === '/'}
                  prefetch="intent"
                  className="inline-flex h-16 items-center border-b-2 border-transparent px-3 font-medium text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="site-account flex min-w-0 items-center justify-end gap-1 md:gap-3">
          <UserMenu inBar />
          <button
            type="button"
            aria-label={layoutTexts.search.goThere}
            onClick={() => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))}
            className={`max-xs:hidden md:hidden ${squareButton}`}
          >
            <Icon name="search" className="size-6" />
          </button>
          <CartLink orders={orders} className={`shrink-0 ${squareButton}`} />
          <div className="ml-2 max-xl:hidden">
            <ThemeSwitch />
          </div>
        </div>
      </div>
      <NavSearch />
      <MenuDrawer orders={orders} isOpen={isOpen} onClose={close} />
    </header>
  );
}
