import type { ReactNode } from 'react';
import { type ListedOrder, listAllOrdersCall } from '#features/orders/contract.ts';
import { orderListTexts, manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { DeleteButton } from '#web/dashboard/delete-row.tsx';
import type { ListColumn } from '#web/dashboard/list-page.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { EmailText, RowCard } from '#web/dashboard/row-card.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { OrderHistory } from './order-history.tsx';
import { type OrderActions, OrderBadge, OrderList, OrderPicture, OrderSum } from './order-list.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { allOrdersKey, ShipButton } from './ship-button.tsx';

/** Everybody's orders, for admins: mark the paid ones shipped, delete the unpaid ones. `views` leads to the others. */
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

/** An order as a card: what to pack and for whom, where it stands, and Pending under the thumb. */
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
