import { exportPapersCall, type ListedPaper, listPapersCall, paperKinds } from '#features/papers/contract.ts';
import { paperTexts } from '#features/papers/texts/paper.ts';
import { papersTexts as texts } from '#features/papers/texts/papers.ts';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useRows } from '#web/client/use-list.ts';
import { ExportButton } from '#web/dashboard/export-button.tsx';
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
import { type PageArgs, pageMeta } from '#web/ui/page-meta.ts';
import { Price } from '#web/ui/price.tsx';
import { PaperButton } from './paper-button.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Every invoice and credit note, for the staff: searched, by kind and by days, all kept in the address. */
export default function InvoicesPage() {
  return (
    <StaffOnly title={texts.title}>
      <PageHead title={texts.title} lead={texts.lead} />
      <InvoiceList />
    </StaffOnly>
  );
}

function InvoiceList() {
  const { api } = useSession();
  const { text, setText, words: q } = useSearchWords();
  const clear = useClearAddress();
  const [kind, setKind] = useAddressChoice('kind', paperKinds);
  const days = useAddressDays();
  const query = { q, kind, from: days.from || undefined, to: days.to || undefined };
  const list = useRows(['invoices', query], ({ cursor, signal }) =>
    api.list(listPapersCall, { query: { ...query, cursor }, signal }),
  );
  const showAll = () => {
    setText('');
    clear(['kind', 'from', 'to']);
  };
  return (
    <>
      <ListControls
        label={texts.controls}
        hint={texts.searchHint}
        text={text}
        onText={setText}
        choices={[{ label: texts.kind, options: texts.kindChoice, value: kind, onChange: setKind }]}
      >
        <DayFields {...days} />
        <ExportButton load={(_filters, signal) => api.request(exportPapersCall, { query, signal })} />
      </ListControls>
      <RowsTable
        columns={columns}
        card={(row: ListedPaper) => <InvoiceCard row={row} />}
        list={list}
        texts={texts.list}
        rowKey={({ _id }) => _id}
        empty={
          [q, kind, days.from, days.to].some(Boolean) ? (
            <NothingFound texts={texts.list} words={q} onClear={showAll} />
          ) : (
            <EmptyState title={texts.none}>{texts.noneYet}</EmptyState>
          )
        }
      />
    </>
  );
}

const fileOf = ({ _id, number }: ListedPaper) => <PaperButton paper={{ id: _id, number }} />;

const columns: Column<ListedPaper>[] = [
  {
    key: 'number',
    header: texts.columns.number,
    width: 152,
    cell: (row) => (
      <>
        {fileOf(row)}
        <span className="block text-sm text-ink-soft">{paperTexts.kinds[row.kind]}</span>
      </>
    ),
  },
  {
    key: 'date',
    header: texts.columns.date,
    width: 128,
    cell: ({ date }) => <time dateTime={date}>{paperTexts.date(date)}</time>,
  },
  {
    key: 'buyer',
    header: texts.columns.buyer,
    width: 224,
    cell: ({ buyer, email }) => (
      <>
        <span className="block wrap-anywhere">{buyer}</span>
        <span className="block text-sm wrap-anywhere text-ink-soft">{email}</span>
      </>
    ),
  },
  {
    key: 'orders',
    header: texts.columns.orders,
    width: 168,
    cell: ({ orderNumbers }) => <span className="line-clamp-3 tabular-nums">{orderNumbers.join(', ')}</span>,
  },
  {
    key: 'tax',
    header: texts.columns.tax,
    width: 104,
    align: 'end',
    cell: ({ tax }) => <Price amount={tax} />,
  },
  {
    key: 'total',
    header: texts.columns.total,
    width: 120,
    align: 'end',
    cell: ({ total }) => <Price amount={total} className="font-semibold" />,
  },
];

const InvoiceCard = ({ row }: { row: ListedPaper }) => (
  <RowCard
    title={paperTexts.kinds[row.kind]}
    lead={<time dateTime={row.date}>{paperTexts.date(row.date)}</time>}
    actions={fileOf(row)}
  >
    <p className="wrap-anywhere">
      {row.buyer} <span className="text-ink-soft">{row.email}</span>
    </p>
    <p className="line-clamp-2 text-sm text-ink-soft tabular-nums">{row.orderNumbers.join(', ')}</p>
    <Price amount={row.total} className="font-semibold" />
  </RowCard>
);
