import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useSession } from '#features/users/web/session/session.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { layoutTexts } from '#ui/texts.ts';

/** Where the cart is: the unpaid orders (decision 18). */
export const CART = '/dashboard/cart';

/** How many of the person's orders wait to be paid; `undefined` until the shop has said so, and for visitors.
 * Asked for again after each change of an order, and when the reader comes back to the page. */
export function useCartCount(): number | undefined {
  const { user, api, followOrders } = useSession();
  const email = user?.email ?? '';
  // Where it cannot be had, the number that was known stays; whoever goes there is told what is wrong.
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

/** The cart in the bar. For who has signed in before it stands there from the
 * first paint, so that nothing moves. */
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
          {orders > 99 ? '99+' : orders}
        </span>
      ) : null}
    </Link>
  );
}

/** 'Cart', with what is in it once that is known. */
export const cartLabel = (orders: number | undefined) =>
  orders === undefined ? layoutTexts.cart : layoutTexts.cartOf(orders);
