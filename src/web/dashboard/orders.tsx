import type { BuyersOrder, Order } from '#contracts/order.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useSession } from '#web/session/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Price } from '#web/ui/price.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmailText } from './email-text.tsx';
import { PageHead } from './page-head.tsx';
import { RowsTable } from './rows-table.tsx';
import { useDashboardUser } from './use-dashboard.ts';
import { useRowDeletion } from './use-row-deletion.ts';
import { useRows } from './use-rows.ts';

export const meta = () => pageMeta('My Orders', 'The tools you have ordered.');

/** The orders of the person signed in: pay for them, follow them, delete the unpaid ones. */
export default function Orders() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const listKey = ['orders', email];
  const list = useRows(listKey, (query) => api.listOrders(email, query));
  const deletion = useRowDeletion<BuyersOrder>(
    listKey,
    (order) => api.deleteOrder(order._id),
    () => 'Order deleted',
  );
  return (
    <>
      <PageHead title={`Total Orders: ${list.total ?? '…'}`} headingRef={deletion.headingRef} />
      <RowsTable
        list={list}
        caption="My Orders"
        columns={columnsFor(deletion.ask)}
        rowKey={(order) => order._id}
        noun="order"
        empty={
          <EmptyState title="You have no orders yet">
            <p>What you order waits here until you pay for it.</p>
            <LinkButton to="/tools" className="mt-5">
              Go to the tools
            </LinkButton>
          </EmptyState>
        }
      />
      <DeleteDialog
        open={deletion.isOpen}
        busy={deletion.isBusy}
        onClose={deletion.close}
        onDelete={deletion.confirm}
      >
        {deletion.row && `${deletion.row.minQuantity} × ${deletion.row.toolName}`}
      </DeleteDialog>
    </>
  );
}

function columnsFor(askDelete: (order: BuyersOrder) => void): Column<BuyersOrder>[] {
  return [
    { key: 'email', header: 'Email', cell: (order) => <EmailText email={order.email} /> },
    { key: 'userName', header: 'Username', cell: (order) => order.userName },
    {
      key: 'tool',
      header: 'Tool',
      lead: true,
      cell: (order) => (
        <>
          <span className="block font-semibold @max-4xl:text-base @4xl:min-w-28">{order.toolName}</span>
          <span className="block text-ink-soft tabular-nums">
            {order.minQuantity} × <Price amount={order.unitPrice} />
          </span>
        </>
      ),
      sortValue: (order) => order.toolName,
    },
    { key: 'address', header: 'Address', cell: (order) => order.address },
    {
      key: 'price',
      header: 'Price',
      align: 'end',
      cell: (order) => <Price amount={order.price} className="font-semibold" />,
      sortValue: (order) => order.price,
    },
    { key: 'payment', header: 'Payment', cell: (order) => <PaymentCell order={order} /> },
    { key: 'status', header: 'Status', cell: (order) => <StatusBadge order={order} /> },
    {
      key: 'actions',
      header: 'Actions',
      narrow: true,
      cell: (order) =>
        order.paid ? (
          <ReviewCell order={order} />
        ) : (
          <Button
            variant="danger"
            size="sm"
            icon={<Icon name="trash" className="size-4" />}
            aria-label={`Delete the order of ${order.toolName}`}
            onClick={() => askDelete(order)}
          >
            Delete
          </Button>
        ),
    },
  ];
}

function ReviewCell({ order }: { order: BuyersOrder }) {
  if (order.reviewed) return <span className="text-ink-soft">Reviewed</span>;
  return (
    <LinkButton
      variant="secondary"
      size="sm"
      to={`/dashboard/review?tool=${order.toolId}`}
      icon={<Icon name="star" className="size-4" />}
      aria-label={`Review ${order.toolName}`}
    >
      Review
    </LinkButton>
  );
}

function PaymentCell({ order }: { order: Order }) {
  if (order.paid) {
    return (
      <span className="block @4xl:min-w-24">
        <span className="block text-xs text-ink-soft">Transaction id</span>
        <span className="block font-medium break-all">{order.transactionId}</span>
      </span>
    );
  }
  if (order.unavailable) return <span className="block text-bad @4xl:max-w-44">{order.unavailable}</span>;
  return (
    <LinkButton
      size="sm"
      to={`/dashboard/payment/${order._id}`}
      icon={<Icon name="card" className="size-4" />}
    >
      pay
    </LinkButton>
  );
}

function StatusBadge({ order }: { order: Order }) {
  if (!order.paid) return <Badge>Unpaid</Badge>;
  return order.pendingChange === 'shipped' ? (
    <Badge tone="good">Confirmed</Badge>
  ) : (
    <Badge tone="warn">Pending</Badge>
  );
}
