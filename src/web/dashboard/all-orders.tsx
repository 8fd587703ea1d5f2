import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Order, type OrderSort, type OrderStatus, orderSorts, orderStatuses } from '#contracts/order.ts';
import { errorWords } from '#web/error-words.ts';
import { useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Price } from '#web/ui/price.tsx';
import { notify } from '#web/ui/toast.tsx';
import { ToolPicture } from '#web/ui/tool-picture.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmailText } from './email-text.tsx';
import { ListControls } from './list-controls.tsx';
import { NothingFound } from './nothing-found.tsx';
import { OrderHistory } from './order-history.tsx';
import { PageHead } from './page-head.tsx';
import { RowsTable } from './rows-table.tsx';
import { useAddressChoice } from './use-address-choice.ts';
import { useRowDeletion } from './use-row-deletion.ts';
import { useRows } from './use-rows.ts';
import { useSearchWords } from './use-search-words.ts';

const listKey = ['all-orders'];

const statusWords: Record<OrderStatus | '', string> = {
  '': 'All',
  unpaid: 'Unpaid',
  paid: 'Pending: paid, not shipped',
  shipped: 'Shipped',
};

const sortWords: Record<Exclude<OrderSort, 'newest'> | '', string> = {
  '': 'Newest first',
  oldest: 'Oldest first',
  price: 'Price, rising',
  '-price': 'Price, falling',
  buyer: 'Buyer’s name',
  tool: 'Tool’s name',
};

/** Everybody's orders, for admins: mark the paid ones shipped, delete the unpaid ones. `views` leads to the others. */
export function AllOrders({ views }: { views: ReactNode }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [told, setTold] = useState<Order>();
  const { text, setText, words } = useSearchWords();
  const [status, setStatus] = useAddressChoice('status', orderStatuses);
  const [sort, setSort] = useAddressChoice('sort', orderSorts);
  const search = { q: words, status, sort };
  const list = useRows([...listKey, search], (query) => api.listAllOrders({ ...query, ...search }));
  const deletion = useRowDeletion<Order>(
    listKey,
    (order) => api.deleteOrder(order._id),
    () => 'Order deleted',
  );
  const shipping = useMutation({
    mutationFn: (order: Order) => api.shipOrder(order._id),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount > 0) notify.success('Order successfully delivered');
      else notify.error('This order was shipped before.');
    },
    onError: (error) => notify.error(errorWords(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
  const shippingId = shipping.isPending ? shipping.variables._id : undefined;
  return (
    <>
      <PageHead
        title="Manage Orders"
        lead="Press Pending when a paid order leaves the shop: it becomes Shipped, and the buyer gets a mail."
        headingRef={deletion.headingRef}
      />
      {views}
      <ListControls
        label="Orders"
        hint="Buyer, email, tool, or the whole number of an order or a payment"
        text={text}
        onText={setText}
        choices={[
          { label: 'Status', options: statusWords, value: status, onChange: setStatus },
          { label: 'Sort by', options: sortWords, value: sort, onChange: setSort },
        ]}
      />
      <RowsTable
        list={list}
        caption="All orders"
        columns={columnsFor({ ship: shipping.mutate, shippingId, askDelete: deletion.ask, tell: setTold })}
        rowKey={(order) => order._id}
        noun="order"
        empty={
          words || status ? (
            <NothingFound
              noun="order"
              words={words}
              onClear={() => {
                setText('');
                setStatus('');
              }}
            />
          ) : (
            <EmptyState title="There are no orders yet" />
          )
        }
      />
      <OrderHistory order={told} onClose={() => setTold(undefined)} />
      <DeleteDialog
        open={deletion.isOpen}
        busy={deletion.isBusy}
        onClose={deletion.close}
        onDelete={deletion.confirm}
      >
        {deletion.row &&
          `${deletion.row.minQuantity} × ${deletion.row.toolName}, ordered by ${deletion.row.userName}`}
      </DeleteDialog>
    </>
  );
}

/** What can be done with an order of the table. `shippingId` is the one that is just being shipped. */
type OrderActions = {
  ship: (order: Order) => void;
  shippingId: string | undefined;
  askDelete: (order: Order) => void;
  tell: (order: Order) => void;
};

function columnsFor({ ship, shippingId, askDelete, tell }: OrderActions): Column<Order>[] {
  return [
    {
      key: 'picture',
      header: 'Tool Image',
      narrow: true,
      lead: true,
      cell: (order) => (
        <ToolPicture
          img={order.img}
          picture={order.picture}
          alt=""
          sizes="80px"
          className="w-20 rounded-md border border-line"
        />
      ),
    },
    {
      key: 'tool',
      header: 'Tool Name',
      lead: true,
      cell: (order) => (
        <>
          <span className="block font-semibold @max-4xl:text-base @4xl:min-w-44">{order.toolName}</span>
          <span className="block text-ink-soft tabular-nums">
            {order.minQuantity} × <Price amount={order.unitPrice} /> = <Price amount={order.price} />
          </span>
        </>
      ),
    },
    {
      key: 'orderedBy',
      header: 'Ordered By',
      cell: (order) => (
        <>
          <span className="block">{order.userName}</span>
          <span className="block text-ink-soft">
            <EmailText email={order.email} />
          </span>
          <span className="block text-ink-soft">
            {order.address}, {order.phone}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (order) => (
        <StatusButton order={order} busy={shippingId === order._id} onShip={() => ship(order)} />
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      narrow: true,
      cell: (order) => (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={`History of the order of ${order.toolName} by ${order.userName}`}
            onClick={() => tell(order)}
          >
            History
          </Button>
          <Button
            variant="danger"
            size="sm"
            icon={<Icon name="trash" className="size-4" />}
            disabled={order.paid}
            title={order.paid ? 'A paid order cannot be deleted' : undefined}
            aria-label={`Delete the order of ${order.toolName} by ${order.userName}`}
            onClick={() => askDelete(order)}
          >
            Delete
          </Button>
        </div>
      ),
    },
  ];
}

function StatusButton({ order, busy, onShip }: { order: Order; busy: boolean; onShip: () => void }) {
  if (!order.paid) {
    return (
      <Button variant="secondary" size="sm" disabled>
        Unpaid
      </Button>
    );
  }
  if (order.pendingChange === 'shipped') {
    return (
      <Button variant="secondary" size="sm" disabled icon={<Icon name="check" className="size-4" />}>
        Shipped
      </Button>
    );
  }
  return (
    <Button size="sm" busy={busy} title="Mark this order as shipped" onClick={onShip}>
      Pending
    </Button>
  );
}
