import { Link } from 'react-router';
import { CART } from '#features/orders/web/cart.tsx';
import { type ListedQuote, listQuotesCall } from '#features/quotes/contract.ts';
import { QuoteBadge, quotePath } from '#features/quotes/web/quote-parts.tsx';
import { quotesKey } from '#features/quotes/web/use-quotes.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { LinkButton } from '#ui/button.tsx';
import { useAddressValue } from '#ui/dashboard/list-controls.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { RowCustomer } from '#ui/dashboard/row-card.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { useTimes } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { quotesTexts as texts } from '../screen-texts.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The signed-in user's quotes; everyone's for staff. */
export default function Quotes() {
  const role = useRole(useDashboardUser().email);
  if (role.data) return <QuoteList isStaff={role.data !== 'user'} />;
  return (
    <>
      <PageHead title={texts.title} />
      {role.isPending ? <Skeleton className="h-64 w-full" /> : <QueryError of={role} />}
    </>
  );
}

function QuoteList({ isStaff }: { isStaff: boolean }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const [customer, narrow] = useAddressValue('customer');
  const field = {
    name: 'customer',
    label: texts.columns.customer,
    value: customer,
    onChange: narrow,
  } as const;
  return (
    <ListPage
      texts={isStaff ? texts : { ...texts, searchHint: texts.mySearchHint }}
      listKey={[...quotesKey, 'list', email, customer]}
      load={({ q, filter: state, cursor }, signal) =>
        api.list(listQuotesCall, { query: { q, state, cursor, customer: customer || undefined }, signal })
      }
      head={({ headingRef }) => (
        <PageHead
          title={isStaff ? texts.title : texts.myTitle}
          lead={isStaff ? undefined : texts.myLead}
          headingRef={headingRef}
        />
      )}
      filter={{ name: 'state', label: texts.state, options: texts.states }}
      {...(isStaff && {
        filters: [{ ...field, type: 'email' as const }],
      })}
      alwaysSearched={isStaff}
      columns={isStaff ? staffsColumns : buyersColumns}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title={texts.none}>
          <p>{isStaff ? texts.noneYet : texts.myNoneYet}</p>
          {!isStaff && (
            <LinkButton to={CART} className="mt-5">
              {texts.toCart}
            </LinkButton>
          )}
        </EmptyState>
      }
    />
  );
}

type RowProps = { row: ListedQuote };

const buyersColumns: ListColumn<ListedQuote>[] = [
  {
    key: 'number',
    width: 136,
    cell: (row) => (
      <>
        <NumberLink row={row} />
        <Since row={row} />
      </>
    ),
    card: { title: (row) => <NumberLink row={row} /> },
  },
  { key: 'lines', width: 216, cell: (row) => <Tools row={row} />, card: 'body' },
  { key: 'state', width: 136, cell: ({ state }) => <QuoteBadge state={state} />, card: 'badge' },
  {
    key: 'until',
    width: 144,
    cell: (row) => (
      <div>
        <Until row={row} />
      </div>
    ),
    // Beside no column's name, it says itself what it is.
    card: { lead: (row) => <CardUntil row={row} /> },
  },
  { key: 'total', width: 112, align: 'end', cell: (row) => <Total row={row} />, card: 'foot' },
];

const staffsColumns: ListColumn<ListedQuote>[] = [
  ...buyersColumns.slice(0, 1),
  {
    key: 'customer',
    width: 184,
    cell: ({ userName, email }) => <RowCustomer name={userName} email={email} />,
    card: 'body',
  },
  ...buyersColumns.slice(1),
];

function NumberLink({ row: { _id, number } }: RowProps) {
  return (
    <Link
      to={quotePath(_id)}
      className="inline-flex min-h-6 items-center font-semibold tabular-nums underline-offset-4 hover:underline"
    >
      {number}
    </Link>
  );
}

/** When it was requested, or offered without a request. */
function Since({ row: { askedAt, offeredAt } }: RowProps) {
  const at = askedAt ?? offeredAt;
  return at && <Moment isShort at={at} className="block text-xs text-ink-soft" />;
}

function Tools({ row: { toolName, orderCount } }: RowProps) {
  return (
    <span className="block">
      <span className="block wrap-anywhere">
        <SavedText text={toolName} />
      </span>
      {orderCount > 1 && <span className="text-xs text-ink-soft">{texts.more(orderCount - 1)}</span>}
    </span>
  );
}

function Until({ row: { expiresAt, holds, state } }: RowProps) {
  if (!expiresAt) return null;
  return (
    <>
      <Moment isShort at={expiresAt} className={isOpen(state) ? 'block' : 'block text-ink-soft'} />
      {holds && isOpen(state) && <span className="text-xs text-ink-soft">{texts.held}</span>}
    </>
  );
}

function CardUntil({ row: { expiresAt, holds, state } }: RowProps) {
  const { shortMoment } = useTimes();
  if (!expiresAt || !(isOpen(state) || state === 'expired')) return null;
  const words = isOpen(state) ? texts.goodUntil : texts.wasGoodUntil;
  return (
    <>
      <time dateTime={expiresAt}>{words(shortMoment(expiresAt))}</time>
      {holds && isOpen(state) && ` · ${texts.held}`}
    </>
  );
}

const isOpen = (state: ListedQuote['state']) => state === 'offered' || state === 'accepted';

function Total({ row: { price } }: RowProps) {
  if (price === null) return <span className="text-ink-soft">{texts.notPriced}</span>;
  return <Price amount={price} className="font-semibold" />;
}
