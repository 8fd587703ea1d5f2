import { Link } from 'react-router';
import { dayRange } from '#contracts/time-zone.ts';
import { listActivityCall } from '#features/activity/contract.ts';
import { activityTexts as texts } from '#features/activity/texts.ts';
import { auditActions } from '#features/audit/contract.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCents } from '#ui/client/load-context.ts';
import { useAddressDays, useAddressValue } from '#ui/dashboard/list-controls.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CutText, EmailText } from '#ui/dashboard/row-card.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { useTimes } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { type FoldedActivity, foldActivity, formatActivity, pageName } from './format-activity.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The audit trail for admins, newest first: filtered by words, action and days, all stored in the page's
 * address. */
export default function ActivityPage() {
  const { api } = useSession();
  const days = useAddressDays();
  // A link from elsewhere may ask for one action only.
  const [asked, setAction] = useAddressValue('action');
  const action = auditActions.find((each) => each === asked);
  const range = dayRange(days.from, days.to, useTimes().zone);
  return (
    <AdminOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={['activity', JSON.stringify(range), action ?? '']}
        load={({ q, filter: group, cursor }, signal) =>
          api.list(listActivityCall, { query: { q, group, action, ...range, cursor }, signal })
        }
        {...(action && {
          filters: [
            {
              name: 'action',
              label: texts.action,
              options: texts.actionChoice(action),
              value: action,
              onChange: setAction,
            },
          ],
        })}
        head={({ headingRef }) => <PageHead title={texts.title} headingRef={headingRef} />}
        filter={{ name: 'group', label: texts.group, options: texts.groupChoice }}
        days={days}
        columns={columns}
        fold={foldActivity}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none} />}
      />
    </AdminOnly>
  );
}

type RowProps = { row: FoldedActivity };

const columns: ListColumn<FoldedActivity>[] = [
  { key: 'at', width: 152, cell: ({ at }) => <Moment isShort at={at} />, card: 'lead' },
  {
    key: 'actor',
    width: 176,
    cell: (row) => <Actor row={row} />,
    card: 'body',
  },
  {
    key: 'what',
    width: 208,
    cell: (row) => (
      <>
        <span className="block font-semibold">
          <Event row={row} />
        </span>
        <Details row={row} />
      </>
    ),
    card: { title: (row) => <Event row={row} />, body: (row) => <Details row={row} /> },
  },
  { key: 'about', width: 192, cell: (row) => <Subjects row={row} />, card: 'body' },
  {
    key: 'page',
    width: 144,
    cell: ({ page }) => page && <Page path={page} />,
    card: { body: ({ page }) => page && <Page path={page} inWords={texts.fromPage} /> },
  },
];

/** The page where it was done, by its name in the menu if it has one. */
const Page = ({ path, inWords = String }: { path: string; inWords?: (page: string) => string }) => (
  <p className="text-sm wrap-anywhere text-ink-soft" title={path}>
    {inWords(pageName(path))}
  </p>
);

const Actor = ({ row }: RowProps) => <EmailText email={formatActivity(row, useCents()).actor} />;

const Event = ({ row }: RowProps) => formatActivity(row, useCents()).title;

function Details({ row }: RowProps) {
  const { details } = formatActivity(row, useCents());
  const times = useTimes();
  if (row.times && row.since) details.push(texts.times(row.times, times.shortMoment(row.since)));
  if (details.length === 0) return null;
  return <CutText words={details.join(' · ')} />;
}

/** Other subjects of an entry, by the id in its details: their names, and where they are managed. */
const others = {
  reviewId: { label: texts.review, at: (id: string) => `/dashboard/reviews?q=${id}` },
  contactMessageId: {
    label: texts.message,
    at: (id: string) => `/dashboard/messages?q=${id}`,
  },
  importId: { label: texts.import, at: (id: string) => `/dashboard/import?import=${id}` },
};

/** Links to the entry's order, tool, person and other subjects, each where it is managed. */
function Subjects({ row }: RowProps) {
  const { orderId, orderNumber, toolId, toolName, userId, userEmail, details } = row;
  return (
    <>
      {orderId && (
        <Subject to={`/dashboard/manageorders${orderNumber ? `/${orderNumber}` : `?q=${orderId}`}`}>
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

/** A deleted subject has no link. */
const Subject = ({ to, children }: { to: string | null; children: string }) => (
  <span className="block wrap-anywhere">
    {to ? (
      <Link to={to} className="text-link wrap-anywhere leading-6">
        {children}
      </Link>
    ) : (
      children
    )}
  </span>
);
