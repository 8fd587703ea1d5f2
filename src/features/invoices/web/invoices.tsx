import { useState } from 'react';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { Badge } from '#ui/badge.tsx';
import { ExportButton } from '#ui/dashboard/export-button.tsx';
import { useAddressDays } from '#ui/dashboard/list-controls.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
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

/** All invoices and credit notes, for staff: search, kind and dates are stored in the URL. */
export default function InvoicesPage() {
  const { api } = useSession();
  const days = useAddressDays();
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
            lead={texts.lead}
            headingRef={headingRef}
            actions={
              <>
                <MonthOfInvoices />
                <ExportButton
                  load={({ q, kind }, signal) =>
                    api.request(exportInvoicesCall, { query: { q, ...choiceOf(kind), ...range }, signal })
                  }
                />
              </>
            }
          />
        )}
        filter={{ name: 'kind', label: texts.kind, options: texts.kindChoice }}
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
    <span className="inline-flex flex-wrap items-end gap-2">
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
    </span>
  );
}

const fileOf = ({ _id, number }: ListedInvoice) => (
  <InvoiceButton paper={{ id: _id, number }} className="-ml-3" />
);

const columns: ListColumn<ListedInvoice>[] = [
  {
    key: 'number',
    width: 152,
    cell: (row) => (
      <>
        {fileOf(row)}
        <span className="block text-sm text-ink-soft">{invoiceTexts.kinds[row.kind]}</span>
      </>
    ),
    card: { title: ({ kind }) => invoiceTexts.kinds[kind], actions: fileOf },
  },
  {
    key: 'date',
    width: 128,
    cell: ({ date }) => <time dateTime={date}>{invoiceTexts.date(date)}</time>,
    card: 'lead',
  },
  {
    key: 'buyer',
    width: 224,
    cell: ({ buyer, email }) => (
      <>
        <span className="block wrap-anywhere">{buyer}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">{email}</span>
      </>
    ),
    card: {
      body: ({ buyer, email }) => (
        <p className="wrap-anywhere">
          {buyer} <span className="text-ink-soft">{email}</span>
        </p>
      ),
    },
  },
  {
    key: 'orders',
    width: 168,
    cell: ({ orderNumbers }) => <span className="line-clamp-3 tabular-nums">{orderNumbers.join(', ')}</span>,
    card: {
      body: ({ orderNumbers }) => (
        <p className="line-clamp-2 text-sm text-ink-soft tabular-nums">{orderNumbers.join(', ')}</p>
      ),
    },
  },
  {
    key: 'state',
    width: 168,
    cell: (row) => <InvoiceState row={row} />,
  },
  {
    key: 'tax',
    width: 104,
    align: 'end',
    cell: ({ tax }) => <Price amount={tax} />,
  },
  {
    key: 'total',
    width: 120,
    align: 'end',
    cell: ({ total }) => <Price amount={total} className="font-semibold" />,
    card: {
      body: (row) => (
        <>
          <Price amount={row.total} className="font-semibold" />
          <InvoiceState row={row} />
        </>
      ),
    },
  },
];

const stateTones = { open: 'warn', overdue: 'bad', paid: 'good', withdrawn: 'neutral' } as const;

/** The payment status of an invoice; for one before payment also its due date, or a button to withdraw it. */
function InvoiceState({ row }: { row: ListedInvoice }) {
  const { status, dueOn } = row;
  if (status === null) return null;
  const isOpen = status === 'open' || status === 'overdue';
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={stateTones[status]}>{texts.states[status]}</Badge>
      {isOpen && dueOn && (
        <>
          <time dateTime={dueOn} className="text-sm text-ink-soft">
            {texts.dueOn(invoiceTexts.date(dueOn))}
          </time>
          <WithdrawInvoice paper={row} />
        </>
      )}
    </span>
  );
}
