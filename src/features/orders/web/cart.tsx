import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useSession } from '#features/users/web/session/session.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { layoutTexts } from '#ui/texts.ts';

/** Path of the cart, which lists the unpaid orders. */
export const CART = '/dashboard/cart';

/** Returns the number of the user's unpaid orders; `undefined` until loaded, and for visitors. Refetched
 * after each change of an order, and when the page regains focus. */
export function useCartCount(): number | undefined {
  const { user, api, followOrders } = useSession();
  const email = user?.email ?? '';
  // If the fetch fails, the last known number stays; the cart page shows the error.
  const { data, refetch } = useQuery({
    queryKey: ['cart', email],
    queryFn: async ({ signal }) => {
      const { total, totalMoreThan = 0 } = await api.list(
        import('#features/orders/contract.ts').then((calls) => calls.listOrdersCall),
        {
          query: { email, status: 'unpaid', limit: 1 },
          signal,
        },
      );
      return total ?? totalMoreThan;
    },
    enabled: email !== '',
  });
  useEffect(() => {
    if (email) return followOrders(() => void refetch());
  }, [email, followOrders, refetch]);
  return data;
}

/** The cart link in the navigation bar. For returning users it is there from the first paint, to avoid a
 * layout shift. */
export function CartLink({ orders, className }: { orders: number | undefined; className: string }) {
  const { status } = useSession();
  if (status === 'signed-out') return null;
  return (
    <Link
      to={CART}
      aria-label={cartLabel(orders)}
      className={classNames('relative', className, status === 'loading' && 'not-in-data-known:hidden')}
    >
      <Icon name="cart" className="size-6" />
      {orders ? (
        <span
          aria-hidden="true"
          className="absolute top-0.5 left-6 min-w-5 rounded-full bg-accent px-1 text-center text-xs/5 font-semibold text-on-accent tabular-nums"
        >
          {layoutTexts.inCart(orders)}
        </span>
      ) : null}
    </Link>
  );
}

/** 'Cart', with the number of orders once known. */
export const cartLabel = (orders: number | undefined) =>
  orders === undefined ? layoutTexts.cart : layoutTexts.cartOf(orders);
