import { OrderLink } from '#features/orders/web/order-list.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { LinkButton } from '#ui/button.tsx';
import { useAddressValue } from '#ui/dashboard/list-controls.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { RowCustomer } from '#ui/dashboard/row-card.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { listReturnsCall, type Return } from '../contract.ts';
import { type ReturnReader, returnStates, returnStateTable } from '../return-states.ts';
import { returnsTexts as texts } from '../screen-texts.ts';
import { ReturnBadge, ReturnLink, returnsKey } from './return-parts.tsx';

const filterFor = (reader: ReturnReader) => ({
  '': texts.allStates,
  ...Object.fromEntries(returnStates.map((state) => [state, returnStateTable[state].filter[reader]])),
});

const states = { buyer: filterFor('buyer'), staff: filterFor('staff') };

/** The signed-in user's returns; everyone's for staff. */
export function ReturnList({ reader }: { reader: ReturnReader }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const [customer, narrow] = useAddressValue('customer');
  const isStaff = reader === 'staff';
  return (
    <ListPage
      texts={isStaff ? texts : { ...texts, searchHint: texts.mySearchHint }}
      listKey={[...returnsKey, 'list', email, customer]}
      load={({ q, filter, cursor }, signal) => {
        const state = returnStates.find((each) => each === filter);
        const query = { q, state, cursor, email: isStaff ? customer || undefined : email };
        return api.list(listReturnsCall, { query, signal });
      }}
      head={({ headingRef }) => (
        <PageHead
          title={isStaff ? texts.title : texts.myTitle}
          lead={isStaff ? undefined : texts.myLead}
          headingRef={headingRef}
        />
      )}
      filter={{ name: 'state', label: texts.state, options: states[reader] }}
      {...(isStaff && {
        filters: [
          {
            name: 'customer',
            label: texts.columns.customer,
            type: 'email' as const,
            value: customer,
            onChange: narrow,
          },
        ],
      })}
      alwaysSearched={isStaff}
      columns={isStaff ? staffsColumns : buyersColumns}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title={texts.none}>
          <p>{isStaff ? texts.noneYet : texts.myNoneYet}</p>
          {!isStaff && (
            <LinkButton to="/dashboard/orders" className="mt-5">
              {texts.toOrders}
            </LinkButton>
          )}
        </EmptyState>
      }
    />
  );
}

type RowProps = { row: Return };

const Requested = ({ row: { requestedAt } }: RowProps) => (
  <Moment isShort at={requestedAt} className="block text-xs text-ink-soft" />
);

const columnsFor = (reader: ReturnReader): ListColumn<Return>[] => [
  {
    key: 'number',
    width: 144,
    cell: (row) => (
      <>
        <ReturnLink of={row} />
        <Requested row={row} />
      </>
    ),
    card: {
      title: (row) => <ReturnLink of={row} />,
      lead: ({ requestedAt }) => <Moment isShort at={requestedAt} />,
    },
  },
  { key: 'lines', width: 240, cell: (row) => <Items row={row} />, card: 'body' },
  {
    key: 'order',
    width: 128,
    cell: (row) => <Order row={row} reader={reader} />,
    card: {
      body: (row) => (
        <p className="text-ink-soft">
          {texts.columns.order} <Order row={row} reader={reader} />
        </p>
      ),
    },
  },
  {
    key: 'state',
    width: 128,
    cell: ({ state }) => <ReturnBadge state={state} reader={reader} />,
    card: 'badge',
  },
];

const buyersColumns = columnsFor('buyer');

const [numberColumn, ...otherColumns] = columnsFor('staff');

const staffsColumns: ListColumn<Return>[] = [
  ...(numberColumn ? [numberColumn] : []),
  {
    key: 'customer',
    width: 184,
    cell: ({ name, email }) => <RowCustomer name={name} email={email} />,
    card: 'body',
  },
  ...otherColumns,
];

function Items({ row: { lines } }: RowProps) {
  const [first, ...others] = lines;
  if (!first) return null;
  return (
    <span className="block">
      <span className="block wrap-anywhere">
        <SavedText text={texts.units(first.quantity, first.toolName)} />
      </span>
      {others.length > 0 && <span className="text-xs text-ink-soft">{texts.more(others.length)}</span>}
    </span>
  );
}

function Order({ row: { purchaseNumber }, reader }: RowProps & { reader: ReturnReader }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {reader === 'staff' ? <OrderLink number={purchaseNumber} /> : purchaseNumber}
    </span>
  );
}
