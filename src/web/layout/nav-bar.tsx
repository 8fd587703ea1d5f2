import { Link, NavLink } from 'react-router';
import { useSession } from '#web/session/session.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { AccountCorner } from './account-corner.tsx';
import { useDrawer } from './drawer.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { siteLinks } from './site-links.ts';
import { Wordmark } from './wordmark.tsx';

/** The bar on top of every page. Its height never changes, whoever is signed in. */
export function NavBar() {
  const { status } = useSession();
  const { isOpen, open } = useDrawer();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="page flex h-16 items-center gap-3 lg:gap-8">
        <button
          type="button"
          aria-label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={open}
          className="-ml-2.5 inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken lg:hidden"
        >
          <Icon name="menu" className="size-6" />
        </button>
        <Link to="/" aria-label="Toolyard" className="flex rounded-md">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="max-lg:hidden">
          <ul className="flex gap-1">
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
        <div className="ml-auto flex min-w-0 items-center justify-end gap-3">
          <AccountCorner inBar />
        </div>
        <div className="max-lg:hidden">
          <ThemeSwitch />
        </div>
      </div>
      <MenuDrawer />
    </header>
  );
}
