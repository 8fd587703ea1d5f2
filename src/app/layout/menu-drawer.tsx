import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { CART, cartLabel } from '#features/orders/web/cart.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { Icon } from '#ui/icon.tsx';
import { Modal } from '#ui/modal.tsx';
import { layoutTexts } from '#ui/texts.ts';
import { ThemeSwitch } from '#ui/theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';

/** The site's main links, plus Dashboard for signed-in users. */
export function siteLinks(isSignedIn: boolean): { to: string; label: string }[] {
  return [
    { to: '/', label: layoutTexts.home },
    { to: '/tools', label: layoutTexts.tools },
    ...(isSignedIn ? [{ to: '/dashboard', label: layoutTexts.dashboard }] : []),
  ];
}

/** The drawer's other links are fetched when it is opened; if that fails, the site's own links remain. */
const MenuLinks = lazy(async () => {
  const links = await import('./menu-links.tsx').catch(() => undefined);
  return { default: links?.MenuLinks ?? (() => null) };
});

/** The drawer on small screens (`w-60`): the site's links and the cart, the dashboard's links, the tool
 * categories, then the account. */
export function MenuDrawer({
  orders,
  isOpen,
  onClose: close,
}: {
  orders: number | undefined;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  const { status } = useSession();
  // Changes with each followed link, even one to the current page.
  const { key } = useLocation();
  useEffect(() => {
    if (key) close();
  }, [key, close]);
  return (
    <Modal
      open={isOpen}
      aria-label={layoutTexts.menu}
      onClose={close}
      className="h-dvh max-h-none w-60 flex-col border-r border-line bg-paper p-4 text-ink open:flex xl:hidden"
    >
      <button
        type="button"
        aria-label={layoutTexts.closeMenu}
        onClick={close}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
      >
        <Icon name="close" className="size-6" />
      </button>
      <div className="-mx-4 mt-6 flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 pb-4">
        <nav aria-label={layoutTexts.main}>
          <ul>
            {siteLinks(status === 'signed-in').map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === '/'}
                  onClick={close}
                  className="flex min-h-11 items-center rounded-md px-3 font-medium hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:text-accent"
                >
                  {label}
                </NavLink>
              </li>
            ))}
            {status === 'signed-in' && (
              <li>
                <Link
                  to={CART}
                  aria-label={cartLabel(orders)}
                  className="flex min-h-11 items-center justify-between rounded-md px-3 font-medium hover:bg-sunken"
                >
                  {layoutTexts.cart}{' '}
                  {orders ? <Badge className="tabular-nums">{layoutTexts.inCart(orders)}</Badge> : null}
                </Link>
              </li>
            )}
          </ul>
        </nav>
        {wasOpened && (
          <Suspense>
            <MenuLinks />
          </Suspense>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-start gap-4 border-t border-line pt-4">
        <UserMenu />
        <ThemeSwitch />
      </div>
    </Modal>
  );
}
