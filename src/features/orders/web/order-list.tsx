import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import {
  deleteOrderCall,
  type ListedOrder,
  type Order,
  type OrderSort,
  type ShownOrderState,
  shownOrderStates,
} from '#features/orders/contract.ts';
import { type OrderReader, orderStateTable } from '#features/orders/order-states.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import type { ListTexts } from '#texts/lists.ts';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import type { ListRows } from '#ui/client/api-client.ts';
import type { ListFilter } from '#ui/dashboard/list-controls.tsx';
import { type AskDelete, type ListColumn, type ListHead, ListPage } from '#ui/dashboard/list-page.tsx';
import { Price } from '#ui/price.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';

/** A row's callbacks to its list: delete the order, or open the dialog on it. */
export type OrderActions<Row> = Record<'askDelete' | 'open', (order: Row) => void>;

type OrderQuery = {
  q: string;
  status: ShownOrderState | undefined;
  sort: OrderSort | undefined;
  cursor: string | undefined;
};

type OrderListProps<Row> = {
  reader: OrderReader;
  texts: {
    list: ListTexts;
    controls: string;
    searchHint: string;
    sorts: Partial<Record<'' | OrderSort, string>>;
    columns: Record<string, string>;
  };
  listKey: readonly string[];
  load: (query: OrderQuery, signal: AbortSignal) => Promise<ListRows<Row>>;
  head: (shown: ListHead) => ReactNode;
  alwaysSearched?: boolean;
  filters?: readonly ListFilter[];
  above?: (shown: readonly Row[] | undefined) => ReactNode;
  columns: (actions: OrderActions<Row>) => ListColumn<Row>[];
  /** The head above the orders of a purchase. */
  purchaseHead: (orders: readonly Row[]) => ReactNode;
  describe: (order: Row) => string;
  empty: ReactNode;
  /** The dialog for one order over the list; `undefined` while none is open. */
  dialog: (order: Row | undefined, onClose: () => void) => ReactNode;
};

const filterFor = (reader: OrderReader) => ({
  '': orderListTexts.anyStatus,
  ...Object.fromEntries(shownOrderStates.map((state) => [state, orderStateTable[state].filter[reader]])),
});

const filters = { buyer: filterFor('buyer'), staff: filterFor('staff') };

/** A list of orders, the buyer's own or everyone's, with a dialog for one of them. */
export function OrderList<Row extends ListedOrder>(props: OrderListProps<Row>) {
  const { reader, columns, load, describe, dialog, purchaseHead, ...list } = props;
  const groups = useMemo(
    () => ({ keyOf: purchaseOfSeveral, head: purchaseHead, sorts: ['oldest'] }),
    [purchaseHead],
  );
  const { api } = useSession();
  const [opened, setOpened] = useState<Row>();
  const columnsOf = useCallback(
    (askDelete: AskDelete<Row>) => columns({ askDelete, open: (order) => setOpened(() => order) }),
    [columns],
  );
  return (
    <>
      <ListPage
        {...list}
        columns={columnsOf}
        groups={groups}
        load={({ filter: status, ...query }, signal) => load({ ...query, status }, signal)}
        filter={{ name: 'status', label: orderListTexts.status, options: filters[reader] }}
        sorts={list.texts.sorts}
        rowKey={(order) => order._id}
        deletion={{
          remove: (order) => api.call(deleteOrderCall, { params: { id: order._id } }),
          describe,
          done: () => orderListTexts.deleted,
        }}
      />
      {dialog(opened, () => setOpened(undefined))}
    </>
  );
}

/** The number of an order's purchase, if that has other orders too. */
export const purchaseOfSeveral = ({ purchase }: ListedOrder): string | undefined =>
  purchase && purchase.orders > 1 ? purchase.number : undefined;

/** The picture of the ordered tool. */
export function OrderPicture({ order, className = 'w-20' }: { order: Order; className?: string }) {
  return (
    <ToolPicture
      of={order}
      sizes="80px"
      className={classNames('shrink-0 rounded-md border border-line', className)}
    />
  );
}

/** Links an order's number to staff's page of its purchase. */
export const OrderLink = ({ number }: { number: string }) => (
  <Link to={`/dashboard/manageorders/${number}`} className="text-link hover:underline">
    {number}
  </Link>
);

/** The order's number, '4 × $24.50', and its total; stacked or inline. `isForStaff`: the number leads to the
 * order's page. */
export function OrderSum({
  order,
  isForStaff = false,
  withTotal = false,
  withPartNumber = true,
  isInline = false,
}: {
  order: Order;
  isForStaff?: boolean;
  withTotal?: boolean;
  withPartNumber?: boolean;
  isInline?: boolean;
}) {
  const place = isInline ? 'mr-2' : 'block';
  return (
    <>
      <span className={classNames(place, 'whitespace-nowrap text-ink-soft tabular-nums')}>
        {isForStaff ? <OrderLink number={order.number} /> : order.number}
      </span>
      <span className={classNames(place, 'text-ink-soft tabular-nums')}>
        {formatCount(order.minQuantity)} × <Price amount={order.unitPrice} />
        {withTotal && (
          <>
            {' = '}
            <Price amount={order.price} className="font-semibold text-ink" />
          </>
        )}
      </span>
      {withPartNumber && order.partNumber && (
        <span className={classNames(place, isInline && 'inline-block', 'text-ink-soft wrap-anywhere')}>
          {orderListTexts.partNumber(order.partNumber)}
        </span>
      )}
    </>
  );
}

/** The buyer's purchase order number and note, if any. */
export function BuyersWords({ order: { purchaseOrderNumber, buyerNote } }: { order: Order }) {
  return (
    <>
      {purchaseOrderNumber && (
        <span className="block wrap-anywhere text-ink">
          {orderListTexts.purchaseOrder(purchaseOrderNumber)}
        </span>
      )}
      {buyerNote && (
        <span data-excerpt className="line-clamp-2 text-ink wrap-anywhere" title={buyerNote}>
          {orderListTexts.buyerNote(buyerNote)}
        </span>
      )}
    </>
  );
}

/** A badge with an order's state. */
export function OrderBadge({ order: { state }, reader }: { order: Order; reader: OrderReader }) {
  const { tone, words } = orderStateTable[state];
  return <Badge tone={tone}>{words[reader]}</Badge>;
}
