import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type BuyersOrder,
  deleteOrderCall,
  listOrdersCall,
  orderSorts,
  orderStatuses,
} from '#features/orders/contract.ts';
import { numberedOrder, orderedUnits, myOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { useRows } from '#web/client/use-rows.ts';
import { DeleteDialog } from '#web/dashboard/delete-dialog.tsx';
import { ListControls } from '#web/dashboard/list-controls.tsx';
import { NothingFound } from '#web/dashboard/nothing-found.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { RowsTable } from '#web/dashboard/rows-table.tsx';
import { useAddressChoice } from '#web/dashboard/use-address-choice.ts';
import { useRowDeletion } from '#web/dashboard/use-row-deletion.ts';
import { useSearchWords } from '#web/dashboard/use-search-words.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { EditOrder } from './edit-order.tsx';
import { MyOrderCard, myOrderColumns } from './my-orders.tsx';

export const meta = () => pageMeta(texts.title, texts.description);

const { search: words } = texts;
const statusWords = { '': words.all, unpaid: words.unpaid, paid: words.paid, shipped: words.shipped };
const sortWords = {
  '': words.newestFirst,
  oldest: words.oldestFirst,
  price: words.priceRising,
  '-price': words.priceFalling,
  tool: words.toolName,
};

/** The orders of the person signed in: pay for them, follow them, delete the unpaid ones. */
export default function Orders() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { text, setText, words: q } = useSearchWords();
  const [status, setStatus] = useAddressChoice('status', orderStatuses);
  const [sort, setSort] = useAddressChoice('sort', orderSorts);
  const search = { q, status, sort };
  const listKey = ['orders', email];
  const list = useRows([...listKey, search], ({ cursor, signal }) =>
    api.list(listOrdersCall, { query: { email, ...search, cursor }, signal }),
  );
  const isNarrowed = q !== '' || status !== undefined;
  const deletion = useRowDeletion<BuyersOrder>(
    listKey,
    (order) => api.call(deleteOrderCall, { params: { id: order._id } }),
    () => texts.deleted,
  );
  const { ask } = deletion;
  const total = useTotal(email, isNarrowed, list.total);
  const [edited, setEdited] = useState<BuyersOrder>();
  const actions = useMemo(() => ({ askDelete: ask, edit: setEdited }), [ask]);
  const columns = useMemo(() => myOrderColumns(actions), [actions]);
  const card = useMemo(
    () => (order: BuyersOrder) => <MyOrderCard order={order} actions={actions} />,
    [actions],
  );
  return (
    <>
      <PageHead title={texts.heading(total)} headingRef={deletion.headingRef} />
      {/* There from the first: what came above the rows with them would push them down. */}
      {(isNarrowed || text !== '' || list.total !== 0) && (
        <ListControls
          label={texts.controls}
          hint={texts.searchHint}
          text={text}
          onText={setText}
          choices={[
            { label: words.status, options: statusWords, value: status, onChange: setStatus },
            { label: words.sortBy, options: sortWords, value: sort, onChange: setSort },
          ]}
        />
      )}
      <RowsTable
        list={list}
        texts={texts.list}
        columns={columns}
        card={card}
        rowKey={(order) => order._id}
        sort={sort}
        onSort={setSort}
        empty={
          isNarrowed ? (
            <NothingFound
              texts={texts.list}
              words={q}
              onClear={() => {
                setText('');
                setStatus('');
              }}
            />
          ) : (
            <NoOrders />
          )
        }
      />
      <EditOrder order={edited} onClose={() => setEdited(undefined)} />
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

const whatOf = ({ number, minQuantity, toolName }: BuyersOrder) =>
  numberedOrder(number, orderedUnits(formatCount(minQuantity), toolName));

/** How many orders there are in all, in words: as long as the list is narrowed, that is asked for apart. */
function useTotal(email: string, isNarrowed: boolean, listed: number | undefined): string {
  const { api } = useSession();
  const all = useQuery({
    queryKey: ['orders', email, 'total'],
    queryFn: async ({ signal }) => {
      const { total } = await api.list(listOrdersCall, { query: { email, limit: 1 }, signal });
      return total ?? 0;
    },
    enabled: isNarrowed,
  });
  const total = isNarrowed ? all.data : listed;
  return total === undefined ? '…' : formatCount(total);
}

function NoOrders() {
  return (
    <EmptyState title={texts.none}>
      <p>{texts.noneYet}</p>
      <LinkButton to="/tools" className="mt-5">
        {texts.goToTools}
      </LinkButton>
    </EmptyState>
  );
}
