import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { type Activity, listActivityCall } from '#features/activity/contract.ts';
import { activityTexts as texts } from '#features/activity/texts.ts';
import { auditActions } from '#features/audit/contract.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCents } from '#web/client/load-context.ts';
import { useRows } from '#web/client/use-list.ts';
import { dayRange } from '#web/dashboard/day-range.ts';
import {
  DayFields,
  ListControls,
  NothingFound,
  useAddressChoice,
  useAddressDays,
  useClearAddress,
  useSearchWords,
} from '#web/dashboard/list-controls.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { RowCard } from '#web/dashboard/row-card.tsx';
import { RowsTable } from '#web/dashboard/rows-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { type PageArgs, pageMeta } from '#web/ui/page-meta.ts';
import { formatActivity } from './format-activity.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Who did what, newest first, for admins: searched by words, by what happened and by days, all kept in the address. */
export default function ActivityPage() {
  return (
    <AdminOnly title={texts.title}>
      <PageHead title={texts.title} lead={texts.lead} />
      <ActivityList />
    </AdminOnly>
  );
}

function ActivityList() {
  const { api } = useSession();
  const { text, setText, words: q } = useSearchWords();
  const clear = useClearAddress();
  const [action, setAction] = useAddressChoice('action', auditActions);
  const days = useAddressDays();
  const query = { q, action, ...dayRange(days.from, days.to) };
  const list = useRows(['activity', query], ({ cursor, signal }) =>
    api.list(listActivityCall, { query: { ...query, cursor }, signal }),
  );
  const isNarrowed = [q, action, days.from, days.to].some(Boolean);
  const showAll = () => {
    setText('');
    clear(['action', 'from', 'to']);
  };
  const shown = useCents();
  const table = useMemo(
    () => ({
      columns: columnsOf(shown),
      card: (row: Activity) => <ActivityCard row={row} shown={shown} />,
    }),
    [shown],
  );
  return (
    <>
      <ListControls
        label={texts.controls}
        hint={texts.searchHint}
        text={text}
        onText={setText}
        choices={[{ label: texts.action, options: texts.actionChoice, value: action, onChange: setAction }]}
      >
        <DayFields {...days} />
      </ListControls>
      <RowsTable
        {...table}
        list={list}
        texts={texts.list}
        rowKey={({ _id }) => _id}
        empty={
          isNarrowed ? (
            <NothingFound texts={texts.list} words={q} onClear={showAll} />
          ) : (
            <EmptyState title={texts.none} />
          )
        }
      />
    </>
  );
}

type Shown = (cents: number) => string;

const columnsOf = (shown: Shown): Column<Activity>[] => [
  { key: 'at', header: texts.columns.at, width: 152, cell: (row) => <Moment at={row.at} /> },
  {
    key: 'actor',
    header: texts.columns.actor,
    width: 176,
    cell: (row) => <span className="wrap-anywhere">{formatActivity(row, shown).actor}</span>,
  },
  {
    key: 'what',
    header: texts.columns.what,
    width: 208,
    cell: (row) => {
      const { title, details } = formatActivity(row, shown);
      return (
        <>
          <span className="block font-semibold">{title}</span>
          <span className="block text-ink-soft tabular-nums wrap-anywhere">{details.join(' · ')}</span>
        </>
      );
    },
  },
  { key: 'about', header: texts.columns.about, width: 192, cell: (row) => <Subjects row={row} /> },
  {
    key: 'page',
    header: texts.columns.page,
    width: 144,
    cell: ({ page }) => <span className="text-sm text-ink-soft wrap-anywhere">{page}</span>,
  },
];

function ActivityCard({ row, shown }: { row: Activity; shown: Shown }) {
  const { title, details, actor } = formatActivity(row, shown);
  return (
    <RowCard title={title} lead={<Moment at={row.at} />}>
      <p className="wrap-anywhere">{actor}</p>
      {details.length > 0 && (
        <p className="text-ink-soft tabular-nums wrap-anywhere">{details.join(' · ')}</p>
      )}
      <Subjects row={row} />
      {row.page && <p className="text-sm text-ink-soft wrap-anywhere">{texts.fromPage(row.page)}</p>}
    </RowCard>
  );
}

/** What else an entry may be about, by the id in its details: what it is called, and where it is managed. */
const others = {
  reviewId: { label: texts.review, at: (id: string) => `/dashboard/reviews?q=${id}` },
  contactMessageId: {
    label: texts.message,
    at: (id: string) => `/dashboard/manageorders?show=messages&q=${id}`,
  },
  importId: { label: texts.import, at: (id: string) => `/dashboard/import?import=${id}` },
};

/** The order, the tool, the person and whatever else it is about, each leading to where it is managed. */
function Subjects({ row }: { row: Activity }) {
  const { orderId, orderNumber, toolId, toolName, userId, userEmail, details } = row;
  return (
    <>
      {orderId && (
        <Subject to={`/dashboard/manageorders?q=${encodeURIComponent(orderNumber ?? orderId)}`}>
          {texts.order(orderNumber)}
        </Subject>
      )}
      {toolId && <Subject to={`/tools/${toolId}`}>{texts.tool(toolName)}</Subject>}
      {userId && (
        <Subject to={userEmail && `/dashboard/users/${encodeURIComponent(userEmail)}`}>
          {texts.user(userEmail)}
        </Subject>
      )}
      {Object.entries(others).map(([name, { label, at }]) => {
        const id = details[name];
        return typeof id === 'string' ? (
          <Subject key={name} to={at(id)}>
            {label}
          </Subject>
        ) : null;
      })}
    </>
  );
}

/** What has gone leads nowhere. */
const Subject = ({ to, children }: { to: string | null; children: ReactNode }) => (
  <span className="block wrap-anywhere">
    {to ? (
      <Link to={to} className="text-link inline-block min-h-6">
        {children}
      </Link>
    ) : (
      children
    )}
  </span>
);
