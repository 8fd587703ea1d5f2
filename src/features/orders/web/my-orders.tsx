import { Link } from 'react-router';
import { ORDER_FORM } from '#features/catalogue/web/tool-facts.ts';
import type { BuyersOrder } from '#features/orders/contract.ts';
import { myOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { EmailText } from '#web/dashboard/email-text.tsx';
import { RowCard } from '#web/dashboard/row-card.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/column.ts';
import { Icon } from '#web/ui/icon.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { Price } from '#web/ui/price.tsx';
import { keepOrder } from './order-form/kept-order.ts';
import { OrderPicture, OrderSum } from './order-parts.tsx';
import { OrderStory } from './order-story.tsx';

/** What the page does with an order when it is asked to. */
type Actions = Record<'askDelete' | 'edit', (order: BuyersOrder) => void>;

/** The columns of My Orders (specification, section 2). */
export function myOrderColumns(actions: Actions): Column<BuyersOrder>[] {
  const { columns } = texts;
  return [
    { key: 'email', width: 152, header: columns.email, cell: ({ email }) => <EmailText email={email} /> },
    {
      key: 'userName',
      header: columns.userName,
      width: 104,
      cell: ({ userName }) => (
        <span className="line-clamp-4" title={userName}>
          {userName}
        </span>
      ),
    },
    {
      key: 'tool',
      header: columns.tool,
      width: 160,
      sorts: ['tool'],
      cell: (order) => (
        <>
          <span className="line-clamp-4 font-semibold" title={order.toolName}>
            <ToolLink order={order} />
          </span>
          <OrderSum order={order} />
        </>
      ),
    },
    {
      key: 'address',
      header: columns.address,
      width: 120,
      cell: ({ address }) => (
        <span className="line-clamp-4" title={address}>
          {address}
        </span>
      ),
    },
    {
      key: 'price',
      header: columns.price,
      width: 104,
      align: 'end',
      sorts: ['price', '-price'],
      cell: ({ price }) => <Price amount={price} className="font-semibold" />,
    },
    {
      key: 'payment',
      header: columns.payment,
      width: 120,
      cell: (order) =>
        order.paid || order.unavailable ? (
          <PaymentWords order={order} />
        ) : (
          <PayLink order={order} size="sm" />
        ),
    },
    {
      key: 'status',
      header: columns.status,
      width: 168,
      cell: (order) => (
        <div className="space-y-2">
          <StatusBadge order={order} />
          <OrderStory order={order} reader="buyer" className="text-xs" />
        </div>
      ),
    },
    {
      key: 'actions',
      header: columns.actions,
      width: 136,
      cell: (order) => (
        <div className="grid justify-items-start gap-2">
          <OrderActions order={order} size="sm" actions={actions} />
        </div>
      ),
    },
  ];
}

/** An order of one's own as a card: where it stands first, then what to do. */
export function MyOrderCard({ order, actions }: { order: BuyersOrder; actions: Actions }) {
  const canBePaid = !order.paid && !order.unavailable;
  return (
    <RowCard
      picture={<OrderPicture order={order} />}
      title={<ToolLink order={order} />}
      lead={<OrderSum order={order} withTotal />}
      badge={<StatusBadge order={order} />}
      actions={
        <>
          {canBePaid && <PayLink order={order} className="flex-1" />}
          <OrderActions order={order} actions={actions} />
        </>
      }
    >
      <OrderStory order={order} reader="buyer" className="text-sm" />
      <div className="text-sm text-ink-soft">
        <p className="line-clamp-1" title={order.address}>
          {texts.sentTo(order.address)}
        </p>
        <p className="truncate" title={`${order.userName}, ${order.email}`}>
          {order.userName}, {order.email}
        </p>
        {!canBePaid && <PaymentWords order={order} />}
      </div>
    </RowCard>
  );
}

function StatusBadge({ order }: { order: BuyersOrder }) {
  if (!order.paid) return <Badge>{texts.unpaid}</Badge>;
  if (order.pendingChange === 'shipped') return <Badge tone="good">{texts.confirmed}</Badge>;
  return <Badge tone="warn">{texts.pending}</Badge>;
}

function PayLink({ order, ...look }: { order: BuyersOrder; size?: 'sm'; className?: string }) {
  return (
    <LinkButton
      {...look}
      to={`/dashboard/payment/${order._id}`}
      icon={<Icon name="card" className="size-4" />}
      aria-label={texts.payFor(order.toolName)}
    >
      {texts.pay}
    </LinkButton>
  );
}

/** The receipt and the transaction of an order that is paid, else why it cannot be. */
function PaymentWords({ order }: { order: BuyersOrder }) {
  if (!order.paid) return <p className="text-bad">{order.unavailable}</p>;
  return (
    <>
      <Link
        to={`/dashboard/payment/${order._id}`}
        aria-label={texts.receiptFor(order.number)}
        className="inline-flex min-h-6 items-center text-link"
      >
        {texts.receipt}
      </Link>
      <dl className="flex flex-wrap gap-x-1.5">
        <dt className="text-ink-soft">{texts.transactionId}</dt>
        <dd className="wrap-anywhere text-ink">{order.transactionId}</dd>
      </dl>
    </>
  );
}

/** The tool's name, which leads to it while the shop has it. */
function ToolLink({ order: { toolId, toolName, unavailable } }: { order: BuyersOrder }) {
  if (unavailable) return <KeptText text={toolName} />;
  return (
    <Link to={`/tools/${toolId}`} className="hover:underline">
      <KeptText text={toolName} />
    </Link>
  );
}

/** What else can be done with an order: edit or delete it as long as it is unpaid; after that, review its tool or order it again. */
function OrderActions({ order, actions, size }: { order: BuyersOrder; actions: Actions; size?: 'sm' }) {
  if (order.paid) {
    return (
      <>
        <AgainLink order={order} size={size} />
        <ReviewLink order={order} size={size} />
      </>
    );
  }
  return (
    <>
      {!order.unavailable && (
        <Button
          variant="secondary"
          size={size}
          aria-label={texts.editOrder(order.toolName)}
          onClick={() => actions.edit(order)}
        >
          {texts.edit}
        </Button>
      )}
      <Button
        variant="danger"
        size={size}
        icon={<Icon name="trash" className="size-4" />}
        aria-label={texts.deleteOrder(order.toolName)}
        onClick={() => actions.askDelete(order)}
      >
        {texts.delete}
      </Button>
    </>
  );
}

/** Opens the tool with its order form filled as this order was. */
function AgainLink({ order, size }: { order: BuyersOrder; size: 'sm' | undefined }) {
  const { email } = useDashboardUser();
  return (
    <LinkButton
      variant="secondary"
      size={size}
      to={`/tools/${order.toolId}${ORDER_FORM}`}
      aria-label={texts.againOf(order.toolName)}
      onClick={() => keepOrder(order.toolId, email, order)}
    >
      {texts.again}
    </LinkButton>
  );
}

function ReviewLink({ order, size }: { order: BuyersOrder; size: 'sm' | undefined }) {
  if (order.reviewed) return <span className="text-sm text-ink-soft">{texts.reviewed}</span>;
  return (
    <LinkButton
      variant="secondary"
      size={size}
      to={`/dashboard/review?tool=${order.toolId}`}
      icon={<Icon name="star" className="size-4" />}
      aria-label={texts.reviewTool(order.toolName)}
    >
      {texts.review}
    </LinkButton>
  );
}
