import { type ReactNode, useMemo, useState } from 'react';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { regionWords } from '#texts/region.ts';
import { Badge } from '#ui/badge.tsx';
import { useRegion } from '#ui/client/load-context.ts';
import { Dropdown } from '#ui/dashboard/dropdown.tsx';
import { ExportButton } from '#ui/dashboard/export-button.tsx';
import { useAddressDays } from '#ui/dashboard/list-controls.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CustomerLink, CutText } from '#ui/dashboard/row-card.tsx';
import { TextField } from '#ui/field.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Price } from '#ui/price.tsx';
import {
  exportInvoicesCall,
  type InvoiceChoice,
  invoiceKinds,
  type ListedInvoice,
  listInvoicesCall,
  monthOfInvoicesCall,
} from '../contract.ts';
import { invoiceTexts } from '../invoice-texts.ts';
import { invoicesTexts as texts } from '../texts.ts';
import { InvoiceButton } from './invoice-button.tsx';
import { WithdrawInvoice } from './withdraw-invoice.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** A button that marks an open invoice as paid. */
type MarkPaid = (invoice: ListedInvoice) => ReactNode;

/** All invoices and credit notes, for staff: search, kind and dates are stored in the URL. */
export function InvoicesPage({ markPaid }: { markPaid: MarkPaid }) {
  const { api } = useSession();
  const { country } = useRegion();
  const days = useAddressDays();
  const columns = useMemo(() => columnsWith(markPaid, country), [markPaid, country]);
  const range = { from: days.from || undefined, to: days.to || undefined };
  return (
    <StaffOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={['invoices', JSON.stringify(range)]}
        load={({ q, filter, cursor }, signal) =>
          api.list(listInvoicesCall, { query: { q, ...choiceOf(filter), ...range, cursor }, signal })
        }
        head={({ headingRef }) => (
          <PageHead
            title={texts.title}
            headingRef={headingRef}
            actions={
              <div className="flex flex-wrap gap-2">
                <MonthOfInvoices />
                <ExportButton
                  size="sm"
                  load={({ q, kind }, signal) =>
                    api.request(exportInvoicesCall, { query: { q, ...choiceOf(kind), ...range }, signal })
                  }
                />
              </div>
            }
          />
        )}
        filter={{
          name: 'kind',
          label: texts.kind,
          options: texts.kindChoice(regionWords(country).creditNote),
        }}
        days={days}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none}>{texts.noneYet}</EmptyState>}
      />
    </StaffOnly>
  );
}

/** Maps a filter option to its kind or status. */
const choiceOf = (chosen: string | undefined): Pick<InvoiceChoice, 'kind' | 'status'> => ({
  kind: invoiceKinds.find((kind) => kind === chosen),
  status: openStatuses.find((status) => status === chosen),
});
const openStatuses = ['open', 'overdue'] as const;

/** Downloads all invoices and credit notes of a month as one file, for admins' bookkeeping. */
function MonthOfInvoices() {
  const { api } = useSession();
  const role = useRole(useDashboardUser().email);
  const [month, setMonth] = useState('');
  if (role.data !== 'admin') return null;
  return (
    <Dropdown
      label={texts.month}
      button={texts.downloadMonth}
      buttonClass="min-h-8 rounded-md border border-line-strong bg-surface px-3 text-sm font-semibold hover:border-ink"
      className="grid w-72 gap-3 p-4"
    >
      <TextField
        label={texts.month}
        type="month"
        value={month}
        onChange={({ target }) => setMonth(target.value)}
      />
      {month !== '' && (
        <ExportButton
          label={texts.downloadMonth}
          load={(_, signal) => api.request(monthOfInvoicesCall, { query: { month }, signal })}
        />
      )}
    </Dropdown>
  );
}

const fileOf = ({ _id, number }: ListedInvoice) => (
  <InvoiceButton paper={{ id: _id, number }} className="-ml-3" />
);

const columnsWith = (markPaid: MarkPaid, country: string): ListColumn<ListedInvoice>[] => [
  {
    key: 'number',
    width: 128,
    cell: fileOf,
    card: {
      title: ({ kind }) => invoiceTexts.kind(kind, country),
      badge: ({ _id, number }) => <InvoiceButton paper={{ id: _id, number }} className="-mr-3" />,
    },
  },
  {
    key: 'date',
    width: 144,
    cell: ({ date, kind }) => (
      <>
        <time dateTime={date}>{invoiceTexts.shortDate(date)}</time>
        <span className="block text-ink-soft">{invoiceTexts.kind(kind, country)}</span>
      </>
    ),
    card: { lead: ({ date }) => <time dateTime={date}>{texts.issuedOn(invoiceTexts.shortDate(date))}</time> },
  },
  {
    key: 'buyer',
    width: 248,
    cell: ({ buyer, email }) => (
      <>
        <span className="block wrap-anywhere">{buyer}</span>
        {email && (
          <span className="block text-ink-soft">
            <CustomerLink email={email} />
          </span>
        )}
      </>
    ),
    card: 'body',
  },
  {
    key: 'orders',
    width: 120,
    cell: ({ orderNumbers }) => (
      <CutText
        words={orderNumbers.join(', ')}
        shown={orderNumbers.map((number, nth) => (
          <span key={number}>
            {nth > 0 && ', '}
            <span className="whitespace-nowrap">{number}</span>
          </span>
        ))}
      />
    ),
    card: 'body',
  },
  {
    key: 'state',
    width: 168,
    cell: (row) => <InvoiceState row={row} markPaid={markPaid} />,
  },
  {
    key: 'tax',
    width: 96,
    align: 'end',
    cell: ({ tax }) => <Price amount={tax} />,
  },
  {
    key: 'total',
    width: 104,
    align: 'end',
    cell: ({ total }) => <Price amount={total} className="font-semibold" />,
    card: {
      body: (row) => (
        <div className="flex flex-wrap items-center gap-x-4">
          <Price amount={row.total} className="font-semibold" />
          <InvoiceState row={row} markPaid={markPaid} />
        </div>
      ),
    },
  },
];

const stateTones = { open: 'warn', overdue: 'bad', paid: 'good', withdrawn: 'neutral' } as const;

/** The payment status of an invoice; for one before payment also its due date, and buttons to mark it as paid
 * or withdraw it. */
function InvoiceState({ row, markPaid }: { row: ListedInvoice; markPaid: MarkPaid }) {
  const { status, dueOn } = row;
  if (status === null) return null;
  const isOpen = status === 'open' || status === 'overdue';
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone={stateTones[status]}>{texts.states[status]}</Badge>
      {isOpen && dueOn && (
        <>
          {markPaid(row)}
          <WithdrawInvoice paper={row} />
          <time dateTime={dueOn} className="text-ink-soft">
            {texts.dueOn(invoiceTexts.shortDate(dueOn))}
          </time>
        </>
      )}
    </span>
  );
}
