import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { type ListedOrder, listAllOrdersCall, shipOrderCall } from '#features/orders/contract.ts';
import { orderListTexts, manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage, type ListRows } from '#web/client/api-client.ts';
import { DeleteButton } from '#web/dashboard/delete-row.tsx';
import type { ListColumn } from '#web/dashboard/list-page.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { EmailText, RowCard } from '#web/dashboard/row-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { notify } from '#web/ui/toast.tsx';
import { OrderHistory } from './order-history.tsx';
import { type OrderActions, OrderBadge, OrderList, OrderPicture, OrderSum } from './order-list.tsx';
import { OrderTimeline } from './order-timeline.tsx';

/** The key of the list of all orders, whatever is looked for in it. */
const allOrdersKey = ['all-orders'];

/** Everybody's orders, for staff: mark the paid ones shipped, delete the unpaid ones. `views` leads to the others. */
export function AllOrders({ views }: { views: ReactNode }) {
  const { api } = useSession();
  return (
    <OrderList<ListedOrder>
      texts={texts}
      listKey={allOrdersKey}
      load={(query, signal) => api.list(listAllOrdersCall, { query, signal })}
      head={({ headingRef }) => (
        <>
          <PageHead title={texts.title} lead={texts.lead} headingRef={headingRef} />
          {views}
        </>
      )}
      columns={columnsOf}
      Card={OrderCard}
      describe={({ number, minQuantity, toolName, userName }) => {
        const order = texts.orderedBy(orderListTexts.units(minQuantity, toolName), userName);
        return orderListTexts.numbered(number, order);
      }}
      empty={<EmptyState title={texts.none}>{texts.noneYet}</EmptyState>}
      dialog={(order, onClose) => <OrderHistory order={order} onClose={onClose} />}
    />
  );
}

type RowProps = { order: ListedOrder; actions: OrderActions<ListedOrder> };

/** The columns of Manage Orders (specification, section 2). */
function columnsOf(actions: RowProps['actions']): ListColumn<ListedOrder>[] {
  return [
    { key: 'picture', width: 104, cell: (order) => <OrderPicture order={order} /> },
    {
      key: 'tool',
      width: 192,
      sorts: ['tool'],
      cell: (order) => (
        <>
          <span className="line-clamp-4 font-semibold" title={order.toolName}>
            <KeptText text={order.toolName} />
          </span>
          <OrderSum order={order} withTotal />
        </>
      ),
    },
    { key: 'orderedBy', width: 192, sorts: ['buyer'], cell: (order) => <Buyer order={order} /> },
    {
      key: 'status',
      width: 176,
      cell: (order) => (
        <div className="space-y-2">
          <ShipButton order={order} size="sm" />
          <OrderTimeline order={order} reader="admin" className="text-xs" />
        </div>
      ),
    },
    {
      key: 'actions',
      width: 128,
      cell: (order) => (
        <div className="flex flex-col items-stretch gap-2">
          <MoreActions order={order} actions={actions} size="sm" />
        </div>
      ),
    },
  ];
}

function OrderCard({ order, actions }: RowProps) {
  return (
    <RowCard
      picture={<OrderPicture order={order} />}
      title={<KeptText text={order.toolName} />}
      lead={<OrderSum order={order} withTotal />}
      badge={<OrderBadge order={order} shipped={texts.shipped} />}
      actions={
        <>
          <ShipButton order={order} className="flex-1" />
          <MoreActions order={order} actions={actions} className="flex-1" />
        </>
      }
    >
      <div className="text-sm">
        <Buyer order={order} />
      </div>
      <OrderTimeline order={order} reader="admin" className="text-sm" />
    </RowCard>
  );
}

function Buyer({ order }: { order: ListedOrder }) {
  return (
    <>
      <span className="block">{order.userName}</span>
      <span className="block text-ink-soft">
        <EmailText email={order.email} />
      </span>
      <span className="block text-ink-soft">{texts.deliveryTo(order.address, order.phone)}</span>
    </>
  );
}

function MoreActions({ order, actions, ...look }: RowProps & { size?: 'sm'; className?: string }) {
  const { toolName, userName } = order;
  return (
    <>
      <Button
        {...look}
        variant="secondary"
        aria-label={texts.historyOf(toolName, userName)}
        onClick={() => actions.open(order)}
      >
        {texts.history}
      </Button>
      <DeleteButton
        {...look}
        icon={look.size ? undefined : null}
        disabled={order.paid}
        title={order.paid ? texts.paidStays : undefined}
        aria-label={texts.deleteOrder(toolName, userName)}
        onClick={() => actions.askDelete(order)}
      />
    </>
  );
}

type Look = { size?: 'sm'; className?: string };

/** Where an order stands for an admin: `Pending` marks a paid one as shipped, the others cannot be pressed. */
function ShipButton({ order, ...look }: { order: ListedOrder } & Look) {
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

/** Marks an order as shipped where it stands: a list that is fetched anew would put another one under the pointer. */
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
