import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useRef } from 'react';
import { type ListedOrder, shipOrderCall } from '#features/orders/contract.ts';
import { orderListTexts, manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage, type ListRows } from '#web/client/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { notify } from '#web/ui/toast.tsx';

/** The key of the list of all orders, whatever is looked for in it. */
export const allOrdersKey = ['all-orders'];

type Look = { size?: 'sm'; className?: string };

/** Where an order stands for an admin: `Pending` marks a paid one as shipped, the others cannot be pressed. */
export function ShipButton({ order, ...look }: { order: ListedOrder } & Look) {
  if (order.state === 'paid') return <PendingButton order={order} {...look} />;
  const isShipped = order.state === 'shipped';
  return (
    <Button
      {...look}
      variant="secondary"
      disabled
      icon={isShipped && <Icon name="check" className="size-4" />}
    >
      {isShipped ? texts.shipped : orderListTexts.unpaid}
    </Button>
  );
}

function PendingButton({ order, ...look }: { order: ListedOrder } & Look) {
  const { api } = useSession();
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const shipping = useMutation({
    mutationFn: () => api.call(shipOrderCall, { params: { id: order._id } }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount > 0) notify.success(texts.delivered);
      else notify.error(texts.shippedBefore);
      focusNext(button.current);
      showShipped(queries, order._id);
    },
    onError: (error) => {
      notify.error(errorMessage(error));
      void queries.invalidateQueries({ queryKey: allOrdersKey });
    },
  });
  return (
    <Button
      {...look}
      ref={button}
      data-ship
      busy={shipping.isPending}
      aria-label={texts.ship(order.toolName, order.userName)}
      // A key that is held down would ship one order after the other.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={(event) => isFirstPress(event) && shipping.mutate()}
    >
      {orderListTexts.pending}
    </Button>
  );
}

/** The second press of a double click would meet the next order. */
const isFirstPress = ({ detail }: MouseEvent) => detail <= 1;

/** Takes the focus on to the next order that waits to be shipped, if it still is on the one just shipped. */
function focusNext(shipped: HTMLButtonElement | null): void {
  if (!shipped || document.activeElement !== shipped) return;
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-ship]')];
  const next = waiting[waiting.indexOf(shipped) + 1] ?? shipped.closest<HTMLElement>('[data-row]');
  next?.focus();
}

/**
 * Marks an order as shipped where it stands: a list that is fetched anew would take it away from under the pointer, and
 * put another one there. The next look at the list does that.
 */
function showShipped(queries: QueryClient, orderId: string): void {
  const shippedAt = new Date().toISOString();
  const mark = (order: ListedOrder): ListedOrder =>
    order._id === orderId
      ? { ...order, state: 'shipped', pendingChange: 'shipped', shippedAt: order.shippedAt ?? shippedAt }
      : order;
  queries.setQueriesData<InfiniteData<ListRows<ListedOrder>>>(
    { queryKey: allOrdersKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(mark) })) },
  );
  void queries.invalidateQueries({ queryKey: allOrdersKey, refetchType: 'none' });
}
