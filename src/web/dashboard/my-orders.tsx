import type { BuyersOrder } from '#contracts/order.ts';
import { myOrdersTexts as texts } from '#texts/orders.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/column.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Price } from '#web/ui/price.tsx';
import { EmailText } from './email-text.tsx';
import { OrderPicture, OrderSum } from './order-parts.tsx';
import { OrderStory } from './order-story.tsx';
import { RowCard } from './row-card.tsx';

type AskDelete = (order: BuyersOrder) => void;

/** The columns of My Orders (specification, section 2). */
export function myOrderColumns(askDelete: AskDelete): Column<BuyersOrder>[] {
  const { columns } = texts;
  return [
    { key: 'email', header: columns.email, cell: ({ email }) => <MyEmail email={email} /> },
    {
      key: 'userName',
      header: columns.userName,
      cell: ({ userName }) => <span className="block min-w-24 wrap-anywhere">{userName}</span>,
    },
    {
      key: 'tool',
      header: columns.tool,
      sorts: ['tool'],
      cell: (order) => (
        <>
          <span className="block min-w-28 font-semibold wrap-anywhere">{order.toolName}</span>
          <OrderSum order={order} />
        </>
      ),
    },
    {
      key: 'address',
      header: columns.address,
      cell: ({ address }) => <span className="line-clamp-4 min-w-24 wrap-anywhere">{address}</span>,
    },
    {
      key: 'price',
      header: columns.price,
      align: 'end',
      sorts: ['price', '-price'],
      cell: ({ price }) => <Price amount={price} className="font-semibold" />,
    },
    {
      key: 'payment',
      header: columns.payment,
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
      cell: (order) => (
        <div className="min-w-40 space-y-2">
          <StatusBadge order={order} />
          <OrderStory order={order} reader="buyer" className="text-xs" />
        </div>
      ),
    },
    {
      key: 'actions',
      header: columns.actions,
      narrow: true,
      cell: (order) => <OrderAction order={order} size="sm" askDelete={askDelete} />,
    },
  ];
}

/** An order of one's own as a card: where it stands first, then what to do. */
export function MyOrderCard({ order, askDelete }: { order: BuyersOrder; askDelete: AskDelete }) {
  const canBePaid = !order.paid && !order.unavailable;
  return (
    <RowCard
      picture={<OrderPicture order={order} />}
      title={order.toolName}
      lead={<OrderSum order={order} withTotal />}
      badge={<StatusBadge order={order} />}
      actions={
        <>
          {canBePaid && <PayLink order={order} className="flex-1" />}
          <OrderAction order={order} askDelete={askDelete} />
        </>
      }
    >
      <OrderStory order={order} reader="buyer" className="text-sm" />
      <div className="text-sm text-ink-soft">
        <p className="line-clamp-1" title={order.address}>
          {texts.sentTo(order.address)}
        </p>
        <p className="line-clamp-1">
          {order.userName}, <EmailText email={order.email} />
        </p>
        {!canBePaid && <PaymentWords order={order} />}
      </div>
    </RowCard>
  );
}

const MyEmail = ({ email }: { email: string }) => (
  <span className="block min-w-28">
    <EmailText email={email} />
  </span>
);

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

/** The transaction of an order that is paid, else why it cannot be. */
function PaymentWords({ order }: { order: BuyersOrder }) {
  if (!order.paid) return <p className="text-bad">{order.unavailable}</p>;
  return (
    <dl className="flex min-w-24 flex-wrap gap-x-1.5">
      <dt className="text-ink-soft">{texts.transactionId}</dt>
      <dd className="break-all text-ink">{order.transactionId}</dd>
    </dl>
  );
}

/** What else can be done with an order: delete it as long as it is unpaid, review its tool after that. */
function OrderAction({ order, askDelete, size }: { order: BuyersOrder; askDelete: AskDelete; size?: 'sm' }) {
  if (order.paid) return <ReviewLink order={order} size={size} />;
  return (
    <Button
      variant="danger"
      size={size}
      icon={<Icon name="trash" className="size-4" />}
      aria-label={texts.deleteOrder(order.toolName)}
      onClick={() => askDelete(order)}
    >
      {texts.delete}
    </Button>
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
