import { useMemo } from 'react';
import { Link } from 'react-router';
import { toolFieldLabel } from '#features/catalogue/tool-fields-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { usePrice } from '#ui/client/load-context.ts';
import type { Column } from '#ui/dashboard/data-table.tsx';
import { RowsTable } from '#ui/dashboard/rows-table.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { useRows } from '#ui/use-list.ts';
import { type ImportChange, type ImportReport, listImportChangesCall } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';
import { importsKey } from './past-imports.tsx';

/** Every tool that an import changes or adds, before and after. */
export function ImportChanges({ report: { _id: id, state } }: { report: ImportReport }) {
  const { api } = useSession();
  const list = useRows([...importsKey, id, 'changes'], ({ cursor, signal }) =>
    api.list(listImportChangesCall, { params: { id }, query: { cursor }, signal }),
  );
  const columns = useMemo(() => columnsOf(state), [state]);
  return (
    <section>
      <h2 className="mb-4 text-xl">{texts.changesHeading}</h2>
      <RowsTable
        columns={columns}
        list={list}
        texts={texts.changes}
        rowKey={({ toolId }) => toolId}
        empty={<EmptyState title={texts.noneKept} />}
      />
    </section>
  );
}

const columnsOf = (state: ImportReport['state']): Column<ImportChange>[] => [
  {
    key: 'name',
    header: texts.changeColumns.name,
    width: 240,
    cell: (row) => (
      <span className="flex flex-wrap items-start gap-2">
        <span className="font-semibold">
          <Name row={row} state={state} />
        </span>
        <NewBadge row={row} />
      </span>
    ),
    card: { title: (row) => <Name row={row} state={state} />, badge: (row) => <NewBadge row={row} /> },
  },
  {
    key: 'changes',
    header: texts.changeColumns.changes,
    width: 420,
    cell: (row) => <Differences row={row} />,
    card: 'body',
  },
];

/** Links a tool to its page, if it has one. */
function Name({ row: { toolId, name, isNew }, state }: { row: ImportChange } & Pick<ImportReport, 'state'>) {
  if (isNew && state !== 'applied') return <span className="wrap-anywhere">{name}</span>;
  return (
    <Link
      to={`/tools/${toolId}`}
      className="inline-block min-h-6 underline-offset-4 wrap-anywhere hover:underline"
    >
      {name}
    </Link>
  );
}

const NewBadge = ({ row }: { row: ImportChange }) => row.isNew && <Badge tone="accent">{texts.isNew}</Badge>;

function Differences({ row }: { row: ImportChange }) {
  const asPrice = usePrice();
  const fields = Object.keys(row.after).filter((field) => !row.isNew || row.after[field] !== null);
  return (
    <dl className="space-y-1 text-sm tabular-nums">
      {fields.map((field) => (
        <div key={field} className="flex flex-wrap gap-x-3">
          <dt className="w-36 shrink-0 text-ink-soft">{toolFieldLabel(field)}</dt>
          <dd className="min-w-0 flex-1 basis-40 wrap-anywhere">
            {!row.isNew && (
              <>
                <del className="line-clamp-3 whitespace-pre-line text-ink-soft">
                  <span className="sr-only">{texts.before} </span>
                  {textOf(field, row.before[field], asPrice)}
                </del>{' '}
              </>
            )}
            <ins className="line-clamp-3 font-semibold whitespace-pre-line no-underline">
              <span className="sr-only">{texts.after} </span>
              {textOf(field, row.after[field], asPrice)}
            </ins>
          </dd>
        </div>
      ))}
      {row.toFetch.length > 0 && (
        <div className="flex flex-wrap gap-x-3">
          <dt className="w-36 shrink-0 text-ink-soft">{texts.fromWeb}</dt>
          <dd className="line-clamp-3 min-w-0 flex-1 basis-40 font-semibold whitespace-pre-line wrap-anywhere">
            {row.toFetch.join('\n')}
          </dd>
        </div>
      )}
    </dl>
  );
}

function textOf(
  field: string,
  value: string | number | null | undefined,
  asPrice: (price: number) => string,
): string {
  if (value === null || value === undefined) return texts.none;
  if (typeof value === 'string') return value;
  return field === 'price' ? asPrice(value) : formatCount(value);
}
