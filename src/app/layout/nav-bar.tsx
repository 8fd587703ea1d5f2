import { useCallback, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { CartLink, useCartCount } from '#features/orders/web/cart.tsx';
import { NavSearch } from '#features/search/web/nav-search.tsx';
import { SEARCH_BOX_ID } from '#features/search/web/search-shortcut.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Icon } from '#ui/icon.tsx';
import { layoutTexts } from '#ui/texts.ts';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import { Wordmark } from '#ui/wordmark.tsx';
import { MenuDrawer, siteLinks } from './menu-drawer.tsx';
import { UserMenu } from './user-menu.tsx';

const squareButton = 'inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken';

/** The bar on top, as high for everybody. On a phone it stays, while the search below goes
 * with the page (`site-header`). */
export function NavBar() {
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
          className={`-ml-2.5 lg:hidden ${squareButton}`}
        >
          <Icon name="menu" className="size-6" />
        </button>
        <Link to="/" className="flex rounded-md">
          <Wordmark />
        </Link>
        <nav aria-label={layoutTexts.main} className="max-lg:hidden">
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
            onClick={() => document.getElementById(SEARCH_BOX_ID)?.focus()}
            className={`max-xs:hidden md:hidden ${squareButton}`}
          >
            <Icon name="search" className="size-6" />
          </button>
          <CartLink orders={orders} className={`shrink-0 ${squareButton}`} />
          <div className="ml-2 max-lg:hidden">
            <ThemeSwitch />
          </div>
        </div>
      </div>
      <NavSearch />
      <MenuDrawer orders={orders} isOpen={isOpen} onClose={close} />
    </header>
  );
}
