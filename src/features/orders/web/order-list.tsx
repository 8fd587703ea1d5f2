import { type ComponentType, type ReactNode, type Ref, useMemo, useState } from 'react';
import { deleteOrderCall, type Order, type OrderSort, orderSorts } from '#features/orders/contract.ts';
import { shownOrderStates } from '#features/orders/rules.ts';
import { type OrderListTexts, orderListTexts } from '#features/orders/texts/orders.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import type { ListRows } from '#web/client/api-client.ts';
import { useRows } from '#web/client/use-list.ts';
import { DeleteDialog, useRowDeletion } from '#web/dashboard/delete-row.tsx';
import {
  ListControls,
  NothingFound,
  useAddressChoice,
  useSearchWords,
} from '#web/dashboard/list-controls.tsx';
import { RowsTable } from '#web/dashboard/rows-table.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format.ts';
import { Price } from '#web/ui/price.tsx';
import { ToolPicture } from '#web/ui/tool-picture.tsx';

/** What a row asks of its list: to delete its order, or to open the dialog on it. */
export type OrderActions<Row> = Record<'askDelete' | 'open', (order: Row) => void>;

/** Which orders are asked for, and from where on. */
type OrderQuery = {
  q: string;
  status: Order['state'] | undefined;
  sort: OrderSort | undefined;
  cursor: string | undefined;
};

/** How much of the list is shown; `headingRef` lets the page's heading take the focus. */
export type OrderListHead = {
  total: number | undefined;
  isNarrowed: boolean;
  headingRef: Ref<HTMLHeadingElement>;
};

/** A column of such a list; its head is the list's text of the same key. */
export type OrderColumn<Row> = Omit<Column<Row>, 'header'>;

type OrderListProps<Row> = {
  texts: OrderListTexts;
  listKey: readonly string[];
  load: (query: OrderQuery, signal: AbortSignal) => Promise<ListRows<Row>>;
  head: (shown: OrderListHead) => ReactNode;
  /** Whether the search stands above no orders at all, too. */
  alwaysSearched?: boolean;
  columns: (actions: OrderActions<Row>) => OrderColumn<Row>[];
  Card: ComponentType<{ order: Row; actions: OrderActions<Row> }>;
  /** An order in words, to ask before it is deleted. */
  describe: (order: Row) => string;
  /** What stands where there are no orders at all. */
  empty: ReactNode;
  /** What opens over the list for one order; `undefined` while there is none. */
  dialog: (order: Row | undefined, onClose: () => void) => ReactNode;
};

/** A list of orders, the buyer's own or everybody's: searched, filtered and sorted by the page's address. */
export function OrderList<Row extends Order>(props: OrderListProps<Row>) {
  const { texts, listKey, load, columns, Card, describe } = props;
  const { api } = useSession();
  const { text, setText, words: q } = useSearchWords();
  const [status, setStatus] = useAddressChoice('status', shownOrderStates);
  const [sort, setSort] = useAddressChoice('sort', orderSorts);
  const search = { q, status, sort };
  const isNarrowed = q !== '' || status !== undefined;
  const list = useRows([...listKey, search], ({ cursor, signal }) => load({ ...search, cursor }, signal));
  const [opened, setOpened] = useState<Row>();
  const { ask, headingRef, ...deletion } = useRowDeletion<Row>(
    listKey,
    (order) => api.call(deleteOrderCall, { params: { id: order._id } }),
    () => orderListTexts.deleted,
  );
  const table = useMemo(() => {
    const actions = { askDelete: ask, open: (order: Row) => setOpened(order) };
    return {
      columns: columns(actions).map((column) => ({ ...column, header: texts.columns[column.key] ?? '' })),
      card: (order: Row) => <Card order={order} actions={actions} />,
    };
  }, [ask, columns, Card, texts]);
  const showAll = () => {
    setText('');
    setStatus('');
  };
  return (
    <>
      {props.head({ total: list.total, isNarrowed, headingRef })}
      {/* There from the first: what came above the rows with them would push them down. */}
      {(props.alwaysSearched || isNarrowed || text !== '' || list.total !== 0) && (
        <ListControls
          label={texts.controls}
          hint={texts.searchHint}
          text={text}
          onText={setText}
          choices={[
            { label: orderListTexts.status, options: texts.statuses, value: status, onChange: setStatus },
            { label: orderListTexts.sortBy, options: texts.sorts, value: sort, onChange: setSort },
          ]}
        />
      )}
      <RowsTable
        {...table}
        list={list}
        texts={texts.list}
        rowKey={(order) => order._id}
        sort={sort}
        onSort={setSort}
        empty={isNarrowed ? <NothingFound texts={texts.list} words={q} onClear={showAll} /> : props.empty}
      />
      {props.dialog(opened, () => setOpened(undefined))}
      <DeleteDialog
        open={deletion.isOpen}
        busy={deletion.isBusy}
        onClose={deletion.close}
        onDelete={deletion.confirm}
      >
        {deletion.row && describe(deletion.row)}
      </DeleteDialog>
    </>
  );
}

/** The picture of the tool that was ordered. */
export function OrderPicture({ order }: { order: Order }) {
  return (
    <ToolPicture
      img={order.img}
      picture={order.picture}
      alt=""
      sizes="80px"
      className="w-20 shrink-0 rounded-md border border-line"
    />
  );
}

/** The order's number, '4 × $24.50', and what that comes to. */
export function OrderSum({ order, withTotal = false }: { order: Order; withTotal?: boolean }) {
  return (
    <>
      <span className="block whitespace-nowrap text-ink-soft tabular-nums">{order.number}</span>
      <span className="block text-ink-soft tabular-nums">
        {formatCount(order.minQuantity)} × <Price amount={order.unitPrice} />
        {withTotal && (
          <>
            {' = '}
            <Price amount={order.price} className="font-semibold text-ink" />
          </>
        )}
      </span>
    </>
  );
}

/** Where an order stands; `shipped` is what that is called. */
export function OrderBadge({ order, shipped }: { order: Order; shipped: string }) {
  const badges = {
    unpaid: <Badge>{orderListTexts.unpaid}</Badge>,
    paid: <Badge tone="warn">{orderListTexts.pending}</Badge>,
    shipped: <Badge tone="good">{shipped}</Badge>,
  };
  return badges[order.state];
}
