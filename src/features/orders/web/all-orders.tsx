import { type ReactNode, useMemo, useState } from 'react';
import {
  deleteOrderCall,
  type ListedOrder,
  listAllOrdersCall,
  orderSorts,
  orderStatuses,
} from '#features/orders/contract.ts';
import { numberedOrder, orderedUnits, manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useRows } from '#web/client/use-rows.ts';
import { DeleteDialog } from '#web/dashboard/delete-dialog.tsx';
import { ListControls } from '#web/dashboard/list-controls.tsx';
import { NothingFound } from '#web/dashboard/nothing-found.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { RowsTable } from '#web/dashboard/rows-table.tsx';
import { useAddressChoice } from '#web/dashboard/use-address-choice.ts';
import { useRowDeletion } from '#web/dashboard/use-row-deletion.ts';
import { useSearchWords } from '#web/dashboard/use-search-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { ManagedOrderCard, managedOrderColumns } from './managed-orders.tsx';
import { OrderHistory } from './order-history.tsx';
import { allOrdersKey } from './ship-button.tsx';

const { search: words } = texts;
const statusWords = { '': words.all, unpaid: words.unpaid, paid: words.paid, shipped: words.shipped };
const sortWords = {
  '': words.newestFirst,
  oldest: words.oldestFirst,
  price: words.priceRising,
  '-price': words.priceFalling,
  buyer: words.buyerName,
  tool: words.toolName,
};

/** Everybody's orders, for admins: mark the paid ones shipped, delete the unpaid ones. `views` leads to the others. */
export function AllOrders({ views }: { views: ReactNode }) {
  const { api } = useSession();
  const [told, setTold] = useState<ListedOrder>();
  const { text, setText, words: q } = useSearchWords();
  const [status, setStatus] = useAddressChoice('status', orderStatuses);
  const [sort, setSort] = useAddressChoice('sort', orderSorts);
  const search = { q, status, sort };
  const list = useRows([...allOrdersKey, search], ({ cursor, signal }) =>
    api.list(listAllOrdersCall, { query: { ...search, cursor }, signal }),
  );
  const deletion = useRowDeletion<ListedOrder>(
    allOrdersKey,
    (order) => api.call(deleteOrderCall, { params: { id: order._id } }),
    () => texts.deleted,
  );
  const { ask } = deletion;
  const actions = useMemo(() => ({ askDelete: ask, tell: setTold }), [ask]);
  const columns = useMemo(() => managedOrderColumns(actions), [actions]);
  const card = useMemo(
    () => (order: ListedOrder) => <ManagedOrderCard order={order} actions={actions} />,
    [actions],
  );
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} headingRef={deletion.headingRef} />
      {views}
      <ListControls
        label={texts.orders}
        hint={texts.searchHint}
        text={text}
        onText={setText}
        choices={[
          { label: words.status, options: statusWords, value: status, onChange: setStatus },
          { label: words.sortBy, options: sortWords, value: sort, onChange: setSort },
        ]}
      />
      <RowsTable
        list={list}
        texts={texts.list}
        columns={columns}
        card={card}
        rowKey={(order) => order._id}
        sort={sort}
        onSort={setSort}
        empty={
          q || status ? (
            <NothingFound
              texts={texts.list}
              words={q}
              onClear={() => {
                setText('');
                setStatus('');
              }}
            />
          ) : (
            <EmptyState title={texts.none}>{texts.noneYet}</EmptyState>
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
        {deletion.row && whatOf(deletion.row)}
      </DeleteDialog>
    </>
  );
}

const whatOf = ({ number, minQuantity, toolName, userName }: ListedOrder) =>
  numberedOrder(number, texts.orderedBy(orderedUnits(formatCount(minQuantity), toolName), userName));
