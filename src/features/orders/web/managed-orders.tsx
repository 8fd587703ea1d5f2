import type { ListedOrder } from '#features/orders/contract.ts';
import { manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { EmailText } from '#web/dashboard/email-text.tsx';
import { RowCard } from '#web/dashboard/row-card.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/column.ts';
import { Icon } from '#web/ui/icon.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { OrderPicture, OrderSum } from './order-parts.tsx';
import { OrderStory } from './order-story.tsx';
import { ShipButton } from './ship-button.tsx';

/** What can be done with an order of the list, beside shipping it. */
export type OrderActions = { askDelete: (order: ListedOrder) => void; tell: (order: ListedOrder) => void };

/** The columns of Manage Orders (specification, section 2). */
export function managedOrderColumns(actions: OrderActions): Column<ListedOrder>[] {
  const { columns } = texts;
  return [
    {
      key: 'picture',
      header: columns.picture,
      width: 104,
      cell: (order) => <OrderPicture order={order} />,
    },
    {
      key: 'tool',
      header: columns.tool,
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
    {
      key: 'orderedBy',
      header: columns.orderedBy,
      width: 192,
      sorts: ['buyer'],
      cell: (order) => <Buyer order={order} />,
    },
    {
      key: 'status',
      header: columns.status,
      width: 176,
      cell: (order) => (
        <div className="space-y-2">
          <ShipButton order={order} size="sm" />
          <OrderStory order={order} reader="admin" className="text-xs" />
        </div>
      ),
    },
    {
      key: 'actions',
      header: columns.actions,
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
export function ManagedOrderCard({ order, actions }: { order: ListedOrder; actions: OrderActions }) {
  return (
    <RowCard
      picture={<OrderPicture order={order} />}
      title={<KeptText text={order.toolName} />}
      lead={<OrderSum order={order} withTotal />}
      badge={<StatusBadge order={order} />}
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
      <OrderStory order={order} reader="admin" className="text-sm" />
    </RowCard>
  );
}

function StatusBadge({ order }: { order: ListedOrder }) {
  if (!order.paid) return <Badge>{texts.unpaid}</Badge>;
  if (order.pendingChange === 'shipped') return <Badge tone="good">{texts.shipped}</Badge>;
  return <Badge tone="warn">{texts.pending}</Badge>;
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

function MoreActions({
  order,
  actions: { tell, askDelete },
  ...look
}: {
  order: ListedOrder;
  actions: OrderActions;
  size?: 'sm';
  className?: string;
}) {
  const { toolName, userName } = order;
  return (
    <>
      <Button
        {...look}
        variant="secondary"
        aria-label={texts.historyOf(toolName, userName)}
        onClick={() => tell(order)}
      >
        {texts.history}
      </Button>
      <Button
        {...look}
        variant="danger"
        icon={look.size && <Icon name="trash" className="size-4" />}
        disabled={order.paid}
        title={order.paid ? texts.paidStays : undefined}
        aria-label={texts.deleteOrder(toolName, userName)}
        onClick={() => askDelete(order)}
      >
        {texts.delete}
      </Button>
    </>
  );
}
